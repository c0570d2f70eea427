// The sketches of the catalogue as Python sees them.
#pragma once

#include <nanobind/nanobind.h>

namespace textkin::python {

void bind_sketches(nanobind::module_& module);

}  // namespace textkin::python
