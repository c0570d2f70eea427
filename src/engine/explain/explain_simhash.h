// textkin explain --estimator simhash: how the fingerprints of a small collection come about.
//
// Features with their weights and hashes -> sums, a bit each -> signs -> fingerprints -> distances and cosines -> the
// table of a permutation of bits, sorted (Charikar 2002; Manku, Jain, Das Sarma 2007, as Gakhov 2016 shows them). With
// 64 bits and no hashes given the fingerprints are those of simhash.v1, by which textkin simhash finds pairs.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/read/weighted_sets.h"
#include "engine/run/read_options.h"
#include "report/commands/simhash_steps.h"
#include "textkin/progress.h"
#include "textkin/status.h"

namespace textkin::engine::explain {

struct SimHashStepsOptions {
  std::string output = "-";
  bool json = false;
  std::uint64_t show = 20;
  bool trace = false;      // the sums after each feature
  std::uint32_t bits = 0;  // 0: those of the given hashes, else 64
  std::uint64_t seed = 1;
  std::string weighting = {};  // empty: what the texts have; a word of read::parse_weighting() otherwise
  std::string hashes = {};     // FILE of read_given_hashes(); empty: our own, their first bits
  std::vector<std::uint32_t> permutation = {};  // the place of each bit, from 1; empty: no table
};

// kInvalidArgument for bits, hashes or a permutation that do not fit each other. Documents are held in memory:
// kExhausted where --memory has no room for them.
Result<report::SimHashSteps> explain_simhash(const run::ReadOptions& asked, const SimHashStepsOptions& wanted,
                                             Progress& progress);

}  // namespace textkin::engine::explain
