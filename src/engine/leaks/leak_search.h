// LeakSearch: a way to tell what documents have of test items: by n-grams, or by passages.
//
// One run calls the functions in the order in which they stand here. Threads: one.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "engine/leaks/found_leaks.h"
#include "engine/leaks/leak_options.h"
#include "engine/read/collection.h"
#include "engine/run/problem_log.h"
#include "engine/run/read_options.h"
#include "textkin/leak_stats.h"
#include "textkin/progress.h"
#include "textkin/status.h"

namespace textkin::engine::leaks {

class LeakSearch {
 public:
  virtual ~LeakSearch() = default;

  // `tests` names the test sets as INPUT. kExhausted where they do not fit in their part of the memory.
  virtual Status read_tests(const run::Reading& tests, Progress& progress) = 0;
  virtual const read::Collection& items() const = 0;
  // How many n-grams, or words, of items may be met.
  virtual std::uint64_t parts() const = 0;
  // Reads the documents of `collection`, which is open, with its problems to where they go.
  virtual Status search(read::Collection& collection, const run::ProblemsTo& problems, FoundLeaks& found,
                        Progress& progress) = 0;
  // --removed and --leaks.
  virtual Status write_tables(const read::Collection& collection, const FoundLeaks& found) = 0;
  // Of each file of the test sets the items that are shorter than what is surely found.
  virtual Result<std::vector<std::uint64_t>> count_short() const = 0;
  // What was compared.
  virtual void describe(LeakStats& stats) const = 0;
};

}  // namespace textkin::engine::leaks
