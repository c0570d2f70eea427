#include "engine/leaks/gram_search.h"

#include <utility>

#include "engine/leaks/gram_visitor.h"
#include "engine/read/text_pass.h"
#include "text/catalog.h"

namespace textkin::engine::leaks {

Result<std::unique_ptr<LeakSearch>> GramSearch::open(const LeakOptions& wanted, const run::Reading& reading) {
  TEXTKIN_RETURN_IF_ERROR(text::make_named_shingler(reading.text).status());
  TEXTKIN_ASSIGN_OR_RETURN(GramFiles files, GramFiles::open(wanted));
  return std::unique_ptr<LeakSearch>(new GramSearch(wanted, std::move(files)));
}

Status GramSearch::read_tests(const run::Reading& tests, Progress& progress) {
  TEXTKIN_ASSIGN_OR_RETURN(grams_, TestGrams::read(tests, progress));
  return {};
}

Status GramSearch::search(read::Collection& collection, const run::ProblemsTo& problems, FoundLeaks& found,
                          Progress& progress) {
  TEXTKIN_ASSIGN_OR_RETURN(const std::unique_ptr<GramVisitor> visitor,
                           GramVisitor::of(collection, wanted_, *grams_, found));
  TEXTKIN_RETURN_IF_ERROR(read::read_texts(collection, problems, *visitor, progress));
  return visitor->finish();
}

Status GramSearch::write_tables(const read::Collection& collection, const FoundLeaks& found) {
  return files_.write(collection, *grams_, found);
}

void GramSearch::describe(LeakStats& stats) const {
  stats.spec = text::describe(items().text);
  stats.ngrams = grams_->size();
}

}  // namespace textkin::engine::leaks
