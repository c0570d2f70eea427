#include "engine/index_passages/index_passages.h"

#include <memory>

namespace textkin::engine::index_passages {
namespace {

// Of the memory, so much is the index's.
constexpr std::uint64_t kPartOfIndex = 3;

struct Opened {
  std::unique_ptr<KeptInIndex> kept;
  run::ReadOptions asked;
};

Result<Opened> open(const run::ReadOptions& asked, const KeptOptions& wanted) {
  Opened opened{.kept = nullptr, .asked = asked};
  run::Limits limits = run::settle(asked.limits);
  TEXTKIN_ASSIGN_OR_RETURN(opened.kept, KeptInIndex::open(wanted, limits.lend(limits.memory / kPartOfIndex)));
  opened.asked.limits.memory = limits.memory;
  opened.asked.limits.beside = limits.beside;
  opened.asked.text = opened.kept->spec().text;
  return opened;
}

passages::PassagesOptions as_kept(const passages::PassagesOptions& wanted, const index::IndexSpec& spec) {
  passages::PassagesOptions made = wanted;
  made.align.guarantee = spec.passages;
  made.normalize = index::code_of(spec.text);
  return made;
}

}  // namespace

Result<PassageStats> passages(const run::ReadOptions& asked, const KeptOptions& kept,
                              const passages::PassagesOptions& found, write::Results& results, Progress& progress) {
  TEXTKIN_ASSIGN_OR_RETURN(const Opened opened, open(asked, kept));
  return commands::passages(opened.asked, as_kept(found, opened.kept->spec()), results, progress, opened.kept.get());
}

Result<PassageStats> report(const run::ReadOptions& asked, const KeptOptions& kept,
                            const commands::ReportOptions& wanted, write::Results& results, Progress& progress) {
  TEXTKIN_ASSIGN_OR_RETURN(const Opened opened, open(asked, kept));
  commands::ReportOptions made = wanted;
  made.passages = as_kept(wanted.passages, opened.kept->spec());
  return commands::report_passages(opened.asked, made, results, progress, opened.kept.get());
}

}  // namespace textkin::engine::index_passages
