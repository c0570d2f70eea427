#include "engine/trim/mark_visitor.h"

#include <algorithm>

#include "engine/passages/passage_memory.h"

namespace textkin::engine::trim {
namespace {

constexpr std::uint64_t kBytesAControl = 6;  // as JSON has it

// A document that is cut is in memory beside the one that stays for it: both texts and their words; and as it is
// written.
Status check_room(const Document& document, const read::Collection& collection, TextPieces& pieces) {
  const std::uint64_t words = pieces.count_words(document.text);
  const auto controls = std::ranges::count_if(document.text, [](unsigned char byte) { return byte < ' '; });
  const std::uint64_t needed = 2 * (words * TextPieces::kBytesAWord + 2 * document.text.size()) +
                               kBytesAControl * static_cast<std::uint64_t>(controls);
  if (needed <= passages::room_alone(collection)) return {};
  return passages::too_many_words(collection, collection.place(document.record), needed);
}

}  // namespace

Status MarkVisitor::make(std::span<const Document> documents, unsigned worker, MarksOfBlock& made) {
  TextPieces& pieces = *pieces_[worker];
  for (const Document& document : documents) {
    const bool alone = document.text.size() > collection_.shares.alone;
    if (alone) TEXTKIN_RETURN_IF_ERROR(check_room(document, collection_, pieces));
    pieces.read(document.text);
    pieces.append_marks(made.marks);
    const auto words = static_cast<std::uint32_t>(pieces.cut().words.size());
    made.sizes.push_back(words);
    made.short_units += pieces.short_units();
    made.most_pieces = std::max({made.most_pieces, words, static_cast<std::uint32_t>(pieces.cut().unit_ends.size())});
    if (alone) pieces.forget();
  }
  return {};
}

Status MarkVisitor::take(DocId, MarksOfBlock& made) {
  for (const std::uint64_t mark : made.marks) marks_.add(mark);
  short_units_ += made.short_units;
  most_pieces_ = std::max(most_pieces_, made.most_pieces);
  return {};
}

}  // namespace textkin::engine::trim
