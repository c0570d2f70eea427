#include "store/manifest.h"

#include <algorithm>

#include "base/checksum.h"

namespace textkin::store {
namespace {

// As a person would type it, on one line.
std::string typed(const std::string& value) {
  if (value.empty()) return "''";
  std::string line = value;
  for (char& c : line)
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) c = '?';
  return line;
}

// What of a join is recorded under a name that only the stages have as an option.
constexpr const char* kWanted = "--for";

const char* wanted_pairs(const std::string& value) {
  return value == "pairs" ? "all pairs (as pairs, dedup --all-pairs and join --for pairs do)"
                          : "the pairs that dedup needs (--for dedup)";
}

}  // namespace

std::uint64_t Manifest::fingerprint() const {
  base::RunningChecksum checksum;
  const auto add = [&](const std::string& text) {
    const std::uint64_t size = text.size();
    checksum.add({reinterpret_cast<const char*>(&size), sizeof size});
    checksum.add(text);
  };
  for (const auto& [name, value] : spec) {
    add(name);
    add(value);
  }
  return checksum.value();
}

Status check_same_spec(const std::string& directory, const Manifest& made, const Manifest& asked) {
  const auto [before, now] = std::mismatch(made.spec.begin(), made.spec.end(), asked.spec.begin(), asked.spec.end());
  const bool gone = now == asked.spec.end();
  const bool added = before == made.spec.end();
  if (gone && added) return {};
  const auto times = [](const auto& spec, const std::string& name) {
    return std::count_if(spec.begin(), spec.end(), [&](const auto& option) { return option.first == name; });
  };
  std::string difference;
  if (!gone && !added && before->first == kWanted && now->first == kWanted) {
    difference =
        std::string("for ") + wanted_pairs(before->second) + ", this run looks for " + wanted_pairs(now->second);
  } else if (!gone && !added && before->first == now->first) {
    difference = "with " + before->first + " " + typed(before->second) + ", this run has " + typed(now->second);
  } else if (gone || (!added && times(made.spec, before->first) > times(asked.spec, before->first))) {
    difference = "with " + before->first + " " + typed(before->second) + ", this run has none";
  } else {
    difference = "without " + now->first + " " + typed(now->second) + ", which this run has";
  }
  return Status(Code::kMismatch,
                directory + " was made " + difference + "; name another --run-dir, or give the same options");
}

}  // namespace textkin::store
