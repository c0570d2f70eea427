#include "engine/passages/nothing_read.h"

#include <fmt/format.h>

#include <string>
#include <utility>
#include <vector>

namespace textkin::engine::passages {
namespace {

constexpr std::size_t kNamed = 3;

// "a, b, c and 4 more".
std::string named(const std::vector<std::string>& arguments) {
  std::string out;
  for (std::size_t i = 0; i < arguments.size() && i < kNamed; ++i)
    out += (i == 0 ? "" : ", ") + (arguments[i] == "-" ? "standard input" : arguments[i]);
  if (arguments.size() > kNamed) out += fmt::format(" and {} more", arguments.size() - kNamed);
  return out;
}

// Of one side: `sources` files held `documents`.
Status check_side(const std::vector<std::string>& arguments, std::size_t sources, std::uint64_t documents,
                  const std::vector<std::string>& problems) {
  if (documents > 0) return {};
  const std::string inputs = named(arguments);
  if (sources == 0)
    return Status(Code::kBadInput, fmt::format("{}: holds no file to read; name files, or the folder that they are in "
                                               "(hidden files and links are not followed)",
                                               inputs));
  if (problems.empty())
    return Status(Code::kBadInput,
                  fmt::format("{}: holds no document, so nothing was compared; name files with text", inputs));
  return Status(Code::kBadInput,
                fmt::format("{}: no document could be read, so nothing was compared; the first problem was: {}", inputs,
                            problems.front()));
}

}  // namespace

Status check_something_was_read(const run::InputOptions& inputs, const FoundPassages& found) {
  if (!inputs.spec.memory.empty()) return {};
  const read::Collection& collection = found.collection;
  const std::uint64_t all = collection.documents();
  const std::uint64_t own = collection.has_against ? collection.against : all;
  const std::size_t sources = collection.list.sources.size();
  const std::size_t own_sources = collection.has_against ? collection.against_source : sources;
  TEXTKIN_RETURN_IF_ERROR(check_side(inputs.spec.arguments, own_sources, own, found.problems));
  if (collection.has_against)
    TEXTKIN_RETURN_IF_ERROR(check_side(inputs.against, sources - own_sources, all - own, found.problems));
  if (collection.empty < all) return {};
  return Status(Code::kBadInput,
                fmt::format("{}: no word was found in {} document{}, so nothing was compared; if they are scans, have "
                            "their text recognised first and save it with them",
                            named(inputs.spec.arguments), all, all == 1 ? "" : "s"));
}

}  // namespace textkin::engine::passages
