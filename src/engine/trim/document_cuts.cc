#include "engine/trim/document_cuts.h"

#include <algorithm>

namespace textkin::engine::trim {
namespace {

WordSpan words_of(const CutText& cut, const PieceSpec& spec, Place first, Place last) {
  return {cut.words_of(spec, first.piece).begin, cut.words_of(spec, last.piece).end};
}

bool spelled_alike(const PlacedText& a, WordSpan of_a, const PlacedText& b, WordSpan of_b, TextPieces& pieces) {
  if (of_a.size() != of_b.size()) return false;
  for (std::uint32_t i = 0; i < of_a.size(); ++i)
    if (!pieces.same(a.word(of_a.begin + i), b.word(of_b.begin + i))) return false;
  return true;
}

std::uint32_t begin_of_word(const PlacedText& text, std::uint32_t word) {
  return word < text.cut().words.size() ? text.cut().words[word].begin : static_cast<std::uint32_t>(text.text().size());
}

}  // namespace

Result<DocumentCuts> cut_document(DocId doc, std::span<const ChosenRun> runs, const PieceSpec& spec, TextPieces& pieces,
                                  PlacedTexts& texts) {
  DocumentCuts made;
  std::uint32_t cut_to = 0;  // behind the last word that goes
  for (const ChosenRun& run : runs) {
    // The text that was asked for last but one is still there.
    TEXTKIN_RETURN_IF_ERROR(texts.get(doc).status());
    TEXTKIN_ASSIGN_OR_RETURN(const PlacedText* const other, texts.get(run.first_stays.document));
    TEXTKIN_ASSIGN_OR_RETURN(const PlacedText* const own, texts.get(doc));
    const WordSpan goes = words_of(own->cut(), spec, run.first, run.last);
    const WordSpan stays = words_of(other->cut(), spec, run.first_stays, run.last_stays);
    if (goes.end <= cut_to || !spelled_alike(*own, goes, *other, stays, pieces)) continue;
    const std::uint32_t begin = std::max(goes.begin, cut_to);
    const bool passage = spec.is_passage();
    const std::uint32_t from = passage ? begin_of_word(*own, begin) : own->cut().begin_of_unit(run.first.piece);
    const std::uint32_t to = passage ? begin_of_word(*own, goes.end) : own->cut().unit_ends[run.last.piece];
    const std::uint32_t kept_from = passage ? begin_of_word(*other, stays.begin + (begin - goes.begin))
                                            : other->cut().begin_of_unit(run.first_stays.piece);
    Cut cut;
    cut.characters = {own->characters_before(from), own->characters_before(to)};
    cut.words = goes.end - begin;
    cut.kept = run.first_stays.document;
    cut.kept_offset = other->characters_before(kept_from);
    made.cuts.push_back(cut);
    made.spans.push_back(cut.characters);
    made.words += cut.words;
    made.characters += cut.characters.end - cut.characters.begin;
    cut_to = goes.end;
  }
  if (made.cuts.empty()) return made;
  TEXTKIN_ASSIGN_OR_RETURN(const PlacedText* const own, texts.get(doc));
  made.emptied = made.words == own->cut().words.size();
  if (made.emptied) made.spans = {{0, own->characters_before(static_cast<std::uint32_t>(own->text().size()))}};
  return made;
}

}  // namespace textkin::engine::trim
