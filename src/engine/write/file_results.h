// FileResults: the results of a run go to the files that its options name.
#pragma once

#include "engine/write/results.h"

namespace textkin::engine::write {

class FileResults final : public Results {
 public:
  Result<std::unique_ptr<PairSink>> open_pairs(const std::string& path, const std::string& format,
                                               const run::Limits& limits) override;
  Result<std::unique_ptr<TextSink>> open_text(const std::string& path) override;
  bool writes_files() const override { return true; }
  Status finish(const read::Collection&, const std::string&) override { return {}; }
};

}  // namespace textkin::engine::write
