#include "cluster/decide.h"

#include <algorithm>

namespace textkin::cluster {
namespace {

// A pair as the keep rule sees it: the worse document asks whether the better one stays.
struct Question {
  std::uint32_t rank;
  std::uint32_t better_rank;
  std::size_t pair;
};

std::vector<Question> in_order(std::span<const VerifiedPair> pairs, const KeepOrder& order) {
  std::vector<Question> questions;
  questions.reserve(pairs.size());
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const std::uint32_t a = order.of(pairs[i].a);
    const std::uint32_t b = order.of(pairs[i].b);
    questions.push_back({.rank = std::max(a, b), .better_rank = std::min(a, b), .pair = i});
  }
  std::ranges::sort(questions, [](const Question& x, const Question& y) {
    return x.rank != y.rank ? x.rank < y.rank : x.better_rank < y.better_rank;
  });
  return questions;
}

}  // namespace

std::vector<KeepDecision> all_stay(std::size_t documents) {
  std::vector<KeepDecision> decisions(documents);
  for (std::size_t doc = 0; doc < documents; ++doc) decisions[doc].kept = static_cast<DocId>(doc);
  return decisions;
}

void decide_pairs(std::span<const VerifiedPair> pairs, const KeepOrder& order, std::vector<KeepDecision>& decisions) {
  // Best first, so a document's answer is final before any worse one asks; its best partner comes first.
  for (const Question& question : in_order(pairs, order)) {
    VerifiedPair pair = pairs[question.pair];
    if (order.of(pair.a) != question.rank) {
      std::swap(pair.a, pair.b);
      std::swap(pair.size_a, pair.size_b);
    }
    KeepDecision& decision = decisions[pair.a];
    if (decision.kept != pair.a || decisions[pair.b].kept != pair.b) continue;
    const bool identical = pair.shared == pair.size_a && pair.shared == pair.size_b;
    decision = {
        .kept = pair.b, .shared = pair.shared, .size = pair.size_a, .size_kept = pair.size_b, .identical = identical};
  }
}

void decide_duplicates(std::span<const Duplicate> duplicates, std::vector<KeepDecision>& decisions) {
  // A duplicate is similar to whatever its first is similar to, so the rule gives it the same partner.
  for (const Duplicate& duplicate : duplicates) {
    const KeepDecision& first = decisions[duplicate.first];
    if (first.kept == duplicate.first) {
      decisions[duplicate.doc] = {.kept = duplicate.first,
                                  .shared = duplicate.size,
                                  .size = duplicate.size,
                                  .size_kept = duplicate.size,
                                  .identical = true};
    } else {
      decisions[duplicate.doc] = first;
    }
  }
}

std::vector<KeepDecision> decide(std::size_t documents, std::span<const VerifiedPair> pairs,
                                 std::span<const Duplicate> duplicates, const KeepOrder& order) {
  std::vector<KeepDecision> decisions = all_stay(documents);
  decide_pairs(pairs, order, decisions);
  decide_duplicates(duplicates, decisions);
  return decisions;
}

}  // namespace textkin::cluster
