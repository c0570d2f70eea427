#include "engine/care/audit.h"

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "base/output_file.h"
#include "engine/find/recall_audit.h"
#include "engine/index/index_union.h"
#include "engine/index/stored_sets.h"
#include "engine/index_ask/check_answers.h"
#include "engine/index_ask/exact_search.h"
#include "hash/mix.h"
#include "report/commands/index_audit.h"
#include "textkin/memory_source.h"

namespace textkin::engine::care {
namespace {

using index::IndexUnion;

constexpr const char* kDrawn = "the drawn documents";  // as INPUT

// What is drawn, as documents to ask about.
struct Drawn final : MemorySource {
  std::vector<DocId> numbers;
  std::vector<std::string> texts;
  std::vector<std::string> names;

  std::uint64_t rows() const override { return texts.size(); }
  std::uint64_t text_bytes() const override {
    std::uint64_t bytes = 0;
    for (const std::string& text : texts) bytes += text.size();
    return bytes;
  }
  std::string_view text(std::uint64_t row) const override { return texts[row]; }
  std::string_view id(std::uint64_t row) const override { return names[row]; }
  FieldValue value(std::uint64_t, std::size_t) const override { return {}; }
};

// Those whose mixed numbers are the least, in the order of their numbers.
Result<std::shared_ptr<Drawn>> draw(const IndexUnion& indexes, const AuditOptions& wanted) {
  std::vector<std::pair<std::uint64_t, DocId>> least;
  TEXTKIN_RETURN_IF_ERROR(indexes.each([&](DocId number, const archive::Entry& entry) -> Result<bool> {
    if (!entry.alive()) return true;
    least.emplace_back(hash::mix64(hash::stream_word(wanted.draw, number)), number);
    std::ranges::push_heap(least);
    if (least.size() <= wanted.sample) return true;
    std::ranges::pop_heap(least);
    least.pop_back();
    return true;
  }));
  auto drawn = std::make_shared<Drawn>();
  for (const auto& [mixed, number] : least) drawn->numbers.push_back(number);
  std::ranges::sort(drawn->numbers);
  for (const DocId number : drawn->numbers) {
    drawn->names.push_back(std::to_string(number));
    TEXTKIN_RETURN_IF_ERROR(indexes.read_text(number, drawn->texts.emplace_back()));
  }
  return drawn;
}

}  // namespace

Status audit(const run::RunOptions& asked, const AuditOptions& wanted, Progress& progress) {
  run::RunOptions about = asked;
  about.inputs.spec.arguments = {kDrawn};
  TEXTKIN_ASSIGN_OR_RETURN(run::SettledRun run, run::settle(about));
  const std::uint64_t of_index = run.limits.lend(run.limits.memory / 3);
  TEXTKIN_ASSIGN_OR_RETURN(const std::unique_ptr<IndexUnion> indexes,
                           IndexUnion::open({wanted.folder}, of_index, wanted.held));
  TEXTKIN_RETURN_IF_ERROR(
      index::check_keeps_texts(indexes->spec(), wanted.folder, "an audit asks with",
                               indexes->spec().store == index::Store::kSets
                                   ? "`textkin index query --check` does the same with documents of yours"
                                   : "`textkin sketches` tells what estimates are worth"));
  run.text = indexes->spec().text;
  if (!wanted.names_recall) run.search.recall = indexes->spec().recall;
  if (!wanted.names_threshold) run.search.least.value = indexes->spec().least;
  TEXTKIN_RETURN_IF_ERROR(index::check_least(run.search.least, *indexes, wanted.folder, false));
  TEXTKIN_ASSIGN_OR_RETURN(const std::shared_ptr<Drawn> drawn, draw(*indexes, wanted));
  run.inputs.spec.memory[kDrawn] = drawn;
  const index::Question question{
      .threshold = run.search.least, .recall = run.search.recall, .sequence = ~std::uint64_t{0}};
  TEXTKIN_ASSIGN_OR_RETURN(index_ask::FoundMatches exact, index_ask::search_exactly(run, *indexes, question, progress));
  TEXTKIN_ASSIGN_OR_RETURN(const index_ask::CheckedAnswers checked,
                           index_ask::check_answers(*indexes, question, std::move(exact), drawn->numbers));
  const RunAudit audit = find::audit_of(checked.questions, indexes->documents());
  const report::IndexAudit report{.folder = wanted.folder,
                                  .documents = indexes->documents(),
                                  .threshold = question.threshold.value,
                                  .audit = audit,
                                  .stated = checked.stated,
                                  .candidates = checked.found.candidates};
  TEXTKIN_ASSIGN_OR_RETURN(const std::unique_ptr<base::OutputFile> file, base::OutputFile::create(wanted.output));
  TEXTKIN_RETURN_IF_ERROR(
      file->write(wanted.format == "json" ? report::index_audit_json(report) : report::index_audit_text(report)));
  return file->commit();
}

}  // namespace textkin::engine::care
