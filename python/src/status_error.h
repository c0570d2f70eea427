// How a Status becomes an exception of Python's own kinds, with the message of the command line.
#pragma once

#include "textkin/status.h"

namespace textkin::python {

// Nothing where `status` is ok. Otherwise throws ValueError (a wrong option, bytes that cannot be what they claim,
// values of different specs), FileNotFoundError, OSError, MemoryError or KeyboardInterrupt. Needs the interpreter lock.
void raise_if_failed(const Status& status);

}  // namespace textkin::python
