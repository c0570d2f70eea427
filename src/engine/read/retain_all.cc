#include "engine/read/retain_all.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "engine/read/first_pass.h"
#include "engine/run/run_spec.h"

namespace textkin::engine::read {
namespace {

constexpr std::uint64_t kBytesASet = 16;  // of an empty one

}  // namespace

Result<Collection> retain_all(const run::Reading& reading, std::uint64_t bytes, Progress& progress,
                              const std::string& too_many) {
  TEXTKIN_ASSIGN_OR_RETURN(FirstPass pass, FirstPass::open(reading, run::read_spec(reading), progress));
  TEXTKIN_ASSIGN_OR_RETURN(RetainedSets retained, std::move(pass).retain({.features = bytes / sizeof(Feature),
                                                                          .documents = bytes / kBytesASet}));
  if (!retained.all()) {
    const Collection& seen = retained.collection();
    const std::uint64_t held = std::max(seen.features * sizeof(Feature), seen.documents() * kBytesASet);
    return too_many_sets(seen, held, bytes, too_many);
  }
  TEXTKIN_ASSIGN_OR_RETURN(ReadCollection read, std::move(retained).finish());
  return std::move(read.collection);
}

Status too_many_sets(const Collection& seen, std::uint64_t held, std::uint64_t bytes, const std::string& too_many) {
  const double times = static_cast<double>(held) * seen.times_read() / static_cast<double>(bytes);
  const auto would_do = static_cast<std::uint64_t>(1.25 * times * static_cast<double>(seen.shares.given.bytes));
  return Status(Code::kExhausted, fmt::format("{}; about {} would do", too_many, seen.shares.given.told(would_do)));
}

}  // namespace textkin::engine::read
