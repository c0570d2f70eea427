#include "engine/commands/extract_text.h"

#include <fmt/format.h>

#include <memory>
#include <new>
#include <utility>
#include <vector>

#include "base/child_process.h"
#include "base/file.h"
#include "base/output_file.h"
#include "engine/read/text_pass.h"
#include "engine/write/memory_result.h"
#include "extract/catalog.h"

namespace textkin::engine::commands {
namespace {

constexpr std::size_t kReadAtOnce = 1u << 20;

struct TextBlock : read::PassBlock {
  std::string text;
};

Result<std::string> read_standard_input() {
  TEXTKIN_ASSIGN_OR_RETURN(base::File file, base::File::open("-"));
  std::string bytes;
  while (true) {
    const std::size_t before = bytes.size();
    bytes.resize(before + kReadAtOnce);
    TEXTKIN_ASSIGN_OR_RETURN(const std::size_t got, file.read(bytes.data() + before, kReadAtOnce));
    bytes.resize(before + got);
    if (got == 0) return bytes;
  }
}

Status write(const std::string& path, std::string_view text) {
  TEXTKIN_ASSIGN_OR_RETURN(std::unique_ptr<base::OutputFile> file,
                           base::OutputFile::create(path, base::packing_of(path)));
  TEXTKIN_RETURN_IF_ERROR(file->write(text));
  return file->commit();
}

}  // namespace

Status extract_text(const run::RunOptions& asked, const std::string& output, Progress& progress) {
  run::RunOptions one = asked;
  one.input.read_as = input::ReadAs::kDocument;
  one.input.stop_on_error = true;
  TEXTKIN_ASSIGN_OR_RETURN(run::RunOptions options, run::settle(std::move(one)));
  std::string text;
  read::TextPass pass;
  pass.work = [](std::span<const Document> documents, unsigned) -> std::unique_ptr<read::PassBlock> {
    auto block = std::make_unique<TextBlock>();
    for (const Document& document : documents) block->text += document.text;
    block->sizes.resize(documents.size(), 1);
    return block;
  };
  pass.commit = [&](DocId, read::PassBlock& block) {
    text += static_cast<TextBlock&>(block).text;
    return Status();
  };
  TEXTKIN_ASSIGN_OR_RETURN(const read::Texts texts, read::read_texts(options, pass, progress));
  if (texts.collection.list.sources.size() != 1)
    return Status(Code::kInvalidArgument,
                  fmt::format("{} is not one file; extract takes one at a time", options.input.arguments[0]));
  if (asked.answer == nullptr) return write(output, text);
  asked.answer->text = std::move(text);
  return {};
}

Status extract_here(const std::string& suffix, std::uint64_t memory, std::uint64_t seconds, Progress& progress) {
  TEXTKIN_RETURN_IF_ERROR(base::limit_this_process(memory, seconds));
  try {
    TEXTKIN_ASSIGN_OR_RETURN(const std::string bytes, read_standard_input());
    TEXTKIN_ASSIGN_OR_RETURN(const extract::Extracted made,
                             extract::extract(suffix, bytes, {.seconds = static_cast<double>(seconds)}));
    for (const std::string& note : made.notes) progress.warn(note);
    return write("-", made.text);
  } catch (const std::bad_alloc&) {
    return Status(Code::kExhausted, fmt::format("it takes more than {} MiB of memory to read; raise --extract-memory, "
                                                "or open the file and save it anew",
                                                memory >> 20));
  }
}

std::string extracted_formats() {
  std::string out;
  for (const extract::Extractor& extractor : extract::extractors())
    if (extractor.name != "other") out += (out.empty() ? "" : ", ") + std::string(extractor.name);
  return out;
}

}  // namespace textkin::engine::commands
