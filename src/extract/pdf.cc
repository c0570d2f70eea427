#include "extract/pdf.h"

#include <fmt/format.h>

#include <unistd.h>

#include <algorithm>
#include <array>
#include <utility>

#include "base/processes/child_process.h"
#include "base/processes/confined_program.h"
#include "extract/page_breaks.h"
#include "extract/traces.h"

namespace textkin::extract {
namespace {

constexpr std::size_t kBeforeHeader = 1024;  // readers accept so many bytes before %PDF

// The first line of what pdftotext complained about that begins with `kind`, without that.
std::string complaint(std::string_view errors, std::string_view kind) {
  while (!errors.empty()) {
    const std::string_view line = errors.substr(0, errors.find('\n'));
    if (line.starts_with(kind)) {
      const std::size_t colon = line.find(": ");
      return std::string(colon == std::string_view::npos ? line : line.substr(colon + 2));
    }
    errors.remove_prefix(std::min(errors.size(), line.size() + 1));
  }
  return {};
}

// Not by PATH: who can set that, or write to a folder of it, would have this program read and answer for every PDF.
std::string program(const Limits& limits) {
  if (!limits.pdf_program.empty()) return limits.pdf_program;
  constexpr std::array<const char*, 2> kPlaces{"/usr/local/bin/pdftotext", "/usr/bin/pdftotext"};
  for (const char* place : kPlaces)
    if (::access(place, X_OK) == 0) return place;
  return kPlaces.back();
}

// Takes what -htmlmeta wrote around the text. What it writes before is escaped; the text is not.
void take_traces(Extracted& out) {
  constexpr std::string_view kBegin = "<body>\n<pre>\n";
  constexpr std::string_view kEnd = "</pre>\n</body>";
  const std::size_t begin = out.text.find(kBegin);
  const std::size_t end = out.text.rfind(kEnd);
  if (!out.text.starts_with("<!DOCTYPE") || begin == std::string::npos || end == std::string::npos ||
      end < begin + kBegin.size())
    return;
  out.traces = traces_of_pdf(std::string_view(out.text).substr(0, begin));
  out.text = out.text.substr(begin + kBegin.size(), end - begin - kBegin.size());
}

}  // namespace

Result<Extracted> extract_pdf(std::string_view bytes, const Limits& limits) {
  if (bytes.substr(0, kBeforeHeader).find("%PDF-") == std::string_view::npos)
    return not_extracted("it is no PDF, whatever its name says");
  // It stays in this process's group, so that who stops this process stops it too.
  const base::ChildLimits child{.seconds = limits.seconds,
                                .most_output = limits.unpacked,
                                .own_group = false,
                                .confined = true,
                                .confined_watcher = limits.confined};
  std::vector<std::string> command{program(limits), "-enc", "UTF-8", "-eol", "unix"};
  if (limits.traces) command.emplace_back("-htmlmeta");
  command.insert(command.end(), {"-", "-"});
  Result<base::ChildEnd> end = base::run_child(command, bytes, child);
  if (!end.ok() && end.status().code() == Code::kNotFound)
    return not_extracted(
        fmt::format("the program {} is not there; install the package poppler-utils", program(limits)));
  if (!end.ok()) return end.status();
  switch (end->how) {
    case base::ChildEnd::How::kTooLong:
      return not_extracted(fmt::format("pdftotext took more than {} seconds", limits.seconds));
    case base::ChildEnd::How::kTooMuch:
      return not_extracted(fmt::format("it holds more than {} bytes of text", limits.unpacked));
    case base::ChildEnd::How::kSignalled:
      return not_extracted(fmt::format("pdftotext was stopped by signal {}; the file may be damaged", end->code));
    case base::ChildEnd::How::kExited:
      break;
  }
  if (end->code == base::kNotBegun)
    return not_extracted(fmt::format("{} cannot be run: {}", program(limits), end->errors));
  if (end->errors.find("Incorrect password") != std::string::npos)
    return not_extracted("it is protected by a password; save it without one");
  const std::string damage = complaint(end->errors, "Syntax Error");
  if (end->code != 0)
    return not_extracted(fmt::format("it is damaged, pdftotext says{}", damage.empty() ? " no more" : ": " + damage));
  Extracted out;
  out.text = std::move(end->output);
  if (limits.traces) take_traces(out);
  out.text = join_pages(out.text);
  if (!damage.empty()) out.notes.push_back("it is damaged and text may be missing; pdftotext: " + damage);
  return out;
}

}  // namespace textkin::extract
