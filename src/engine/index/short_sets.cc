#include "engine/index/short_sets.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "join/sets/set_sizes.h"

namespace textkin::engine::index {
namespace {

// Of a record: while it is sorted, when it was looked at, and as a match. Of the memory a question may have a part, for
// as many are asked at once as there are threads.
constexpr std::uint64_t kBytesOfARecord = 48;
constexpr std::uint64_t kPartOfMemory = 16;

Status check_room(std::uint64_t records, const run::GivenMemory& given) {
  const std::uint64_t needed = records * kBytesOfARecord * kPartOfMemory;
  if (given.bytes == 0 || needed <= given.bytes) return {};
  return Status(Code::kExhausted,
                fmt::format("a question meets {} short documents, more than --memory {} has room for; {} would do, or "
                            "ask with --exact",
                            records, given.told(), given.told(needed)));
}

}  // namespace

Status append_documents(const std::vector<archive::Stretch>& stretches, std::vector<DocId>& out) {
  for (const archive::Stretch& stretch : stretches)
    TEXTKIN_RETURN_IF_ERROR(stretch.of->append_documents(stretch.list, stretch.begin, stretch.end, out));
  return {};
}

Result<std::uint64_t> ask_short_sets(const archive::KeyDirectory& keys, FeatureView set, const Question& question,
                                     join::Part part, std::vector<DocId>& out) {
  struct Counted {
    std::uint64_t documents;
    std::vector<archive::Stretch> at;
  };
  const std::uint64_t needed =
      std::min<std::uint64_t>(join::probe_prefix(set.size(), question.threshold, part), set.size());
  // Those that no document has are the rarest: when they are as many, none is asked for, and others need no look.
  std::vector<Counted> features;
  std::uint64_t of_none = 0;
  for (std::size_t i = 0; i < set.size() && of_none < needed; ++i) {
    Counted counted;
    TEXTKIN_ASSIGN_OR_RETURN(counted.documents, keys.find(archive::kFeatureList, set[i], set[i], counted.at));
    if (counted.documents == 0)
      ++of_none;
    else
      features.push_back(std::move(counted));
  }
  const std::uint64_t asked = needed - of_none;
  std::ranges::stable_sort(features, {}, &Counted::documents);
  std::uint64_t records = 0;
  for (std::size_t i = 0; i < asked; ++i) records += features[i].documents;
  TEXTKIN_RETURN_IF_ERROR(check_room(records, question.given));
  for (std::size_t i = 0; i < asked; ++i) TEXTKIN_RETURN_IF_ERROR(append_documents(features[i].at, out));
  return needed;
}

}  // namespace textkin::engine::index
