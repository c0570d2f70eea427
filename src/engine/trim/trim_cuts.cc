#include "engine/trim/trim_cuts.h"

#include <span>
#include <string_view>
#include <utility>

#include "engine/passages/passage_memory.h"

namespace textkin::engine::trim {
namespace {

constexpr std::uint64_t kTextParts = 8;  // of the memory, one is for texts that are held

}  // namespace

TrimCuts::TrimCuts(const read::Collection& collection, const TrimOptions& wanted, CutReader& cuts,
                   std::vector<std::unique_ptr<TextPieces>>& pieces, CutFile* removed, ToldCuts* told)
    : collection_(collection),
      wanted_(wanted),
      cuts_(cuts),
      removed_(removed),
      told_(told),
      ids_(collection.table),
      kept_ids_(collection.table) {
  const std::uint64_t memory = collection.budget->limit() / kTextParts / pieces.size();
  for (const auto& own : pieces) workers_.push_back(std::make_unique<Worker>(collection, *own, memory));
}

Result<std::unique_ptr<cut::Cuts::OfStretch>> TrimCuts::next(DocId, DocId end) {
  auto runs = std::make_unique<Runs>();
  TEXTKIN_RETURN_IF_ERROR(cuts_.append_before(end, runs->all));
  return std::unique_ptr<OfStretch>(std::move(runs));
}

Status TrimCuts::decide(DocId doc, unsigned worker, OfStretch& stretch, cut::Fate& fate) {
  auto& runs = static_cast<Runs&>(stretch);
  const std::size_t first = runs.next;
  while (runs.next < runs.all.size() && runs.all[runs.next].first.document == doc) ++runs.next;
  if (runs.next == first) return {};
  const std::span<const ChosenRun> own_runs = std::span(runs.all).subspan(first, runs.next - first);
  Worker& own = *workers_[worker];
  TEXTKIN_ASSIGN_OR_RETURN(const DocumentRecord record, own.texts.record(doc));
  bool alone = record.length > collection_.shares.alone;
  for (const ChosenRun& run : own_runs) {
    TEXTKIN_ASSIGN_OR_RETURN(const DocumentRecord other, own.texts.record(run.first_stays.document));
    alone = alone || other.length > collection_.shares.alone;
  }
  const passages::AloneLock lock(alone_, alone);
  TEXTKIN_ASSIGN_OR_RETURN(DocumentCuts made, cut_document(doc, own_runs, wanted_.pieces, own.pieces, own.texts));
  if (alone) own.texts.clear();
  fate.spans = made.spans;
  fate.dropped = made.emptied && wanted_.drops_emptied;
  if (!made.spans.empty()) runs.cut.push_back({doc, std::move(made)});
  return {};
}

Status TrimCuts::tell(OfStretch& stretch) {
  std::string_view id;
  std::string_view kept;
  for (const CutDocument& document : static_cast<Runs&>(stretch).cut) {
    ++totals_.changed;
    totals_.emptied += document.made.emptied;
    if (told_ != nullptr && document.made.emptied) told_->emptied.push_back(document.doc);
    totals_.removed += document.made.cuts.size();
    totals_.removed_words += document.made.words;
    totals_.removed_characters += document.made.characters;
    if (removed_ != nullptr) TEXTKIN_RETURN_IF_ERROR(ids_.read_id(document.doc, id));
    for (const Cut& cut : document.made.cuts) {
      const std::uint32_t length = cut.characters.end - cut.characters.begin;
      if (told_ != nullptr)
        told_->cuts.push_back({.a = document.doc,
                          .b = cut.kept,
                          .a_offset = cut.characters.begin,
                          .a_length = length,
                          .b_offset = cut.kept_offset,
                          .a_words = cut.words});
      if (removed_ == nullptr) continue;
      TEXTKIN_RETURN_IF_ERROR(kept_ids_.read_id(cut.kept, kept));
      TEXTKIN_RETURN_IF_ERROR(removed_->add({.id = id,
                                             .offset = cut.characters.begin,
                                             .length = length,
                                             .words = cut.words,
                                             .kept = kept,
                                             .kept_offset = cut.kept_offset}));
    }
  }
  return {};
}

}  // namespace textkin::engine::trim
