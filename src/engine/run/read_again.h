// check_can_be_read_again: of a run whose directory is kept, for what a later run reads once more.
#pragma once

#include "input/sources/source_list.h"
#include "textkin/status.h"

namespace textkin::engine::run {

// kInvalidArgument names the first source, as standard input, that is gone once it was read.
Status check_can_be_read_again(const input::SourceList& list);

}  // namespace textkin::engine::run
