#include "engine/leaks/leak_room.h"

#include "engine/run/memory_shares.h"

namespace textkin::engine::leaks {
namespace {

// A vector that has grown is half empty at worst.
constexpr std::uint64_t kWhileItGrows = 2;

}  // namespace

Status LeakRoom::check_documents() const {
  const auto documents = static_cast<std::uint64_t>(collection_.times_read() * collection_.documents());
  const std::uint64_t needed = run::memory_of_a_run(collection_.threads, static_cast<double>(documents)) + held_;
  if (needed + collection_.shares.windows <= collection_.budget->limit()) return {};
  return run::too_little_memory(collection_.shares, needed, documents);
}

bool LeakRoom::take(const LeakOfDocument& found, bool keeps_passages) {
  const std::uint64_t passages = keeps_passages ? found.passages.size() * sizeof(LeakPassage) : 0;
  return room_.take(kWhileItGrows * (sizeof(Leak) + found.cuts.size() * sizeof(LeakCut) + passages));
}

}  // namespace textkin::engine::leaks
