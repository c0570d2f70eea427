#include "base/names/nearest.h"

#include <algorithm>
#include <vector>

#include "base/ascii.h"

namespace textkin::base {
namespace {

// Damerau-Levenshtein distance, optimal string alignment: three rows of the table are alive.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) last[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const bool same = to_lower(a[i - 1]) == to_lower(b[j - 1]);
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (same ? 0 : 1)});
      if (i > 1 && j > 1 && to_lower(a[i - 1]) == to_lower(b[j - 2]) && to_lower(a[i - 2]) == to_lower(b[j - 1]))
        row[j] = std::min(row[j], before[j - 2] + 1);
    }
    std::swap(before, last);
    std::swap(last, row);
  }
  return last[b.size()];
}

}  // namespace

std::string_view nearest(std::string_view typed, std::span<const std::string_view> names) {
  std::string_view best;
  std::size_t fewest = typed.size() + 1000;
  for (const std::string_view name : names) {
    const std::size_t longer = std::max(typed.size(), name.size());
    const std::size_t allowed = std::max<std::size_t>(1, longer / 3);
    if (std::max(typed.size(), name.size()) - std::min(typed.size(), name.size()) > allowed) continue;
    const std::size_t changes = distance(typed, name);
    if (changes > allowed || changes >= fewest) continue;
    fewest = changes;
    best = name;
  }
  return best;
}

}  // namespace textkin::base
