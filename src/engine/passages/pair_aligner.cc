#include "engine/passages/pair_aligner.h"

#include <fmt/format.h>

#include "engine/passages/passage_pairs.h"

namespace textkin::engine::passages {
namespace {

// Without the words at both ends that do not count; each side has one that does.
void trim(const align::CountedWords& a, const align::CountedWords& b, align::WordSpans& spans) {
  while (!a.counts(spans.a_begin)) ++spans.a_begin;
  while (!b.counts(spans.b_begin)) ++spans.b_begin;
  while (!a.counts(spans.a_end - 1)) --spans.a_end;
  while (!b.counts(spans.b_end - 1)) --spans.b_end;
  spans.equal = std::min({spans.equal, spans.a_words(), spans.b_words()});
}

}  // namespace

PairAligner::PairAligner(const PassagesOptions& wanted, const FoundPassages& found, const align::CommonPassages& common,
                         std::uint64_t memory)
    : totals_(wanted.totals),
      limit_(found.collection.budget->limit()),
      most_bytes_(memory),
      texts_(found.collection, found.words, found.exclusions, common, memory),
      aligner_(wanted.align),
      own_(wanted.align) {}

Status PairAligner::align(DocId a, DocId b, std::vector<align::Seed>& seeds) {
  ++candidates_;
  TEXTKIN_ASSIGN_OR_RETURN(const WordColumns* in_a, texts_.get(a));
  TEXTKIN_ASSIGN_OR_RETURN(const WordColumns* in_b, texts_.get(b));
  aligner_.align(in_a->view(), in_b->view(), seeds, spans_);
  return keep(a, b, *in_a, *in_b);
}

Status PairAligner::cut(std::span<const Passage> passages) {
  TEXTKIN_ASSIGN_OR_RETURN(const WordColumns* in_a, texts_.get(passages[0].a));
  TEXTKIN_ASSIGN_OR_RETURN(const WordColumns* in_b, texts_.get(passages[0].b));
  spans_.clear();
  for (const Passage& x : passages)
    spans_.push_back({.a_begin = x.a_first_word,
                      .a_end = x.a_first_word + x.a_words,
                      .b_begin = x.b_first_word,
                      .b_end = x.b_first_word + x.b_words,
                      .equal = x.equal,
                      .longest = x.longest});
  return keep(passages[0].a, passages[0].b, *in_a, *in_b);
}

Status PairAligner::keep(DocId a, DocId b, const WordColumns& in_a, const WordColumns& in_b) {
  own_.cut(in_a.view(), in_b.view(), in_a.counted, in_b.counted, spans_);
  const std::size_t first = passages_.size();
  for (align::WordSpans& spans : spans_) {
    if (!totals_) {
      if (in_a.counted.in(spans.a_begin, spans.a_end) == 0 || in_b.counted.in(spans.b_begin, spans.b_end) == 0)
        continue;
      trim(in_a.counted, in_b.counted, spans);
    }
    passages_.push_back(passage_of(a, b, in_a, in_b, spans));
  }
  if (totals_ && passages_.size() > first) pairs_.push_back(total_of(std::span(passages_).subspan(first), in_a, in_b));
  if (passages_.size() * sizeof(Passage) + pairs_.size() * sizeof(PassagePair) <= most_bytes_) return {};
  return Status(Code::kExhausted, fmt::format("more passages than --memory {} has room for; give twice as much, a "
                                              "larger --guarantee, or a smaller --common",
                                              run::in_mebibytes(limit_)));
}

void PairAligner::move_to(FoundPassages& found) {
  found.passages.insert(found.passages.end(), passages_.begin(), passages_.end());
  found.pairs.insert(found.pairs.end(), pairs_.begin(), pairs_.end());
}

}  // namespace textkin::engine::passages
