// GramSearch: what documents have of test items by n-grams: the shingles of the run's TextSpec, word for word.
#pragma once

#include <memory>

#include "engine/leaks/gram_files.h"
#include "engine/leaks/leak_search.h"
#include "engine/leaks/test_grams.h"

namespace textkin::engine::leaks {

class GramSearch final : public LeakSearch {
 public:
  // Both must outlive it. Opens --removed and --leaks. kInvalidArgument for n-grams that have no spelling.
  static Result<std::unique_ptr<LeakSearch>> open(const LeakOptions& wanted, const run::Reading& reading);

  Status read_tests(const run::Reading& tests, Progress& progress) override;
  const read::Collection& items() const override { return grams_->collection(); }
  std::uint64_t parts() const override { return grams_->size(); }
  Status search(read::Collection& collection, const run::ProblemsTo& problems, FoundLeaks& found,
                Progress& progress) override;
  Status write_tables(const read::Collection& collection, const FoundLeaks& found) override;
  Result<std::vector<std::uint64_t>> count_short() const override { return grams_->count_short(); }
  void describe(LeakStats& stats) const override;

 private:
  GramSearch(const LeakOptions& wanted, GramFiles files) : wanted_(wanted), files_(std::move(files)) {}

  const LeakOptions& wanted_;
  GramFiles files_;
  std::unique_ptr<TestGrams> grams_;
};

}  // namespace textkin::engine::leaks
