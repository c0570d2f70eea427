#include "engine/passages/exclusions.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>
#include <utility>

#include "engine/passages/passage_memory.h"
#include "engine/read/text_pass.h"
#include "text/lists/reference_list.h"
#include "text/quotations/dialogue.h"
#include "text/unicode/utf8.h"

namespace textkin::engine::passages {
namespace {

struct TemplateText {
  std::vector<std::uint64_t> words;
  std::vector<bool> starts_line;
};

TemplateText template_of(std::string_view text, text::WordLocator& locator) {
  std::vector<text::LocatedWord> words;
  locator.locate(text, words);
  TemplateText out;
  std::uint32_t place = 0;
  std::size_t byte = 0;
  for (const text::LocatedWord& word : words) {
    bool starts = out.words.empty();
    for (; place < word.begin; ++place) {
      const text::CodePoint c = text::decode(text.data() + byte, text.data() + text.size());
      starts |= c.value == '\n';
      byte += c.length;
    }
    out.words.push_back(word.hash);
    out.starts_line.push_back(starts);
  }
  return out;
}

struct TemplateBlock : read::BlockVisitor::Made {
  std::vector<TemplateText> texts;
};

class TemplateVisitor final : public read::VisitorOf<TemplateBlock> {
 public:
  TemplateVisitor(const text::WordKind& kind, AnswerRoom& room, align::TemplateWords& out)
      : locator_(kind), room_(room), out_(out) {}

  Status make(std::span<const Document> documents, unsigned /*worker*/, TemplateBlock& made) override {
    for (const Document& document : documents) {
      made.texts.push_back(template_of(document.text, locator_));
      made.sizes.push_back(static_cast<std::uint32_t>(made.texts.back().words.size()));
    }
    return {};
  }
  Status take(DocId /*first*/, TemplateBlock& made) override {
    for (const TemplateText& text : made.texts)
      if (room_.take(text.words.size() * kBytesATemplateWord)) out_.add(text.words, text.starts_line);
    return {};
  }

 private:
  text::WordLocator locator_;  // of the only thread
  AnswerRoom& room_;
  align::TemplateWords& out_;
};

Result<std::shared_ptr<const align::TemplateWords>> read_templates(const run::Reading& reading,
                                                                   const std::vector<std::string>& files,
                                                                   const text::WordKind& kind, Progress& progress,
                                                                   std::vector<input::FileTraces>& traces) {
  run::Reading templates = reading;
  templates.inputs.spec.arguments = files;
  templates.inputs.spec.stop_on_error = true;
  templates.inputs.against.clear();
  templates.inputs.number_repeated_ids = true;
  templates.limits.threads = 1;
  auto out = std::make_shared<align::TemplateWords>();
  TEXTKIN_ASSIGN_OR_RETURN(read::Collection collection, read::open_collection(templates, ""));
  AnswerRoom room(collection, kTemplateParts);
  TemplateVisitor visitor(kind, room, *out);
  TEXTKIN_RETURN_IF_ERROR(read::read_texts(collection, {}, visitor, progress));
  TEXTKIN_RETURN_IF_ERROR(room.check("--template: more words"));
  if (out->size() == 0)
    return Status(Code::kInvalidArgument, fmt::format("--template {}: it has no word", fmt::join(files, ", ")));
  out->index();
  traces = std::move(collection.traces);
  return std::shared_ptr<const align::TemplateWords>(std::move(out));
}

}  // namespace

Result<Exclusions> resolve_exclusions(const run::Reading& reading, const ExclusionOptions& wanted,
                                      const text::WordKind& kind, bool all, Progress& progress) {
  Exclusions out;
  if (wanted.shared_by == 0) return Status(Code::kInvalidArgument, "--shared-by 0: it is 1 document or more");
  out.shared_by = wanted.shared_by;
  const bool says_none = std::ranges::find(wanted.kinds, "none") != wanted.kinds.end();
  for (const std::string& name : wanted.kinds) {
    if (name == "none") continue;
    if (says_none)
      return Status(Code::kInvalidArgument,
                    fmt::format("--exclude none,{0}: none contradicts {0}; leave out one of them", name));
    const auto at = std::ranges::find(kExclusionNames, name);
    if (at == kExclusionNames.end())
      return Status(
          Code::kInvalidArgument,
          fmt::format("--exclude {}: it is template, quotations, references, common, unreferenced, or none", name));
    out.counted |= only(static_cast<ExclusionKind>(at - kExclusionNames.begin()));
  }
  if (wanted.templates.empty()) {
    out.counted &= static_cast<ExclusionSet>(~only(ExclusionKind::kTemplate));
  } else {
    TEXTKIN_ASSIGN_OR_RETURN(out.templates,
                             read_templates(reading, wanted.templates, kind, progress, out.template_traces));
    out.template_names = wanted.templates;
  }
  // Who types `none` means it.
  if (!wanted.on_page && !says_none) {
    if (!wanted.templates.empty() && !has(out.counted, ExclusionKind::kTemplate))
      return Status(Code::kInvalidArgument,
                    "--template has no use where --exclude does not name template; add it there");
    if (wanted.shared_by && !has(out.counted, ExclusionKind::kCommon))
      return Status(Code::kInvalidArgument,
                    "--shared-by has no use where --exclude does not name common; add it there");
  }
  out.found = all ? static_cast<ExclusionSet>((1u << kExclusionKinds) - 1) : out.counted;
  if (kind.code != nullptr) {  // quotation marks are strings there
    const auto prose = static_cast<ExclusionSet>(only(ExclusionKind::kQuotations) | only(ExclusionKind::kReferences) |
                                                 only(ExclusionKind::kUnreferenced));
    out.found &= static_cast<ExclusionSet>(~prose);
    out.counted &= static_cast<ExclusionSet>(~prose);
  }
  return out;
}

void Exclusions::count_documents(DocId documents, DocId against) {
  if (shared_by) {
    common.all = *shared_by;
    return;
  }
  const auto half_of = [](DocId many) { return std::max(many / 2, kLeastCommon + 1) - 1; };
  common = {.against = against, .before = half_of(against), .behind = half_of(documents - against)};
}

std::string Exclusions::text(ExclusionKind kind, bool nameless) const {
  switch (kind) {
    case ExclusionKind::kTemplate:
      if (templates == nullptr) return "text of a template; none was given (--template)";
      return fmt::format("text of a template{}, edited text too; it has {} words",
                         nameless ? std::string() : " (" + fmt::format("{}", fmt::join(template_names, ", ")) + ")",
                         templates->size());
    case ExclusionKind::kQuotations:
      return "quotations of 5 words or more that say where they are from: a year, a page, a note, a name that says it";
    case ExclusionKind::kUnreferenced:
      return "quotations of 5 words or more that do not say where they are from";
    case ExclusionKind::kReferences:
      return "lists of references behind a heading of their own, and notes that name a source and say no more";
    case ExclusionKind::kCommon:
      if (shared_by) return fmt::format("passages that a document shares with more than {} others", *shared_by);
      return fmt::format("passages that more than half of the documents have, and more than {} others", kLeastCommon);
  }
  return {};
}

void add_words(std::span<const ExcludedSpan> spans, std::array<std::uint64_t, kExclusionKinds>& words) {
  for (const ExcludedSpan& span : spans) words[static_cast<std::size_t>(span.kind)] += span.words;
}

void ExclusionFinder::find(std::string_view text, std::span<const text::LocatedWord> words,
                           std::span<const WordRange> common, std::vector<ExcludedSpan>& out) {
  out.clear();
  const auto add = [&](ExclusionKind kind, std::span<const WordRange> ranges) {
    for (const WordRange& range : ranges) {
      const std::uint32_t offset = words[range.first].begin;
      out.push_back({kind, range.first, range.words, offset, words[range.first + range.words - 1].end - offset});
    }
  };
  if (has(exclusions_.found, ExclusionKind::kTemplate) && exclusions_.templates != nullptr) {
    hashes_.clear();
    for (const text::LocatedWord& word : words) hashes_.push_back(word.hash);
    exclusions_.templates->find(hashes_, runs_);
    ranges_.clear();
    for (const auto& [begin, end] : runs_) ranges_.push_back({begin, end - begin});
    add(ExclusionKind::kTemplate, ranges_);
  }
  bool lists_are_known = false;
  const auto lists = [&]() -> std::span<const WordRange> {
    if (!std::exchange(lists_are_known, true)) text::find_reference_lists(text, words, lists_);
    return lists_;
  };
  const ExclusionSet quoted = only(ExclusionKind::kQuotations) | only(ExclusionKind::kUnreferenced);
  if ((exclusions_.found & quoted) != 0) {
    text::find_quotations(text, words, quotations_);
    if (text::has_dialogue(quotations_) && lists().empty()) text::unreference_dialogue(quotations_);
    for (const bool referenced : {true, false}) {
      const ExclusionKind kind = referenced ? ExclusionKind::kQuotations : ExclusionKind::kUnreferenced;
      ranges_.clear();
      for (const text::Quotation& quotation : quotations_)
        if (quotation.referenced == referenced) ranges_.push_back(quotation.words);
      if (has(exclusions_.found, kind)) add(kind, ranges_);
    }
  }
  if (has(exclusions_.found, ExclusionKind::kReferences)) add(ExclusionKind::kReferences, lists());
  add(ExclusionKind::kCommon, common);
  std::ranges::sort(out, {}, [](const ExcludedSpan& x) { return std::tuple(x.first_word, x.kind); });
}

}  // namespace textkin::engine::passages
