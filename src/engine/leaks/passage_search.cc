#include "engine/leaks/passage_search.h"

#include <fmt/format.h>

#include <utility>

#include "engine/leaks/passage_visitor.h"
#include "engine/read/text_pass.h"
#include "store/document_reader.h"
#include "text/catalog.h"
#include "textkin/word_weight.h"

namespace textkin::engine::leaks {

PassageSearch::PassageSearch(const LeakOptions& wanted, const run::Reading& reading, PassageFiles files)
    : wanted_(wanted),
      files_(std::move(files)),
      kind_{text::find_code_language(wanted.passages.normalize), text::key_of(reading.text)},
      spec_(align::WinnowSpec::for_guarantee(wanted.passages.align.guarantee)) {}

Result<std::unique_ptr<LeakSearch>> PassageSearch::open(const LeakOptions& wanted, const run::Reading& reading) {
  TEXTKIN_RETURN_IF_ERROR(passages::check(wanted.passages));
  TEXTKIN_ASSIGN_OR_RETURN(PassageFiles files, PassageFiles::open(wanted));
  return std::unique_ptr<LeakSearch>(new PassageSearch(wanted, reading, std::move(files)));
}

Status PassageSearch::read_tests(const run::Reading& tests, Progress& progress) {
  TEXTKIN_ASSIGN_OR_RETURN(tests_, TestTexts::read(tests, kind_, spec_, progress));
  return {};
}

Status PassageSearch::search(read::Collection& collection, const run::ProblemsTo& problems, FoundLeaks& found,
                             Progress& progress) {
  PassageVisitor visitor(collection, wanted_, *tests_, kind_, spec_, found);
  TEXTKIN_RETURN_IF_ERROR(read::read_texts(collection, problems, visitor, progress));
  return visitor.check();
}

Status PassageSearch::write_tables(const read::Collection& collection, const FoundLeaks& found) {
  return files_.write(collection, *tests_, found);
}

Result<std::vector<std::uint64_t>> PassageSearch::count_short() const {
  std::vector<std::uint64_t> found(items().list.sources.size());
  const std::uint64_t least = std::uint64_t{wanted_.passages.align.guarantee} * kWordWeight;
  store::DocumentReader reader(items().table);
  store::DocumentRow row;
  for (DocId item = 0; item < items().documents(); ++item) {
    const std::uint64_t weight = weight_of(tests_->words_of(item).words);
    if (weight == 0 || weight >= least) continue;
    TEXTKIN_RETURN_IF_ERROR(reader.read_record(item, row));
    ++found[row.record.source];
  }
  return found;
}

void PassageSearch::describe(LeakStats& stats) const {
  const align::AlignSpec& spec = wanted_.passages.align;
  stats.by_passages = true;
  stats.spec = fmt::format("runs of {} {}, and edited passages of {} characters", spec.guarantee,
                           kind_.code == nullptr ? "words" : "tokens", spec.min_length);
  if (kind_.code != nullptr) stats.spec = fmt::format("{}, {}", wanted_.passages.normalize, stats.spec);
  stats.guarantee = spec.guarantee;
  stats.max_gap = spec.max_gap;
  stats.min_length = spec.min_length;
  stats.sensitivity = word_of(passages::kSensitivityWords, wanted_.passages.sensitivity);
  stats.item_words = tests_->words();
}

}  // namespace textkin::engine::leaks
