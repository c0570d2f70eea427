// MemoryResults: the results of a run go into memory, for a door that hands them on instead of writing files.
#pragma once

#include <utility>

#include "engine/write/memory_result.h"
#include "engine/write/results.h"

namespace textkin::engine::write {

// Fills in a MemoryResult, which must outlive it. Ids of rows in memory are given only where the run renamed repeated
// ones: the door has them.
class MemoryResults final : public Results {
 public:
  explicit MemoryResults(MemoryResult& into) : into_(into) {}

  Result<std::unique_ptr<PairSink>> open_pairs(const std::string& path, const std::string& format,
                                               const run::Limits& limits) override;
  Result<std::unique_ptr<TextSink>> open_text(const std::string& path) override;
  bool writes_files() const override { return false; }
  Status take_against(const read::Collection& against) override;
  void take_decisions(std::span<const KeepDecision> decisions) override { into_.decisions.add(decisions); }
  bool keeps_pairs() const override { return true; }
  void take_known(KnownPairs&& known) override { into_.known = std::move(known); }
  void take_passages(std::vector<Passage>&& passages) override { into_.passages = std::move(passages); }
  void take_similarities(std::vector<std::uint64_t>&& steps) override { into_.similarities = std::move(steps); }
  Status finish(const read::Collection& collection, const std::string& stats_json) override;

 private:
  MemoryResult& into_;
};

}  // namespace textkin::engine::write
