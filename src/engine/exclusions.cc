#include "engine/exclusions.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "text/quotations.h"

namespace textkin::engine {

Result<Exclusions> resolve_exclusions(const RunOptions&, const ExclusionOptions& wanted) {
  Exclusions out;
  out.shared_by = wanted.shared_by;
  for (const std::string& name : wanted.kinds) {
    if (name == "none") continue;
    const auto at = std::ranges::find(kExclusionNames, name);
    if (at == kExclusionNames.end())
      return Status(Code::kInvalidArgument,
                    fmt::format("--exclude {}: it is template, quotations, references, common, or none", name));
    out.counted |= only(static_cast<ExclusionKind>(at - kExclusionNames.begin()));
  }
  out.found = out.counted;
  return out;
}

std::string Exclusions::text(ExclusionKind kind, bool) const {
  switch (kind) {
    case ExclusionKind::kTemplate:
      return "text of a template; none was given (--template)";
    case ExclusionKind::kQuotations:
      return "text between quotation marks, of 5 words or more, and block quotes";
    case ExclusionKind::kReferences:
      return "lists of references, under a heading of their own";
    case ExclusionKind::kCommon:
      return fmt::format("passages that more than {} other documents have", shared_by);
  }
  return {};
}

void add_words(std::span<const ExcludedSpan> spans, std::array<std::uint64_t, kExclusionKinds>& words) {
  for (const ExcludedSpan& span : spans) words[static_cast<std::size_t>(span.kind)] += span.words;
}

void ExclusionFinder::find(std::string_view text, std::span<const text::LocatedWord> words,
                           std::vector<ExcludedSpan>& out) {
  out.clear();
  const auto add = [&](ExclusionKind kind) {
    for (const text::WordRange& range : ranges_) {
      const std::uint32_t offset = words[range.first].begin;
      out.push_back({kind, range.first, range.words, offset, words[range.first + range.words - 1].end - offset});
    }
  };
  if (has(exclusions_.found, ExclusionKind::kQuotations)) {
    text::find_quotations(text, words, ranges_);
    add(ExclusionKind::kQuotations);
  }
  std::ranges::sort(out, {}, [](const ExcludedSpan& x) { return std::tuple(x.first_word, x.kind, x.words); });
}

}  // namespace textkin::engine
