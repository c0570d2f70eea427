#include "engine/files/extract_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "engine/files/shuffled_words.h"
#include "engine/read/text_pass.h"
#include "extract/catalog.h"

namespace textkin::engine::files {
namespace {

// What reading needs beside the file.
constexpr std::uint64_t kLeastMemory = 32u << 20;

struct TextBlock : read::BlockVisitor::Made {
  std::string text;
};

class TextVisitor final : public read::VisitorOf<TextBlock> {
 public:
  Status make(std::span<const Document> documents, unsigned /*worker*/, TextBlock& made) override {
    for (const Document& document : documents) made.text.append(document.text);
    made.sizes.resize(documents.size(), 1);
    return {};
  }
  Status take(DocId /*first*/, TextBlock& made) override {
    if (text.empty())
      text = std::move(made.text);
    else
      text += made.text;
    return {};
  }
  std::string text;  // of all documents
};

// The memory of a run has another name here.
Status in_own_words(Status said) {
  constexpr std::string_view kElsewhere = " --memory";
  std::string message(said.message());
  const std::size_t at = message.find(kElsewhere);
  if (said.code() != Code::kExhausted || at == std::string::npos) return said;
  return Status(Code::kExhausted, message.replace(at, kElsewhere.size(), " --extract-memory"));
}

}  // namespace

Status extract_text(const run::ReadOptions& asked, const ExtractOptions& wanted, write::Results& results,
                    Progress& progress) {
  run::ReadOptions one = asked;
  one.inputs.spec.read_as = "document";
  one.inputs.spec.stop_on_error = true;
  // The one file is all that is held, so what its process may take holds for us too.
  one.limits.memory = std::max(one.inputs.spec.extraction.memory, kLeastMemory);
  TEXTKIN_ASSIGN_OR_RETURN(const run::Reading reading, run::settle(one));
  TextVisitor visitor;
  TEXTKIN_ASSIGN_OR_RETURN(read::Collection collection, read::open_collection(reading, ""));
  const Status read = read::read_texts(collection, reading.inputs, visitor, progress);
  if (!read.ok()) return in_own_words(read);
  if (collection.list.sources.size() != 1)
    return Status(Code::kInvalidArgument,
                  fmt::format("{} is not one file; extract takes one at a time", reading.inputs.spec.arguments[0]));
  TEXTKIN_ASSIGN_OR_RETURN(const std::unique_ptr<write::TextSink> sink, results.open_text(wanted.output));
  if (wanted.shuffled == 0) return sink->give(visitor.text);
  if (visitor.text.size() + 1 > reading.limits.memory / 4 / wanted.shuffled)
    return Status(Code::kExhausted,
                  fmt::format("{} copies of a text of {} bytes are more than --memory has room for; take fewer",
                              wanted.shuffled, visitor.text.size()));
  return sink->give(shuffled_words(visitor.text, wanted.shuffled, wanted.seed));
}

std::string extracted_formats() {
  std::string out;
  for (const extract::Extractor& extractor : extract::extractors())
    if (!extractor.refuses && extractor.name != "packed")
      out += (out.empty() ? "" : ", ") + std::string(extractor.name);
  return out;
}

}  // namespace textkin::engine::files
