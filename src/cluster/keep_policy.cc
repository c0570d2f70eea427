#include "cluster/keep_policy.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "cluster/glob.h"

namespace textkin::cluster {
namespace {

using Value = OwnedFieldValue;

constexpr std::array<KeepPolicyForm, 6> kPolicies{{
    {"first", "the earliest in input order"},
    {"last", "the latest in input order"},
    {"longest", "the text with the most characters"},
    {"shortest", "the text with the fewest characters"},
    {"field:NAME[:max|min]", "the greatest (or least) value of a field of the record"},
    {"prefer:PATTERN", "one whose id or file matches a glob or lies in a folder"},
}};

Status unknown_policy(std::string_view text, std::string_view why) {
  std::string message = "--keep '" + std::string(text) + "' " + std::string(why) + "; it takes one of:";
  for (const KeepPolicyForm& policy : kPolicies) message += " " + std::string(policy.form);
  return Status(Code::kInvalidArgument, std::move(message));
}

// Takes `prefix` off the front of `text` where it is there.
bool take_prefix(std::string_view& text, std::string_view prefix) {
  if (!text.starts_with(prefix)) return false;
  text.remove_prefix(prefix.size());
  return true;
}

bool take_suffix(std::string_view& text, std::string_view suffix) {
  if (!text.ends_with(suffix)) return false;
  text.remove_suffix(suffix.size());
  return true;
}

// 0 numbers, 1 texts, 2 missing: not a number is no value to compare by.
int kind_order(const Value& value) {
  if (value.kind == Value::Kind::kNumber && !std::isnan(value.number)) return 0;
  return value.kind == Value::Kind::kText ? 1 : 2;
}

bool less_number(const Value& a, const Value& b) {
  return a.number != b.number ? a.number < b.number : a.beyond < b.beyond;
}

bool better_value(const Value& a, const Value& b, bool ascending) {
  const int kind = kind_order(a);
  if (kind != kind_order(b)) return kind < kind_order(b);
  if (kind == 0) return ascending ? less_number(a, b) : less_number(b, a);
  if (kind == 1) return ascending ? a.text < b.text : a.text > b.text;
  return false;
}

// The order in which `better(a, b)` comes first; ties fall to the earlier document.
template <class Better>
KeepOrder order_by(std::size_t documents, const Better& better) {
  std::vector<DocId> docs(documents);
  std::iota(docs.begin(), docs.end(), DocId{0});
  std::ranges::stable_sort(docs, better);
  KeepOrder order;
  order.rank.resize(documents);
  for (std::size_t rank = 0; rank < documents; ++rank) order.rank[docs[rank]] = static_cast<std::uint32_t>(rank);
  return order;
}

}  // namespace

std::span<const KeepPolicyForm> keep_policies() { return kPolicies; }

Result<KeepPolicy> parse_keep_policy(std::string_view text) {
  KeepPolicy policy;
  std::string_view rest = text;
  if (text == "first") return policy;
  if (text == "last") {
    policy.kind = KeepPolicy::Kind::kLast;
  } else if (text == "longest") {
    policy.kind = KeepPolicy::Kind::kLongest;
  } else if (text == "shortest") {
    policy.kind = KeepPolicy::Kind::kShortest;
  } else if (take_prefix(rest, "field:")) {
    policy.kind = KeepPolicy::Kind::kField;
    policy.ascending = take_suffix(rest, ":min");
    if (!policy.ascending) take_suffix(rest, ":max");
    if (rest.empty()) return unknown_policy(text, "names no field");
    policy.argument = rest;
  } else if (take_prefix(rest, "prefer:")) {
    policy.kind = KeepPolicy::Kind::kPrefer;
    if (rest.empty()) return unknown_policy(text, "has no pattern");
    policy.argument = rest;
  } else {
    return unknown_policy(text, "is no rule");
  }
  return policy;
}

KeepOrder keep_order(const KeepPolicy& policy, const KeepFacts& facts) {
  switch (policy.kind) {
    case KeepPolicy::Kind::kFirst:
      return {};
    case KeepPolicy::Kind::kLast:
      return order_by(facts.documents, [](DocId a, DocId b) { return a > b; });
    case KeepPolicy::Kind::kLongest:
      return order_by(facts.documents, [&](DocId a, DocId b) { return facts.characters[a] > facts.characters[b]; });
    case KeepPolicy::Kind::kShortest:
      return order_by(facts.documents, [&](DocId a, DocId b) { return facts.characters[a] < facts.characters[b]; });
    case KeepPolicy::Kind::kField:
      return order_by(facts.documents, [&](DocId a, DocId b) {
        return better_value(facts.values[a], facts.values[b], policy.ascending);
      });
    case KeepPolicy::Kind::kPrefer:
      return order_by(facts.documents, [&](DocId a, DocId b) { return facts.preferred[a] > facts.preferred[b]; });
  }
  return {};
}

bool matches_preference(std::string_view pattern, std::string_view name) {
  if (pattern.find_first_of("*?[") != std::string_view::npos) return matches_glob(pattern, name);
  if (name == pattern) return true;
  const std::string_view folder = pattern.ends_with('/') ? pattern.substr(0, pattern.size() - 1) : pattern;
  return name.size() > folder.size() && name.starts_with(folder) && name[folder.size()] == '/';
}

}  // namespace textkin::cluster
