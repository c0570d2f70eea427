// LineResults: the rows of a run as lines of JSON in memory, byte by byte those of --format jsonl.
//
// For a door that answers with them. Memory: all rows; a door says beforehand how many there may be.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "engine/write/results.h"

namespace textkin::engine::write {

class LineResults final : public Results {
 public:
  // Appends to `rows`, which must outlive it. What is more than `most` bytes is kExhausted, with what to do.
  LineResults(std::string& rows, std::size_t most) : rows_(rows), most_(most) {}

  Result<std::unique_ptr<PairSink>> open_pairs(const std::string& path, const std::string& format,
                                               const run::Limits& limits) override;
  Result<std::unique_ptr<TextSink>> open_text(const std::string& path) override;
  bool writes_files() const override { return false; }
  void take_passages(std::vector<Passage>&& passages) override { passages_ = std::move(passages); }
  Status finish(const read::Collection& collection, const std::string& stats_json) override;

 private:
  std::string& rows_;
  std::size_t most_;
  std::vector<Passage> passages_;
};

}  // namespace textkin::engine::write
