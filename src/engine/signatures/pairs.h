// textkin signatures pairs: all pairs of rows of a file, or of two files, that are estimated alike.
//
// Every pair is looked at; rows come by the position of a, then of b. Cost: N (N - 1) / 2 comparisons of rows, some 5
// to 30 ns each for 256 cells, and the second file read anew for 64 rows of the first. Memory: stretches and the rows
// of the answer that are on their way; however many there are.
#pragma once

#include <string>
#include <vector>

#include "engine/run/limits.h"
#include "engine/signatures/row_maker.h"
#include "textkin/progress.h"
#include "textkin/status.h"

namespace textkin::engine::signatures {

// `files`: one, of which a is before b, or two: a in the first, b in the second, which were made alike.
Status pairs(const std::vector<std::string>& files, const run::LimitOptions& limits, const AnswerOptions& wanted,
             Progress& progress);

}  // namespace textkin::engine::signatures
