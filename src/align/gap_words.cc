#include "align/gap_words.h"

#include <algorithm>

namespace textkin::align {
namespace {

using Place = std::pair<std::uint32_t, std::uint32_t>;

// Places that are reached from the begin or the end, {a_size, b_size}.
void keep_near_ends(std::vector<Place>& places, const Place& end, std::uint32_t near) {
  const auto is_near = [&](std::uint32_t a, std::uint32_t b) { return a <= near && b <= near; };
  std::size_t front = 0;
  for (Place from{0, 0}; front < places.size(); ++front) {
    if (!is_near(places[front].first - from.first, places[front].second - from.second)) break;
    from = {places[front].first + 1, places[front].second + 1};
  }
  std::size_t back = places.size();
  for (Place from = end; back > front; --back) {
    const Place& before = places[back - 1];
    if (!is_near(from.first - before.first - 1, from.second - before.second - 1)) break;
    from = before;
  }
  places.erase(places.begin() + static_cast<std::ptrdiff_t>(front), places.begin() + static_cast<std::ptrdiff_t>(back));
}

}  // namespace

void GapWords::find(Words a, Words b, std::uint32_t near, std::vector<Place>& out) {
  out.clear();
  const std::size_t width = b.size() + 1;
  if (a.empty() || b.empty() || (a.size() + 1) * width > kMostCells) return;
  longest_.assign((a.size() + 1) * width, 0);
  for (std::size_t i = a.size(); i-- > 0;)
    for (std::size_t j = b.size(); j-- > 0;)
      longest_[i * width + j] = a[i] == b[j] ? static_cast<std::uint16_t>(longest_[(i + 1) * width + j + 1] + 1)
                                             : std::max(longest_[(i + 1) * width + j], longest_[i * width + j + 1]);
  for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    if (a[i] == b[j])
      out.emplace_back(static_cast<std::uint32_t>(i++), static_cast<std::uint32_t>(j++));
    else if (longest_[(i + 1) * width + j] >= longest_[i * width + j + 1])
      ++i;
    else
      ++j;
  }
  keep_near_ends(out, {static_cast<std::uint32_t>(a.size()), static_cast<std::uint32_t>(b.size())}, near);
}

}  // namespace textkin::align
