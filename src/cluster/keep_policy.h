// KeepPolicy: which of two alike documents is the better one. A catalogue of policies; an addition is a line there.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "textkin/field_value.h"
#include "textkin/keep.h"
#include "textkin/status.h"

namespace textkin::cluster {

// What a policy may look at, a document each; columns that the policy does not need may be empty.
struct KeepFacts {
  std::size_t documents = 0;
  std::vector<std::uint32_t> characters;  // longest, shortest
  std::vector<OwnedFieldValue> values;    // field:NAME[:max|min]
  std::vector<std::uint8_t> preferred;    // prefer:PATTERN: 1 where the id or the source's name matches
};

struct KeepPolicy {
  enum class Kind { kFirst, kLast, kLongest, kShortest, kField, kPrefer } kind = Kind::kFirst;
  std::string argument;    // field name or pattern
  bool ascending = false;  // field: min first
};

struct KeepPolicyForm {
  std::string_view form;  // "field:NAME[:max|min]"
  std::string_view doc;
};
std::span<const KeepPolicyForm> keep_policies();

// Parses what a user types after --keep; kInvalidArgument lists the forms.
Result<KeepPolicy> parse_keep_policy(std::string_view text);

// field: numbers before texts, documents without the field last, whatever the direction; max unless ":min".
// Numbers compare as numbers (integers of 64 bits exactly), texts by bytes. NaN counts as missing. Ties fall to the
// earlier document.
KeepOrder keep_order(const KeepPolicy& policy, const KeepFacts& facts);

// prefer:PATTERN: a glob (* ? [..]; * also crosses '/'). Without such characters it matches what equals it and, as a
// folder, everything below it.
bool matches_preference(std::string_view pattern, std::string_view name);

}  // namespace textkin::cluster
