#include "engine/index/question.h"

#include <algorithm>
#include <utility>

namespace textkin::engine::index {

void keep_best(const Question& question, std::uint64_t size, Answer& out) {
  if (question.top == 0) return;
  const auto similarity = [&](const Match& match) {
    return question.threshold.measure->of(match.shared, size, match.size, question.part);
  };
  std::ranges::sort(out.matches, {}, [&](const Match& match) { return std::pair(-similarity(match), match.number); });
  if (out.matches.size() < question.top) return;
  out.matches.resize(question.top);
  out.at = similarity(out.matches.back());
  out.above_the_last = true;
}

}  // namespace textkin::engine::index
