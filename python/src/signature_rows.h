// Columns of signatures as files of them, and rows compared: what python/textkin/_signature_tables.py calls.
#pragma once

#include <nanobind/nanobind.h>

namespace textkin::python {

void add_signature_rows(nanobind::module_& module);

}  // namespace textkin::python
