// The stages of a run that is spread over many machines, as functions of the module.
#pragma once

#include <nanobind/nanobind.h>

namespace textkin::python {

// read_rows(words, rows) -> [RefusedRow]; read_lines(words, lines, field) -> ReadLines;
// sketch_rows(words, rows, records, candidates) -> SketchedRows; connect(records, links) -> (records, links);
// draw_for_audit(words, population) -> numbers; sample_neighbours(words, sample).find(rows) -> pairs;
// audit_of(neighbours, found, population) -> dict; preferred_rows(pattern, names) -> flags; predicted_recall(words,
// steps) -> float.
void add_stages(nanobind::module_& module);

}  // namespace textkin::python
