#include "text/quotations/dialogue.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace textkin::text {
namespace {

constexpr std::uint32_t kMostBetween = 25;  // words: of who speaks and what he does meanwhile
constexpr std::size_t kLeastSpeeches = 5;
constexpr std::ptrdiff_t kLeastSaid = 3;

// Calls `take` with each dialogue.
template <typename Quotations, typename Take>
void each_dialogue(Quotations quotations, const Take& take) {
  const auto has_source = [](const Quotation& one) { return one.referenced && !one.said; };
  for (std::size_t begin = 0; begin < quotations.size();) {
    std::size_t end = begin;
    std::uint32_t behind = quotations[begin].words.first;
    while (end < quotations.size() && !has_source(quotations[end]) &&
           quotations[end].words.first - behind <= kMostBetween) {
      behind = quotations[end].words.first + quotations[end].words.words;
      ++end;
    }
    const Quotations run = quotations.subspan(begin, end - begin);
    if (run.size() >= kLeastSpeeches && std::ranges::count_if(run, &Quotation::said) >= kLeastSaid) take(run);
    begin = std::max(end, begin + 1);
  }
}

}  // namespace

bool has_dialogue(std::span<const Quotation> quotations) {
  bool found = false;
  each_dialogue(quotations, [&](std::span<const Quotation>) { found = true; });
  return found;
}

void unreference_dialogue(std::span<Quotation> quotations) {
  each_dialogue(quotations, [](std::span<Quotation> run) {
    for (Quotation& one : run) one.referenced = one.said = false;
  });
}

}  // namespace textkin::text
