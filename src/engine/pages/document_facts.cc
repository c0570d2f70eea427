#include "engine/pages/document_facts.h"

#include <algorithm>
#include <utility>

#include "base/checksum.h"
#include "engine/pages/odd_writing.h"

namespace textkin::engine::pages {
namespace {

// Spans in order, those that overlap or touch made one.
std::vector<std::pair<std::uint32_t, std::uint32_t>> united(std::vector<align::WordSpan>& spans) {
  std::ranges::sort(spans);
  std::vector<std::pair<std::uint32_t, std::uint32_t>> out;  // first word, words
  for (const auto& [begin, end] : spans) {
    if (!out.empty() && begin <= out.back().first + out.back().second)
      out.back().second = std::max(out.back().second, end - out.back().first);
    else
      out.emplace_back(begin, end - begin);
  }
  return out;
}

std::vector<std::uint32_t> places_of(const std::vector<text::LocatedWord>& words) {
  std::vector<std::uint32_t> out;
  std::uint32_t end = 0;
  for (const text::LocatedWord& word : words) {
    out.push_back(word.begin - end);
    out.push_back(word.end - word.begin);
    end = word.end;
  }
  return out;
}

report::PageTraces page_traces(const input::FileTraces& traces, const files::TraceCounts& counts) {
  report::PageTraces out{.author = traces.author,
                         .last_saved_by = traces.last_saved_by,
                         .created = traces.created,
                         .modified = traces.modified,
                         .program = traces.program,
                         .author_files = counts.of_author(traces.author),
                         .created_files = counts.of_creation(traces.created),
                         .revisions = {},
                         .revision_files = {},
                         .all_revisions = traces.revisions.size()};
  for (const auto& [id, files] : counts.shared(traces.revisions)) {
    out.revisions.push_back(id);
    out.revision_files.push_back(files);
  }
  return out;
}

}  // namespace

DocumentFacts::DocumentFacts(const passages::FoundPassages& found, const PageNames& names,
                             const files::TraceCounts& traces, const report::Page& page, const LocatedShared& located)
    : found_(found),
      names_(names),
      traces_(traces),
      page_(page),
      located_(located),
      reader_(found.collection.table),
      records_(found.collection.settings, found.collection.list, found.collection.spool),
      locator_(found.words),
      finder_(found.exclusions),
      rare_words_(*found.places) {}

Result<std::string_view> DocumentFacts::find(DocId doc, OnPage& on_page, report::PageDocument& document,
                                             std::vector<RareInPair>& rare) {
  const read::Collection& collection = found_.collection;
  TEXTKIN_RETURN_IF_ERROR(reader_.read(doc, row_));
  TEXTKIN_ASSIGN_OR_RETURN(const std::string_view text, records_.text(row_.record));
  locator_.locate(text, words_);
  document.id = names_.id(doc, row_.id);
  document.words = static_cast<std::uint32_t>(words_.size());
  finder_.find(text, words_, found_.common.of(doc), document.excluded);
  counted_.set(document.words, document.excluded, found_.exclusions.counted);
  document.counted = counted_.total();
  for (const ExcludedSpan& span : document.excluded)
    if (span.kind == ExclusionKind::kQuotations || span.kind == ExclusionKind::kUnreferenced)
      document.quoted += span.words;
  document.against = collection.has_against && doc >= collection.against;
  document.person = names_.person(doc);
  if (const input::FileTraces* traces = collection.traces_of(row_.record); traces != nullptr && !page_.pseudonyms)
    document.traces = page_traces(*traces, traces_);
  find_rare(doc, on_page, rare);
  document.matched = counted_.in_union(on_page.spans);
  document.equal = counted_.in_union(on_page.equal);
  document.spans = united(on_page.spans);
  document.equal_spans = united(on_page.equal);
  document.hash = base::checksum(text);
  if (found_.words.code != nullptr) document.places = places_of(words_);
  for (input::Note& note : collection.notes_of(row_.record))
    (note.is_flag ? document.notes : document.reading).push_back(std::move(note.text));
  if (found_.words.code == nullptr)
    for (std::string& line : odd_writing(text)) document.notes.push_back(std::move(line));
  for (const text::LocatedWord& word : words_) {
    document.hidden += word.hidden;
    document.look_alike += word.look_alike;
  }
  located_.locate(on_page.number, words_);
  return text;
}

void DocumentFacts::find_rare(DocId doc, const OnPage& on_page, std::vector<RareInPair>& rare) {
  rare_words_.set(doc);
  for (const std::uint32_t number : on_page.pairs) {
    const report::PagePair& pair = page_.pairs[number];
    const bool is_a = pair.a == on_page.number;
    equal_.clear();
    for (const Passage& passage : pair.passages)
      for (const Piece& piece : pair.pieces.subspan(passage.first_piece, passage.pieces)) {
        const std::uint32_t first = is_a ? piece.a_first_word : piece.b_first_word;
        equal_.emplace_back(first, first + piece.words);
      }
    const Passage& any = pair.passages.front();
    rare.push_back({number, rare_words_.with(is_a ? any.b : any.a, equal_, counted_)});
  }
}

std::uint64_t bytes_on_page(const report::PageDocument& document) {
  constexpr std::uint64_t kEscaped = 8;
  std::uint64_t strings = document.person.size();
  for (const std::vector<std::string>* lines : {&document.notes, &document.reading})
    for (const std::string& line : *lines) strings += sizeof(std::string) + line.size();
  if (document.traces) strings += document.traces->author.size() + document.traces->last_saved_by.size();
  return sizeof(report::PageDocument) + sizeof(OnPage) + document.id.size() + kEscaped * strings +
         document.excluded.size() * sizeof(ExcludedSpan) + 8 * (document.spans.size() + document.equal_spans.size()) +
         4 * document.places.size();
}

}  // namespace textkin::engine::pages
