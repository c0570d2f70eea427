#include "engine/passages/nothing_read.h"

#include <fmt/format.h>

#include <string>

namespace textkin::engine::passages {
namespace {

// Of one side: `sources` files held `documents`.
Status check_side(const std::string& inputs, std::size_t sources, std::uint64_t documents) {
  if (documents > 0) return {};
  if (sources == 0)
    return Status(Code::kBadInput, fmt::format("{}: holds no file to read; name files, or the folder that they are in "
                                               "(hidden files and links are not followed)",
                                               inputs));
  return Status(Code::kBadInput,
                fmt::format("{}: holds no document, so nothing was compared; name files with text", inputs));
}

}  // namespace

Status check_something_was_read(const run::InputOptions& inputs, const FoundPassages& found) {
  if (!inputs.spec.memory.empty()) return {};
  const read::Collection& collection = found.collection;
  const std::uint64_t all = collection.documents();
  const std::uint64_t own = collection.has_against ? collection.against : all;
  const std::size_t sources = collection.list.sources.size();
  const std::size_t own_sources = collection.has_against ? collection.against_source : sources;
  TEXTKIN_RETURN_IF_ERROR(check_side(collection.input_names, own_sources, own));
  if (collection.has_against)
    TEXTKIN_RETURN_IF_ERROR(check_side(collection.against_names, sources - own_sources, all - own));
  if (collection.empty < all) return {};
  return Status(Code::kBadInput,
                fmt::format("{}: no word was found in {} document{}, so nothing was compared; if they are scans, have "
                            "their text recognised first and save it with them",
                            collection.input_names, all, all == 1 ? "" : "s"));
}

}  // namespace textkin::engine::passages
