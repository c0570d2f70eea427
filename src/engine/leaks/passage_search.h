// PassageSearch: what documents have of test items by passages: runs of words that both have, and what was edited
// around them.
#pragma once

#include <memory>

#include "align/winnow.h"
#include "engine/leaks/leak_search.h"
#include "engine/leaks/passage_files.h"
#include "engine/leaks/test_texts.h"
#include "text/places/located_words.h"

namespace textkin::engine::leaks {

class PassageSearch final : public LeakSearch {
 public:
  // Both must outlive it. Opens --removed and --leaks. kInvalidArgument as passages::check().
  static Result<std::unique_ptr<LeakSearch>> open(const LeakOptions& wanted, const run::Reading& reading);

  Status read_tests(const run::Reading& tests, Progress& progress) override;
  const read::Collection& items() const override { return tests_->collection(); }
  std::uint64_t parts() const override { return tests_->words(); }
  Status search(read::Collection& collection, const run::ProblemsTo& problems, FoundLeaks& found,
                Progress& progress) override;
  Status write_tables(const read::Collection& collection, const FoundLeaks& found) override;
  Result<std::vector<std::uint64_t>> count_short() const override;
  void describe(LeakStats& stats) const override;

 private:
  PassageSearch(const LeakOptions& wanted, const run::Reading& reading, PassageFiles files);

  const LeakOptions& wanted_;
  PassageFiles files_;
  text::WordKind kind_;
  align::WinnowSpec spec_;
  std::unique_ptr<TestTexts> tests_;
};

}  // namespace textkin::engine::leaks
