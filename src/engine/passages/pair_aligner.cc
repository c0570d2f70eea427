#include "engine/passages/pair_aligner.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/parallel.h"
#include "engine/passages/passage_pairs.h"
#include "engine/passages/program_shingles.h"

namespace textkin::engine::passages {
namespace {

// Without the words at both ends that do not count; each side has one that does.
void trim(const align::CountedWords& a, const align::CountedWords& b, align::WordSpans& spans) {
  while (!a.counts(spans.a_begin)) ++spans.a_begin;
  while (!b.counts(spans.b_begin)) ++spans.b_begin;
  while (!a.counts(spans.a_end - 1)) --spans.a_end;
  while (!b.counts(spans.b_end - 1)) --spans.b_end;
}

}  // namespace

PairAligner::PairAligner(const PassagesOptions& wanted, const FoundPassages& found, const align::CommonPassages& common,
                         std::uint64_t memory, std::shared_mutex& alone, PairRooms& rooms)
    : collection_(found.collection),
      totals_(wanted.totals),
      most_bytes_(memory),
      programs_(found.words.code != nullptr),
      texts_(found.collection, found.words, found.exclusions, common, memory),
      aligner_(wanted.align, programs_),
      alone_(alone),
      rooms_(rooms) {}

Status PairAligner::meet_too_large(DocId a, DocId b, std::uint64_t bytes) {
  store::DocumentReader documents(collection_.table);
  store::DocumentRow row;
  TEXTKIN_RETURN_IF_ERROR(documents.read_record(a, row));
  const std::string first = collection_.place(row.record);
  TEXTKIN_RETURN_IF_ERROR(documents.read_record(b, row));
  rooms_.pairs.meet(bytes, fmt::format("{} and {}", first, collection_.place(row.record)));
  return {};
}

// Room for a large pair must not stay behind it.
void PairAligner::free() {
  texts_.clear();
  aligner_.free();
}

template <class Body>
Status PairAligner::with_room(DocId a, DocId b, Body body) {
  TEXTKIN_ASSIGN_OR_RETURN(const std::uint64_t in_a, texts_.words_of(a));
  TEXTKIN_ASSIGN_OR_RETURN(const std::uint64_t in_b, texts_.words_of(b));
  const std::uint64_t needed = (in_a + in_b) * kBytesAnAlignedWord;
  const std::uint64_t shared = (in_a + in_b) * kBytesASharedWord;
  std::uint64_t besides = 0;
  for (const bool alone : {false, true}) {
    const std::uint64_t room = alone ? room_alone(collection_) : most_bytes_;
    if (needed + besides > room) {
      if (!alone) continue;
      return meet_too_large(a, b, needed + std::max(besides, shared));
    }
    const AloneLock lock(alone_, alone);
    if (alone) free();
    TEXTKIN_ASSIGN_OR_RETURN(besides, body(room - needed));
    if (alone) free();
    if (besides == 0) return {};
    if (alone) return meet_too_large(a, b, needed + besides);
  }
  return {};
}

Status PairAligner::align(DocId a, DocId b, std::vector<align::Seed>& seeds) {
  if (base::interrupted()) return Status(Code::kInterrupted, "interrupted");
  ++candidates_;
  return with_room(a, b, [&](std::uint64_t room) -> Result<std::uint64_t> {
    TEXTKIN_ASSIGN_OR_RETURN(const WordColumns* in_a, texts_.get(a));
    TEXTKIN_ASSIGN_OR_RETURN(const WordColumns* in_b, texts_.get(b));
    const std::uint64_t besides = aligner_.align(*in_a, *in_b, seeds, room);
    if (besides > 0) return besides;
    TEXTKIN_RETURN_IF_ERROR(keep(a, b, *in_a, *in_b));
    return 0u;
  });
}

Status PairAligner::cut(std::span<const Passage> passages) {
  const DocId a = passages[0].a;
  const DocId b = passages[0].b;
  return with_room(a, b, [&](std::uint64_t room) -> Result<std::uint64_t> {
    TEXTKIN_ASSIGN_OR_RETURN(const WordColumns* in_a, texts_.get(a));
    TEXTKIN_ASSIGN_OR_RETURN(const WordColumns* in_b, texts_.get(b));
    const std::uint64_t besides = aligner_.cut(*in_a, *in_b, passages, room);
    if (besides > 0) return besides;
    TEXTKIN_RETURN_IF_ERROR(keep(a, b, *in_a, *in_b));
    return 0u;
  });
}

Status PairAligner::keep(DocId a, DocId b, const WordColumns& in_a, const WordColumns& in_b) {
  const std::size_t first = passages_.size();
  const std::size_t first_piece_of_pair = pieces_.size();
  for (align::WordSpans& spans : aligner_.spans()) {
    if (!totals_) {
      if (in_a.counted.in(spans.a_begin, spans.a_end) == 0 || in_b.counted.in(spans.b_begin, spans.b_end) == 0)
        continue;
      trim(in_a.counted, in_b.counted, spans);
    }
    if (!totals_) pieces_.clear();
    const std::size_t first_piece = pieces_.size();
    spans.equal = aligner_.find_pieces(in_a, in_b, spans, pieces_);
    passages_.push_back(passage_of(a, b, in_a, in_b, spans));
    passages_.back().first_piece = first_piece;
    passages_.back().pieces = static_cast<std::uint32_t>(pieces_.size() - first_piece);
  }
  if (totals_ && passages_.size() > first) {
    pairs_.push_back(total_of(std::span(passages_).subspan(first), pieces_, in_a, in_b));
    if (programs_) pairs_.back().similarity = program_similarity(in_a.shingles, in_b.shingles);
  }
  const std::size_t pieces = totals_ ? pieces_.size() - first_piece_of_pair : 0;
  if (!rooms_.answers.take((passages_.size() - first) * sizeof(Passage) + pieces * sizeof(Piece) +
                           (totals_ ? sizeof(PassagePair) : 0))) {
    passages_.clear();
    pieces_.clear();
    pairs_.clear();
  }
  return {};
}

void PairAligner::move_to(FoundPassages& found) {
  if (totals_) {
    for (Passage& passage : passages_) passage.first_piece += found.pieces.size();
    found.pieces.insert(found.pieces.end(), pieces_.begin(), pieces_.end());
  } else {
    for (Passage& passage : passages_) passage.pieces = 0;
  }
  found.passages.insert(found.passages.end(), passages_.begin(), passages_.end());
  found.pairs.insert(found.pairs.end(), pairs_.begin(), pairs_.end());
}

}  // namespace textkin::engine::passages
