#include "engine/files/extract_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <new>
#include <utility>
#include <vector>

#include "base/child_process.h"
#include "base/confinement.h"
#include "base/file.h"
#include "base/output_file.h"
#include "engine/files/shuffled_words.h"
#include "engine/read/text_pass.h"
#include "extract/catalog.h"

namespace textkin::engine::files {
namespace {

constexpr std::size_t kReadAtOnce = 1u << 20;
// What reading needs beside the file.
constexpr std::uint64_t kLeastMemory = 32u << 20;
constexpr std::size_t kRevisionsALine = 40;

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

void tell_traces(const extract::Traces& traces, Progress& progress) {
  for (const auto& [name, value] : {std::pair("author", &traces.author), std::pair("saved", &traces.last_saved_by),
                                    std::pair("created", &traces.created), std::pair("modified", &traces.modified),
                                    std::pair("program", &traces.program)})
    if (!value->empty()) progress.warn(fmt::format("{}{} {}", input::kTraceLine, name, *value));
  std::string line;
  for (std::size_t i = 0; i < traces.revisions.size(); ++i) {
    line += fmt::format(" {:08X}", traces.revisions[i]);
    if ((i + 1) % kRevisionsALine != 0 && i + 1 < traces.revisions.size()) continue;
    progress.warn(fmt::format("{}revisions{}", input::kTraceLine, line));
    line.clear();
  }
}

// The memory of a run has another name here.
Status in_own_words(Status said) {
  constexpr std::string_view kElsewhere = " --memory";
  std::string message(said.message());
  const std::size_t at = message.find(kElsewhere);
  if (said.code() != Code::kExhausted || at == std::string::npos) return said;
  return Status(Code::kExhausted, message.replace(at, kElsewhere.size(), " --extract-memory"));
}

Status write_text(const std::string& path, std::string_view text) {
  TEXTKIN_ASSIGN_OR_RETURN(std::unique_ptr<base::OutputFile> file, base::OutputFile::create(path));
  TEXTKIN_RETURN_IF_ERROR(file->write(text));
  return file->commit();
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
  const Status read = read::read_texts(collection, reading.inputs.problems, visitor, progress);
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

Status extract_here(const std::string& suffix, const input::Extraction& limits, Progress& progress) {
  TEXTKIN_RETURN_IF_ERROR(base::limit_this_process(limits.memory, limits.seconds));
  try {
    if (!extract::extractor_of(suffix).starts_program) {
      TEXTKIN_ASSIGN_OR_RETURN(const base::Confinement own,
                               base::Confinement::of_reader(base::kernel_of_this_machine()));
      TEXTKIN_RETURN_IF_ERROR(base::confine_this_process(own));
    }
    TEXTKIN_ASSIGN_OR_RETURN(const std::string bytes, read_standard_input());
    TEXTKIN_ASSIGN_OR_RETURN(const extract::Extracted made,
                             extract::extract(suffix, bytes,
                                              {.seconds = static_cast<double>(limits.seconds),
                                               .pdf_program = limits.pdf_program,
                                               .traces = limits.traces,
                                               .confined = true}));
    for (const std::string& note : made.notes) progress.warn(fmt::format("{}{}", input::kNoteLine, note));
    for (const std::string& flag : made.flags) progress.warn(fmt::format("{}{}", input::kFlagLine, flag));
    tell_traces(made.traces, progress);
    return write_text("-", made.text);
  } catch (const std::bad_alloc&) {
    return Status(Code::kExhausted, fmt::format("it takes more than {} MiB of memory to read; raise --extract-memory, "
                                                "or open the file and save it anew",
                                                limits.memory >> 20));
  }
}

std::string extracted_formats() {
  std::string out;
  for (const extract::Extractor& extractor : extract::extractors())
    if (!extractor.refuses && extractor.name != "packed")
      out += (out.empty() ? "" : ", ") + std::string(extractor.name);
  return out;
}

}  // namespace textkin::engine::files
