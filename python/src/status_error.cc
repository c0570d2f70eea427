#include "status_error.h"

#include <nanobind/nanobind.h>

namespace textkin::python {
namespace {

PyObject* kind_of(Code code) {
  switch (code) {
    case Code::kNotFound:
      return PyExc_FileNotFoundError;
    case Code::kIo:
      return PyExc_OSError;
    case Code::kExhausted:
      return PyExc_MemoryError;
    case Code::kInterrupted:
      return PyExc_KeyboardInterrupt;
    case Code::kOk:
    case Code::kInvalidArgument:
    case Code::kBadInput:
    case Code::kMismatch:
      break;
  }
  return PyExc_ValueError;
}

}  // namespace

void raise_if_failed(const Status& status) {
  if (status.ok()) return;
  PyErr_SetString(kind_of(status.code()), status.message().c_str());
  throw nanobind::python_error();
}

}  // namespace textkin::python
