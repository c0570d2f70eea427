#include "engine/files/extract_here.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <new>
#include <string_view>
#include <utility>

#include "base/file.h"
#include "base/output_file.h"
#include "base/processes/child_process.h"
#include "base/processes/confinement.h"
#include "base/processes/fork_server.h"
#include "engine/files/unpack_archive.h"
#include "extract/catalog.h"

namespace textkin::engine::files {
namespace {

constexpr std::size_t kReadFirst = 16u << 10;  // of a file, most of which are small; then as much as there is already,
constexpr std::size_t kReadAtOnce = 1u << 20;  // but no more than this
constexpr std::size_t kRevisionsALine = 40;
constexpr int kNotExtracted = 2;  // the code that a child ends with

Result<std::string> read_standard_input() {
  TEXTKIN_ASSIGN_OR_RETURN(base::File file, base::File::open("-"));
  std::string bytes;
  while (true) {
    const std::size_t before = bytes.size();
    const std::size_t more = std::clamp(before, kReadFirst, kReadAtOnce);
    bytes.resize(before + more);
    TEXTKIN_ASSIGN_OR_RETURN(const std::size_t got, file.read(bytes.data() + before, more));
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

Status write_standard_output(std::string_view text) {
  TEXTKIN_ASSIGN_OR_RETURN(std::unique_ptr<base::OutputFile> file, base::OutputFile::create("-"));
  TEXTKIN_RETURN_IF_ERROR(file->write(text));
  return file->commit();
}

}  // namespace

Status extract_here(const std::string& suffix, const input::Extraction& limits, Progress& progress) {
  if (suffix == input::kArchive) return unpack_archive_here(limits);
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
    return write_standard_output(made.text);
  } catch (const std::bad_alloc&) {
    return Status(Code::kExhausted, fmt::format("it takes more than {} MiB of memory to read; raise --extract-memory, "
                                                "or open the file and save it anew",
                                                limits.memory >> 20));
  }
}

Status extract_each_here(const input::Extraction& limits, Progress& progress) {
  return base::serve_forks([&](const std::string& suffix) {
    const Status done = extract_here(suffix, limits, progress);
    if (!done.ok()) progress.warn(done.message());
    return done.ok() ? 0 : kNotExtracted;
  });
}

}  // namespace textkin::engine::files
