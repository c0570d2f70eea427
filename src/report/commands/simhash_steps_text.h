// SimHashSteps for people: features, sums, fingerprints, distances, and the permuted table.
#pragma once

#include <cstdint>
#include <string>

#include "report/commands/simhash_steps.h"

namespace textkin::report {

// At most `show` rows of each table, and so many features of a document.
std::string simhash_steps_text(const SimHashSteps& steps, std::uint64_t show);

}  // namespace textkin::report
