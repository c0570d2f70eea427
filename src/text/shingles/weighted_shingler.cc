#include "text/shingles/weighted_shingler.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iterator>

#include "base/sort.h"
#include "hash/bytes.h"
#include "hash/mix.h"
#include "text/shingles/distinct.h"
#include "text/shingles/shingle_hash.h"
#include "text/unicode/char_class.h"
#include "text/unicode/utf8.h"

namespace textkin::text {
namespace {

struct Item {
  std::string_view token;
  std::string_view name;
  double weight = 0;
  std::string wrong;  // why it is no weighted item; empty: it is one
};

std::string number(double value) {
  char digits[32];
  return std::string(digits, std::to_chars(digits, std::end(digits), value).ptr);
}

Item read_item(std::string_view token) {
  Item item{.token = token, .name = {}, .wrong = {}};
  const std::size_t colon = token.rfind(':');
  if (colon == std::string_view::npos) {
    item.wrong = "has no weight; write NAME:WEIGHT, as in 17:3";
    return item;
  }
  item.name = token.substr(0, colon);
  const std::string_view digits = token.substr(colon + 1);
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), item.weight);
  if (item.name.empty()) {
    item.wrong = "has no name before its weight";
  } else if (error != std::errc() || end != digits.data() + digits.size()) {
    item.wrong = "has no number behind its last colon";
  } else if (item.weight != 0 && !(item.weight >= kLeastItemWeight && item.weight <= kLargestItemWeight)) {
    item.wrong =
        "has a weight that is neither 0 nor from " + number(kLeastItemWeight) + " to " + number(kLargestItemWeight);
  }
  return item;
}

// Calls use(item) for each token until it gives false.
template <class Use>
void for_items(std::string_view text, Use use) {
  const std::uint8_t* const flags = char_flags();
  const char* const end = text.data() + text.size();
  const char* begin = text.data();  // of the token at hand
  for (const char* at = begin; begin < end;) {
    const bool ends = at == end || (flags[decode(at, end).value] & kSpaceChar) != 0;
    if (ends && at > begin && !use(read_item({begin, static_cast<std::size_t>(at - begin)}))) return;
    if (at == end) return;
    at += decode(at, end).length;
    if (ends) begin = at;
  }
}

// The members by feature, ascending; the weights of repeats added in the order of the text.
void read_members(const hash::Key& key, std::string_view text, std::vector<std::pair<Feature, double>>& members) {
  members.clear();
  for_items(text, [&](const Item& item) {
    if (!item.wrong.empty() || item.weight == 0) return true;
    std::uint64_t feature = hash::hash_bytes(key, item.name.data(), item.name.size());
    shingle(&feature, 1, 1);
    members.emplace_back(feature, item.weight);
    return true;
  });
  std::ranges::stable_sort(members, {}, &std::pair<Feature, double>::first);
  std::size_t kept = 0;
  for (std::size_t i = 0; i < members.size(); ++i) {
    if (kept > 0 && members[kept - 1].first == members[i].first) {
      members[kept - 1].second += members[i].second;
    } else {
      members[kept++] = members[i];
    }
  }
  members.resize(kept);
}

double copies_of(double weight, double unit) { return std::max(1.0, std::floor(weight / unit + 0.5)); }

}  // namespace

std::string check_weights(std::string_view text, double unit) {
  std::string wrong;
  for_items(text, [&](const Item& item) {
    if (item.wrong.empty()) return true;
    // A token may be as long as its file.
    const std::size_t shown = item.token.size() <= 40 ? item.token.size() : code_point_start(item.token, 40);
    wrong =
        "item '" + std::string(item.token.substr(0, shown)) + (shown < item.token.size() ? "...' " : "' ") + item.wrong;
    return false;
  });
  if (!wrong.empty()) return wrong;
  std::vector<std::pair<Feature, double>> members;
  read_members(hash::kPublicKey, text, members);
  double copies = 0;
  double largest = 0;
  for (const auto& [feature, weight] : members) {
    copies += copies_of(weight, unit);
    largest = std::max(largest, weight);
  }
  if (largest > kLargestItemWeight)
    return "the weights of a repeated item add up to more than " + number(kLargestItemWeight);
  if (copies <= static_cast<double>(kMostCopies)) return "";
  return "the weights make " + number(copies) + " copies of --weight-unit " + number(unit) + ", and " +
         std::to_string(kMostCopies) + " is the most; take a larger unit";
}

void WeightedShingler::append_distinct(std::string_view text, std::vector<Feature>& out) {
  read_members(key_, text, members_);
  double room = static_cast<double>(kMostCopies);
  for (const auto& [feature, weight] : members_) {
    const auto copies = static_cast<std::uint64_t>(std::min(copies_of(weight, unit_), room));
    room -= static_cast<double>(copies);
    if (copies > 0) out.push_back(feature);
    for (std::uint64_t copy = 1; copy < copies; ++copy) out.push_back(hash::mix64(feature + copy * kCopyStep));
  }
}

void WeightedShingler::append_counted(std::string_view text, std::vector<Feature>& out, std::vector<double>& counts) {
  read_members(key_, text, members_);
  for (const auto& [feature, weight] : members_) {
    out.push_back(feature);
    counts.push_back(weight);
  }
}

void WeightedShingler::append_sorted(std::string_view text, std::vector<Feature>& out) {
  const std::size_t before = out.size();
  append_distinct(text, out);
  base::sort(out.data() + before, out.size() - before);
}

}  // namespace textkin::text
