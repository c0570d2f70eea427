#include "engine/rules/rules.h"

#include <fmt/format.h>

#include <memory>
#include <vector>

#include "engine/find/pair_expansion.h"
#include "engine/find/search_run.h"
#include "engine/rules/transposed.h"
#include "engine/write/run_end.h"
#include "join/measures/containment.h"
#include "report/rows/rule_rows.h"
#include "report/rows/table_file.h"
#include "store/document_reader.h"
#include "textkin/jaccard.h"

namespace textkin::engine::rules {
namespace {

using RuleFile = report::TableFile<report::RuleRow>;

Status check(const RulesOptions& wanted) {
  const auto refuse = [](std::string message) { return Status(Code::kInvalidArgument, std::move(message)); };
  if (!wanted.similarity && !wanted.confidence)
    return refuse("rules needs a threshold: --similarity T, --confidence C, or both");
  for (const auto& [name, value] : {std::pair("--similarity", wanted.similarity), {"--confidence", wanted.confidence}})
    if (value && !(*value > 0 && *value <= 1))
      return refuse(fmt::format("{} {} is not above 0 and at most 1", name, *value));
  if (wanted.min_support == 0)
    return refuse("--min-support is 1 or more: two items that are never together are no rule");
  if (wanted.max_support < wanted.min_support)
    return refuse(fmt::format("--max-support {} is less than --min-support {}: no pair is both", wanted.max_support,
                              wanted.min_support));
  return {};
}

// The search among the columns: by its own threshold and measure, in scratch.
Result<run::SettledRun> settle_search(const run::RunOptions& asked, const RulesOptions& wanted) {
  run::RunOptions options = asked;
  options.search.threshold = wanted.similarity ? *wanted.similarity : *wanted.confidence;
  options.search.measure = wanted.similarity ? "jaccard" : "containment";
  options.search.audit = 0;
  options.limits.run_dir.clear();
  options.inputs.against.clear();
  return run::settle(options);
}

class RuleWriter {
 public:
  RuleWriter(const RulesOptions& wanted, RuleFile& file) : wanted_(wanted), file_(file) {}

  // Both directions of a pair of which `a` comes first.
  Status add(const store::DocumentRow& a, const store::DocumentRow& b, std::uint32_t shared) {
    if (shared < wanted_.min_support || shared > wanted_.max_support) return {};
    if (!wanted_.confidence) return a.size <= b.size ? write(a, b, shared) : write(b, a, shared);
    TEXTKIN_RETURN_IF_ERROR(write_if_confident(a, b, shared));
    return write_if_confident(b, a, shared);
  }

 private:
  Status write_if_confident(const store::DocumentRow& a, const store::DocumentRow& b, std::uint32_t shared) {
    if (join::kContainment.similarity(shared, a.size, b.size) < *wanted_.confidence) return {};
    return write(a, b, shared);
  }

  Status write(const store::DocumentRow& a, const store::DocumentRow& b, std::uint32_t shared) {
    return file_.add({.a = a.id,
                      .b = b.id,
                      .similarity = jaccard(shared, a.size, b.size),
                      .confidence = join::kContainment.similarity(shared, a.size, b.size),
                      .shared = shared,
                      .size_a = a.size,
                      .size_b = b.size});
  }

  const RulesOptions& wanted_;
  RuleFile& file_;
};

Status write_rules(const read::Collection& collection, const find::PairExpansion& expansion, RuleWriter& writer) {
  store::DocumentReader documents(collection.table);
  store::DocumentReader partner_documents(collection.table);
  store::DocumentRow row;
  store::DocumentRow other;
  std::vector<find::PairExpansion::Partner> partners;
  for (DocId a = 0; a < collection.documents(); ++a) {
    TEXTKIN_RETURN_IF_ERROR(documents.read(a, row));
    TEXTKIN_RETURN_IF_ERROR(expansion.partners_after(a, row.size, partners));
    for (const auto& [b, shared] : partners) {
      TEXTKIN_RETURN_IF_ERROR(partner_documents.read(b, other));
      TEXTKIN_RETURN_IF_ERROR(writer.add(row, other, shared));
    }
  }
  return {};
}

// What the search among the columns refuses, in its own words.
Status explained(Status status) {
  if (status.code() != Code::kExhausted) return status;
  return Status(Code::kExhausted,
                status.message() + " (a document is an item here, and its words are the transactions that hold it)");
}

}  // namespace

Result<RunStats> rules(const run::RunOptions& asked, const RulesOptions& wanted, write::Results& results,
                       Progress& progress) {
  TEXTKIN_RETURN_IF_ERROR(check(wanted));
  TEXTKIN_ASSIGN_OR_RETURN(const report::Format* format, report::find_format(wanted.format));
  TEXTKIN_ASSIGN_OR_RETURN(run::SettledRun run, settle_search(asked, wanted));
  TEXTKIN_ASSIGN_OR_RETURN(std::unique_ptr<RuleFile> file, RuleFile::open(wanted.output, *format));
  TEXTKIN_ASSIGN_OR_RETURN(write::RunEnd end, write::RunEnd::open(run.stats, results, progress));
  TEXTKIN_ASSIGN_OR_RETURN(const std::unique_ptr<run::RunDirectory> scratch, run::RunDirectory::open(""));

  run::StageClock clock;
  clock.begin("transpose");
  TEXTKIN_ASSIGN_OR_RETURN(const Transposed columns, transpose(run, wanted.min_support, *scratch, progress));
  progress.note(fmt::format("{} transactions, {} items, {} of them in {} or more", columns.rows, columns.items,
                            columns.columns, wanted.min_support));

  run.inputs = columns.inputs;
  run.text = columns.text;
  Result<find::SearchRun> searched = find::find_similar(run, find::SearchGoal(), progress, clock);
  if (!searched.ok()) return explained(searched.status());
  find::SearchRun& search = *searched;
  const read::Collection& collection = search.collection;
  TEXTKIN_ASSIGN_OR_RETURN(
      const find::PairExpansion expansion,
      find::PairExpansion::make(collection.documents(), search.found.pairs, search.found.duplicates,
                                collection.directory->path(), collection.shares.pairs, collection.threads));
  search.found.spilled_bytes += expansion.spilled_bytes();

  clock.begin("write");
  RuleWriter writer(wanted, *file);
  TEXTKIN_RETURN_IF_ERROR(write_rules(collection, expansion, writer));
  TEXTKIN_RETURN_IF_ERROR(file->commit());
  search.stats.pairs = file->rows();
  search.stats.transactions = columns.rows;
  search.stats.problems = columns.problems;
  return end.finish("rules", collection, search.all_stats(), clock);
}

}  // namespace textkin::engine::rules
