// The options of all commands as Python shows them: the command line is the one place where they are kept.
#pragma once

#include <nanobind/nanobind.h>

namespace textkin::python {

// By the words of each command, as "index query", in the order of its help: a list of tuples (name, value, default,
// doc) of str. The long name without dashes; what stands for its value there, "" of one that takes none; what holds
// where it is not given, "" where nothing does; and its line of help. Cost: a command line is made.
nanobind::dict options();

}  // namespace textkin::python
