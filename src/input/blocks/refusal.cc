#include "input/blocks/refusal.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace textkin::input {

Refusal too_long(const ReadSettings& settings, std::uint64_t length, std::uint64_t largest) {
  if (!settings.would_do) return {"too-long", fmt::format("longer than {} bytes", settings.longest_record)};
  return {.reason = "too-long",
          .what = fmt::format("a document of {} bytes does not fit in --memory; {} would do", length,
                              settings.would_do(std::max(length, largest))),
          .ends_the_run = true};
}

Refusal unreadable(const Source& source, const Status& status) {
  std::string_view what = status.message();
  const std::string path = source.path + ": ";
  if (what.starts_with(path)) what.remove_prefix(path.size());
  return {.reason = "unreadable", .what = std::string(what)};
}

Status refuse(const InputSpec& asked, const Source& source, std::uint64_t line, const Refusal& refusal,
              std::vector<Problem>& problems) {
  std::string message = fmt::format("{}: {}", place_in(source, line), refusal.what);
  if (refusal.ends_the_run) return Status(Code::kExhausted, std::move(message));
  if (refusal.reason == "invalid-utf8" && asked.invalid_utf8 == InvalidUtf8::kFail)
    return Status(Code::kBadInput, message + "; repair it, or give --invalid-utf8 replace or skip");
  if (asked.stop_on_error) {
    if (refusal.reason == "unreadable") return Status(Code::kIo, std::move(message));
    return Status(Code::kBadInput, message + "; repair or remove it");
  }
  message += line == 0                  ? "; the file was skipped"
             : source.memory == nullptr ? "; the line was skipped"
                                        : "; the row was skipped";
  problems.push_back({source.name, line, std::string(refusal.reason), std::move(message)});
  return {};
}

}  // namespace textkin::input
