// Files of sets: a set of items a line, white space between them.
#pragma once

#include "engine/options.h"
#include "textkin/status.h"

namespace textkin::engine {

// Where inputs are read by their suffix, and --lines does not say what a line is: read_as becomes kSets if every INPUT
// and --against is named *.sets, packed or not. kInvalidArgument where some are and some are not, since one run
// compares by one definition. What lies in folders is not looked at.
Status recognise_sets(RunOptions& options);

}  // namespace textkin::engine
