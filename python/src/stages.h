// The stages of a run that is spread over many machines, as functions of the module.
#pragma once

#include <nanobind/nanobind.h>

namespace textkin::python {

// sketch_rows(words, rows, records) -> SketchedRows; connect(records, links) -> (records, links);
// preferred_rows(pattern, names) -> flags; predicted_recall(words, steps) -> float.
void add_stages(nanobind::module_& module);

}  // namespace textkin::python
