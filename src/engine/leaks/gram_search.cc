#include "engine/leaks/gram_search.h"

#include <string_view>
#include <utility>

#include "engine/leaks/gram_visitor.h"
#include "engine/read/retain_all.h"
#include "engine/read/text_pass.h"
#include "input/reading/record_reader.h"
#include "store/document_reader.h"
#include "text/catalog.h"

namespace textkin::engine::leaks {

Result<std::unique_ptr<LeakSearch>> GramSearch::open(const LeakOptions& wanted, const run::Reading& reading) {
  TEXTKIN_RETURN_IF_ERROR(text::make_named_shingler(reading.text).status());
  TEXTKIN_ASSIGN_OR_RETURN(GramFiles files, GramFiles::open(wanted));
  return std::unique_ptr<LeakSearch>(new GramSearch(wanted, std::move(files)));
}

Status GramSearch::read_tests(const run::Reading& tests, Progress& progress) {
  TEXTKIN_ASSIGN_OR_RETURN(items_, read::retain_all(tests, tests.limits.memory / 4, progress,
                                                    "the n-grams of --against do not fit in a quarter of --memory"));
  TEXTKIN_ASSIGN_OR_RETURN(grams_, TestGrams::of(items_));
  TEXTKIN_ASSIGN_OR_RETURN(spelled_, SpelledGrams::of(items_, *grams_));
  return {};
}

Status GramSearch::search(read::Collection& collection, const std::string& problems, FoundLeaks& found,
                          Progress& progress) {
  TEXTKIN_ASSIGN_OR_RETURN(const std::unique_ptr<GramVisitor> visitor,
                           GramVisitor::of(collection, wanted_, *grams_, *spelled_, found));
  return read::read_texts(collection, problems, *visitor, progress);
}

Status GramSearch::write_tables(const read::Collection& collection, const FoundLeaks& found) {
  return files_.write(collection, items_, *grams_, found, *spelled_);
}

// A text of fewer units than an n-gram has is one n-gram, all of it.
Result<std::vector<std::uint64_t>> GramSearch::count_short() const {
  TextSpec one = items_.text;
  one.shingle_size = 1;
  one.multiset = true;
  TEXTKIN_ASSIGN_OR_RETURN(const std::unique_ptr<Shingler> shingler, text::make_shingler(one));
  const std::vector<FeatureView> sets = items_.feature_views();
  store::DocumentReader reader(items_.table);
  store::DocumentRow row;
  input::RecordReader records(items_.settings, items_.list, items_.spool);
  std::vector<std::uint64_t> found(items_.list.sources.size());
  std::vector<Feature> units;
  for (DocId item = 0; item < sets.size(); ++item) {
    if (sets[item].size() != 1) continue;
    TEXTKIN_RETURN_IF_ERROR(reader.read_record(item, row));
    TEXTKIN_ASSIGN_OR_RETURN(const std::string_view text, records.text(row.record));
    units.clear();
    shingler->append_distinct(text, units);
    found[row.record.source] += units.size() < items_.text.shingle_size;
  }
  return found;
}

void GramSearch::describe(LeakStats& stats) const {
  stats.spec = text::describe(items_.text);
  stats.ngrams = grams_->size();
}

}  // namespace textkin::engine::leaks
