#include "input/sources/extraction.h"

#include <fmt/format.h>
#include <signal.h>
#include <simdjson.h>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <utility>

#include "base/ascii.h"
#include "base/byte_count.h"
#include "base/packing/packing.h"
#include "base/processes/child_process.h"
#include "base/processes/confinement.h"
#include "base/utf8.h"
#include "input/blocks/extractor_program.h"

namespace textkin::input {
namespace {

constexpr std::size_t kLooked = 4096;            // bytes in which UTF-16 shows its zeros
constexpr std::string_view kJapanese = "\x1B$";  // of ISO-2022-JP, which is ASCII by its bytes
constexpr std::string_view kPdfBegin = "%PDF-";
constexpr std::size_t kBeforePdf = 1024;  // bytes within which a PDF begins
constexpr std::uint64_t kMostText = 64u << 20;
constexpr std::string_view kLineBegin = "textkin: ";
constexpr std::size_t kMostLines = 48;
constexpr std::size_t kMostNotes = 16;  // of a kind
constexpr std::size_t kMostRevisions = 400;
constexpr std::size_t kRevisionDigits = 8;
constexpr std::size_t kLongestNote = 400;  // bytes

// Those of `lines` that are of this kind, without its name.
std::vector<std::string> of_kind(std::string_view kind, const std::vector<std::string>& lines) {
  std::vector<std::string> out;
  for (const std::string& line : lines)
    if (line.starts_with(kind) && out.size() < kMostNotes) out.push_back(line.substr(kind.size()));
  return out;
}

// The lines for a person among what the program wrote to standard error. It has read hostile bytes: nothing but
// printable text passes.
std::vector<std::string> lines_of(std::string_view errors) {
  std::vector<std::string> lines;
  while (!errors.empty() && lines.size() < kMostLines) {
    std::string_view line = errors.substr(0, errors.find('\n'));
    errors.remove_prefix(std::min(errors.size(), line.size() + 1));
    if (!line.starts_with(kLineBegin)) continue;
    line.remove_prefix(kLineBegin.size());
    std::string clean;
    base::append_valid_utf8(line.substr(0, kLongestNote), clean);
    for (char& byte : clean)
      if (static_cast<unsigned char>(byte) < 0x20 || byte == 0x7F) byte = ' ';
    lines.push_back(std::move(clean));
  }
  return lines;
}

void add_revisions(std::string_view digits, std::vector<std::uint32_t>& revisions) {
  for (std::size_t at = 0; at < digits.size() && revisions.size() < kMostRevisions; at += kRevisionDigits + 1) {
    std::uint32_t number = 0;
    const char* const begin = digits.data() + at;
    const char* const end = begin + std::min(kRevisionDigits, digits.size() - at);
    if (std::from_chars(begin, end, number, 16).ec == std::errc()) revisions.push_back(number);
  }
}

FileTraces traces_of(const std::vector<std::string>& lines) {
  FileTraces out;
  for (const std::string_view line : lines) {
    const std::string_view name = line.substr(0, line.find(' '));
    const std::string_view value = line.substr(std::min(line.size(), name.size() + 1));
    if (name == "author") out.author = value;
    if (name == "saved") out.last_saved_by = value;
    if (name == "created") out.created = value;
    if (name == "modified") out.modified = value;
    if (name == "program") out.program = value;
    if (name == "revisions") add_revisions(value, out.revisions);
  }
  return out;
}

Refusal not_extracted(std::string why) {
  return {.reason = "not-extracted", .what = "not extracted: " + std::move(why)};
}

// People rename files, and some programs write RTF as .doc: where the first bytes leave no doubt, they count. Who reads
// a PDF has to start a program, so PDFs are told here; the rest of what has a suffix of its own (`own`) is told by
// whoever reads it.
std::string_view suffix_by_content(std::string_view bytes, std::string_view own) {
  if (bytes.starts_with("{\\rtf")) return "rtf";
  if (bytes.starts_with(kPdfBegin)) return "pdf";
  if (own == "pdf")
    return bytes.substr(0, kBeforePdf).find(kPdfBegin) == std::string_view::npos ? "textkin-no-pdf" : own;
  if (bytes.starts_with("\xD0\xCF\x11\xE0") && (own.empty() || own == "rtf")) return "doc";
  return own.empty() && bytes.starts_with("PK\x03\x04") ? "textkin-packed" : "";
}

Refusal signalled(const Extraction& extraction, int signal) {
  if (signal == SIGXCPU || signal == SIGKILL)
    return not_extracted(
        fmt::format("it took more than {} seconds; raise --extract-seconds, or open the file and save "
                    "it anew",
                    extraction.seconds));
  return not_extracted(
      fmt::format("what reads such files was stopped by signal {}; it may be damaged, or need more "
                  "than the {} MiB of --extract-memory",
                  signal, extraction.memory >> 20));
}

}  // namespace

std::string extractor_of(const ReadSettings& settings, const Source& source) {
  if (settings.asked.extraction.program.empty()) return {};
  if (!settings.asked.extraction.suffix.empty()) return settings.asked.extraction.suffix;
  std::string_view path = source.path;
  path.remove_suffix(base::suffix_of(base::packing_of(path)).size());
  const std::string_view name = path.substr(path.rfind('/') + 1);
  const std::size_t dot = name.rfind('.');
  if (dot == std::string_view::npos) return {};
  std::string suffix(name.substr(dot + 1));
  for (char& byte : suffix) byte = base::to_lower(byte);
  return std::ranges::find(settings.extracted_suffixes, suffix) != settings.extracted_suffixes.end() ? suffix : "";
}

bool is_more_than_text(std::string_view bytes) {
  const bool utf16 = base::count_byte(bytes.substr(0, kLooked), '\0') > 0;
  const bool escapes = bytes.find(kJapanese) != std::string_view::npos;
  return utf16 || escapes || !suffix_by_content(bytes, "").empty() ||
         !simdjson::validate_utf8(bytes.data(), bytes.size());
}

Refusal no_text_at_all(std::string_view bytes) {
  if (suffix_by_content(bytes, "").empty()) return {};
  return not_extracted(
      "its bytes are a document's (docx, odt, PDF, RTF) or an archive's and no text: it is taken out with "
      "--extract auto, or over HTTP where the Content-Type is that of the document");
}

std::string suffix_to_extract(const ReadSettings& settings, const Source& source, std::string_view bytes) {
  if (settings.asked.extraction.program.empty()) return {};
  std::string own = extractor_of(settings, source);
  if (const std::string_view shown = suffix_by_content(bytes, own); !shown.empty()) return std::string(shown);
  if (!own.empty()) return own;
  return is_more_than_text(bytes) ? "txt" : "";
}

std::string misnamed_note(const ReadSettings& settings, const Source& source, std::string_view suffix) {
  const std::string own = extractor_of(settings, source);
  const bool word = own == "doc" || own == "dot" || own == "wps";  // as programs name RTF
  if (own.empty() || own == suffix || (suffix != "pdf" && (suffix != "rtf" || word))) return {};
  return fmt::format("named .{}, and read as the {} that it is", own, suffix == "pdf" ? "PDF" : "RTF");
}

Status check_confinement(const ReadSettings& settings) {
  if (!settings.asked.extraction.must_be_confined) return {};
  const std::string lacks = base::kernel_of_this_machine().lacks();
  if (lacks.empty()) return {};
  return Status(Code::kIo,
                fmt::format("this kernel lacks {}, so what extracts the text of files cannot be confined; leave "
                            "out --extract-unconfined fail to read them all the same",
                            lacks));
}

Refusal how_it_failed(const Extraction& extraction, const base::ChildEnd& end) {
  switch (end.how) {
    case base::ChildEnd::How::kTooLong:
      return signalled(extraction, SIGXCPU);
    case base::ChildEnd::How::kTooMuch:
      return not_extracted(fmt::format("its text has more than {} bytes", kMostText));
    case base::ChildEnd::How::kSignalled:
      return signalled(extraction, end.code);
    case base::ChildEnd::How::kExited:
      break;
  }
  if (end.code == 0) return {};
  std::vector<std::string> lines = lines_of(end.errors);
  return not_extracted(lines.empty() ? "what reads such files failed" : std::move(lines.back()));
}

Result<ExtractedText> extract(const ReadSettings& settings, std::string_view suffix, std::string_view bytes) {
  const Extraction& extraction = settings.asked.extraction;
  TEXTKIN_RETURN_IF_ERROR(check_confinement(settings));
  const std::uint64_t most = std::min(kMostText, settings.longest_record);
  TEXTKIN_ASSIGN_OR_RETURN(base::ChildEnd end, base::run_child(extractor_command(extraction, suffix), bytes,
                                                               {.seconds = static_cast<double>(extraction.seconds),
                                                                .most_output = most,
                                                                .server = settings.extractor.get(),
                                                                .word = suffix}));
  ExtractedText out;
  if (end.how == base::ChildEnd::How::kTooMuch && most < kMostText)
    out.refusal = too_long(settings, most + 1);
  else
    out.refusal = how_it_failed(extraction, end);
  if (out.refusal.ok() && !simdjson::validate_utf8(end.output.data(), end.output.size()))
    out.refusal = not_extracted("what reads such files gave no UTF-8");
  if (!out.refusal.ok()) return out;
  const std::vector<std::string> lines = lines_of(end.errors);
  out.text = std::move(end.output);
  out.notes = of_kind(kNoteLine, lines);
  out.flags = of_kind(kFlagLine, lines);
  if (extraction.traces) out.traces = traces_of(of_kind(kTraceLine, lines));
  return out;
}

}  // namespace textkin::input
