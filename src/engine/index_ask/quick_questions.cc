#include "engine/index_ask/quick_questions.h"

#include "archive/entry.h"
#include "engine/index/index_spec.h"
#include "engine/index/stored_sets.h"
#include "engine/index_ask/way.h"
#include "hash/hash_sort.h"
#include "input/blocks/valid_utf8.h"
#include "join/measures/jaccard.h"
#include "report/formats/catalog.h"
#include "sketch/catalog.h"
#include "text/catalog.h"

namespace textkin::engine::index_ask {
namespace {

constexpr std::size_t kMostText = 1u << 20;    // bytes; of more the run around it costs nothing
constexpr std::size_t kMostRows = 16u << 20;   // bytes
constexpr std::uint64_t kMemory = 256u << 20;  // what meets more has the run's
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

// Rows without the columns of runs that ask for them.
bool is_column(std::size_t column) {
  return column != report::kPairColumnOfP && column != report::kPairColumnOfEstimate;
}

Status left_to_query() { return Status(Code::kInvalidArgument, "query() answers it"); }

}  // namespace

Result<std::unique_ptr<QuickQuestions>> QuickQuestions::open(const index::OpenArchive& archive,
                                                             const std::string& name) {
  TEXTKIN_ASSIGN_OR_RETURN(std::unique_ptr<index::IndexUnion> indexes,
                           index::IndexUnion::open({name}, 0, {{name, archive}}));
  TEXTKIN_ASSIGN_OR_RETURN(const report::Format* format, report::find_format("jsonl"));
  std::unique_ptr<QuickQuestions> made(new QuickQuestions(std::move(indexes), *format));
  TEXTKIN_ASSIGN_OR_RETURN(made->shingler_, text::make_shingler(made->indexes_->spec().text));
  TEXTKIN_ASSIGN_OR_RETURN(made->sketcher_, sketch::make_bandable(index::sketch_of_index()));
  return made;
}

QuickQuestions::QuickQuestions(std::unique_ptr<index::IndexUnion> indexes, const report::Format& format)
    : indexes_(std::move(indexes)), table_(format, is_column) {}

bool QuickQuestions::is_prepared(const run::SearchOptions& search, const QueryOptions& wanted) const {
  if (!asked_) return false;
  const run::SearchOptions& before = asked_->search;
  const QueryOptions& with = asked_->wanted;
  return before.threshold == search.threshold && before.measure == search.measure && before.recall == search.recall &&
         with.names_recall == wanted.names_recall && with.names_threshold == wanted.names_threshold &&
         with.names_contained == wanted.names_contained && with.of_stored == wanted.of_stored &&
         with.top == wanted.top && with.as_of == wanted.as_of && with.where.where == wanted.where.where &&
         with.where.where_not == wanted.where.where_not;
}

// As query() settles it; what it would refuse is left to it.
Status QuickQuestions::prepare(const run::SearchOptions& search, const QueryOptions& wanted) {
  asked_.reset();
  finder_.reset();
  const index::IndexSpec& spec = indexes_->spec();
  TEXTKIN_ASSIGN_OR_RETURN(run::Search settled, run::settle(search));
  if (wanted.names_contained && settled.least.measure->kind != join::Measure::Kind::kDirected) return left_to_query();
  if (!wanted.names_recall) settled.recall = spec.recall;
  TEXTKIN_RETURN_IF_ERROR(take_least(wanted, spec, settled.least));
  TEXTKIN_RETURN_IF_ERROR(indexes_->check_as_of(wanted.as_of));
  TEXTKIN_ASSIGN_OR_RETURN(const Way way, way_of(settled.least, false, *indexes_, wanted.folders));
  if (way != Way::kBands || spec.text.weights != Weights::kNone || spec.store == index::Store::kNone)
    return left_to_query();
  TEXTKIN_ASSIGN_OR_RETURN(index::Where where, indexes_->where(wanted.where));
  question_ = index::Question{.threshold = settled.least,
                              .part = wanted.of_stored ? join::Part::kContainer : join::Part::kContained,
                              .recall = settled.recall,
                              .top = wanted.top,
                              .sequence = wanted.as_of == 0 ? ~std::uint64_t{0} : wanted.as_of,
                              .where = std::move(where),
                              .given = {.bytes = kMemory}};
  TEXTKIN_ASSIGN_OR_RETURN(std::unique_ptr<Shingler> of_stored, index::shingler_of_stored(spec));
  finder_ = std::make_unique<index::Finder>(*indexes_, sketcher_->law(), question_, std::move(of_stored));
  asked_ = Asked{.search = search, .wanted = wanted};
  return {};
}

Status QuickQuestions::find(std::string_view text) {
  sets_.clear();
  shingler_->append_distinct(text, sets_.values);
  sets_.offsets.push_back(sets_.values.size());
  sketcher_->sketch(sets_, signatures_);
  set_.assign(sets_.values.begin(), sets_.values.end());
  hash::sort_hashes(set_.data(), set_.size());
  return finder_->find(set_, signatures_[0], answer_);
}

Status QuickQuestions::append_rows(std::string_view id, std::string& rows) {
  table_.append_header(rows);
  for (const index::Match& match : answer_.matches) {
    TEXTKIN_RETURN_IF_ERROR(indexes_->read(match.number, entry_));
    const double similarity = question_.threshold.measure->of(match.shared, set_.size(), match.size, question_.part);
    table_.append_row({.a = id,
                       .b = entry_.id,
                       .similarity = similarity,
                       .lower = similarity,
                       .upper = similarity,
                       .shared = match.shared,
                       .size_a = set_.size(),
                       .size_b = match.size},
                      rows);
    if (rows.size() > kMostRows) return left_to_query();
  }
  return {};
}

std::optional<double> QuickQuestions::answer(const run::SearchOptions& search, const QueryOptions& wanted,
                                             std::string_view id, std::string_view text, std::string& rows) {
  if (wanted.exact || wanted.check || text.size() > kMostText || text.starts_with(kByteOrderMark) ||
      !input::valid_utf8(text))
    return std::nullopt;
  if (!is_prepared(search, wanted) && !prepare(search, wanted).ok()) return std::nullopt;
  std::string made;
  if (!find(text).ok() || !append_rows(id, made).ok()) return std::nullopt;
  rows += made;
  return answer_.recall;
}

}  // namespace textkin::engine::index_ask
