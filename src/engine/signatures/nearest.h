// textkin signatures nearest: of each document that is asked, the K most similar signatures of a file.
//
// Exact over all estimates: every row is looked at, so nothing that the sketches know is missed. Rows come by the order
// of the questions, most similar first, earlier in the file first among equals; what has nothing in common with the
// question is left out. Cost: the file once, checked and compared at the speed of memory, for as many questions as fit.
// Memory: the questions' signatures, and a stretch of the file a thread.
#pragma once

#include <cstdint>
#include <string>

#include "engine/run/read_options.h"
#include "engine/signatures/row_maker.h"
#include "textkin/progress.h"
#include "textkin/status.h"

namespace textkin::engine::signatures {

struct NearestOptions {
  AnswerOptions answer;
  std::string file;
  std::string questions;  // a file of signatures whose rows are asked; empty: INPUT is
  std::uint32_t top = 10;
};

// Of the text options of `asked` only the key counts; with `questions` nothing but the limits.
Status nearest(const run::ReadOptions& asked, const NearestOptions& wanted, Progress& progress);

}  // namespace textkin::engine::signatures
