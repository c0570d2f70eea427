#include "engine/pages/passage_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "align/counted_words.h"
#include "base/checksum.h"
#include "base/output_file.h"
#include "engine/files/revision_counts.h"
#include "engine/pages/clean_documents.h"
#include "engine/pages/located_shared.h"
#include "engine/pages/odd_writing.h"
#include "engine/pages/page_names.h"
#include "engine/pages/pair_rarity.h"
#include "engine/passages/passage_memory.h"
#include "engine/run/named_inputs.h"
#include "input/reading/record_reader.h"
#include "report/pages/best_matches.h"
#include "report/pages/html_report.h"
#include "report/rows/ranking_rows.h"
#include "report/rows/table_file.h"
#include "store/document_reader.h"
#include "text/places/located_words.h"

namespace textkin::engine::pages {
namespace {

constexpr std::size_t kMostPairs = 10'000;
constexpr std::uint64_t kMostTextBytes = 64u << 20;

// All pairs, those with the longest passages first, programs by their similarity; those in which nothing counts last.
std::vector<const PassagePair*> rank(const std::vector<PassagePair>& pairs) {
  std::vector<const PassagePair*> out;
  for (const PassagePair& pair : pairs) out.push_back(&pair);
  std::ranges::sort(out, {}, [](const PassagePair* x) {
    return std::tuple(x->longest == 0, -x->similarity, ~x->longest, ~x->words, x->begin);
  });
  return out;
}

// What the page needs to know of a document before its text is read: its passages, by words.
struct OnPage {
  std::uint32_t number = 0;  // of PageDocuments
  std::vector<align::WordSpan> spans;
  std::vector<align::WordSpan> equal;  // of the pieces
  std::vector<std::uint32_t> pairs;    // numbers of PagePairs
};

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

report::PageTraces page_traces(const input::FileTraces& traces, const files::RevisionCounts& revisions) {
  return {.author = traces.author,
          .last_saved_by = traces.last_saved_by,
          .created = traces.created,
          .modified = traces.modified,
          .program = traces.program,
          .revisions = revisions.shared(traces.revisions),
          .all_revisions = traces.revisions.size()};
}

// What is held of a document on the page; escaped, strings but its id may be so much longer.
std::uint64_t bytes_of(const report::PageDocument& document) {
  constexpr std::uint64_t kEscaped = 8;
  std::uint64_t strings = document.person.size();
  for (const std::vector<std::string>* lines : {&document.notes, &document.reading})
    for (const std::string& line : *lines) strings += sizeof(line) + line.size();
  if (document.traces) strings += document.traces->author.size() + document.traces->last_saved_by.size();
  return sizeof(report::PageDocument) + sizeof(OnPage) + document.id.size() + kEscaped * strings +
         document.excluded.size() * sizeof(ExcludedSpan) + 8 * (document.spans.size() + document.equal_spans.size()) +
         4 * document.places.size();
}

class PageMaker {
 public:
  PageMaker(const passages::FoundPassages& found, const PageOptions& wanted)
      : found_(found), room_(found.collection, passages::kPageParts), names_(found.persons, wanted.pseudonyms) {
    page_.pseudonyms = wanted.pseudonyms;
    if (!wanted.pseudonyms) page_.command = wanted.command;
  }

  Status write_table(RankingFile& table) {
    TEXTKIN_RETURN_IF_ERROR(choose(found_.pairs.size()));
    TEXTKIN_RETURN_IF_ERROR(fill_documents({}));
    for (const report::PagePair& pair : page_.pairs) {
      if (pair.longest == 0 && pair.similarity < 0) break;
      TEXTKIN_RETURN_IF_ERROR(table.add(report::ranking_row(page_, pair)));
    }
    return table.commit();
  }

  Status write_page(const run::InputOptions& inputs, const std::vector<report::GivenMarks>& marks,
                    base::OutputFile& file) {
    TEXTKIN_RETURN_IF_ERROR(choose(kMostPairs));
    choose_shared();
    for (report::PagePair& pair : page_.pairs) pair.elsewhere = elsewhere(*found_.places, pair.passages);
    page_.stats = found_.stats;
    page_.all_notes = found_.collection.notes.size();
    if (!page_.pseudonyms) {
      page_.inputs = run::named_inputs(inputs.spec.arguments);
      page_.against = run::named_inputs(inputs.against);
      page_.problems = found_.problems;
      const read::Collection& collection = found_.collection;
      for (const input::Note& note : collection.notes) {
        if (page_.notes.size() == passages::FoundPassages::kMostProblems) break;
        page_.notes.push_back(fmt::format("{}: {}", collection.list.sources[note.source].name, note.text));
      }
    }
    const std::uint64_t all = found_.collection.documents();
    const std::uint64_t own = inputs.against.empty() ? all : found_.collection.against;
    page_.against_documents = found_.stats.against_documents;  // not all of an index's are in the collection
    page_.compared = own * found_.stats.against_documents + (found_.stats.within ? own * (own - (own > 0)) / 2 : 0);
    page_.compared -= found_.stats.pairs_of_one_person;
    TEXTKIN_ASSIGN_OR_RETURN(CleanDocuments clean, clean_documents(found_, static_cast<DocId>(own), names_));
    room_.take(clean.bytes);
    page_.clean = std::move(clean.named);
    page_.clean_documents = clean.all;
    page_.best_matches = report::best_matches(found_.pairs, static_cast<DocId>(own));
    for (std::size_t kind = 0; kind < kExclusionKinds; ++kind)
      page_.exclusions[kind] = {has(found_.exclusions.counted, static_cast<ExclusionKind>(kind)),
                                found_.exclusions.text(static_cast<ExclusionKind>(kind), page_.pseudonyms)};
    std::string out;
    report::append_page_begin(out);
    TEXTKIN_RETURN_IF_ERROR(file.write(out));
    TEXTKIN_RETURN_IF_ERROR(choose_texts());
    const report::PageSink write = [&](std::string_view bytes) { return file.write(bytes); };
    TEXTKIN_RETURN_IF_ERROR(fill_documents([&](const report::PageDocument& document, std::string_view text) {
      if (document.has_text) return report::write_page_text(text, write);
      out.clear();
      report::append_page_no_text(out);
      return file.write(out);
    }));
    for (const report::GivenMarks& given : marks) TEXTKIN_RETURN_IF_ERROR(report::write_page_marks(given, write));
    TEXTKIN_RETURN_IF_ERROR(report::write_page_end(page_, write));
    return file.commit();
  }

 private:
  Status choose(std::size_t most_pairs) {
    std::vector<const PassagePair*> pairs = rank(found_.pairs);
    pairs.resize(std::min(pairs.size(), most_pairs));
    room_.take(pairs.size() * sizeof(report::PagePair));
    TEXTKIN_RETURN_IF_ERROR(check_room());
    for (const PassagePair* pair : pairs) {
      documents_[pair->a];
      documents_[pair->b];
    }
    for (auto& [doc, on_page] : documents_) {
      on_page.number = static_cast<std::uint32_t>(page_.documents.size());
      page_.documents.emplace_back();
    }
    for (const PassagePair& pair : found_.pairs) {
      note(pair.a, pair, &Passage::a_first_word, &Passage::a_words, &Piece::a_first_word);
      note(pair.b, pair, &Passage::b_first_word, &Passage::b_words, &Piece::b_first_word);
    }
    for (const PassagePair* pair : pairs) {
      for (const DocId doc : {pair->a, pair->b})
        documents_[doc].pairs.push_back(static_cast<std::uint32_t>(page_.pairs.size()));
      page_.pairs.push_back({.a = documents_[pair->a].number,
                             .b = documents_[pair->b].number,
                             .a_matched = pair->a_matched,
                             .b_matched = pair->b_matched,
                             .a_equal = pair->a_equal,
                             .b_equal = pair->b_equal,
                             .similarity = pair->similarity,
                             .longest = pair->longest,
                             .counted = pair->passages,
                             .passages = std::span(found_.passages).subspan(pair->begin, pair->end - pair->begin),
                             .pieces = found_.pieces});
    }
    return {};
  }

  Status check_room() const { return room_.check("more pairs, and longer ids and notes of their documents,"); }

  void note(DocId doc, const PassagePair& pair, std::uint32_t Passage::* first, std::uint32_t Passage::* words,
            std::uint32_t Piece::* first_equal) {
    const auto found = documents_.find(doc);
    if (found == documents_.end()) return;
    for (std::size_t i = pair.begin; i < pair.end; ++i) {
      const Passage& passage = found_.passages[i];
      found->second.spans.emplace_back(passage.*first, passage.*first + passage.*words);
      for (const Piece& piece : std::span(found_.pieces).subspan(passage.first_piece, passage.pieces))
        found->second.equal.emplace_back(piece.*first_equal, piece.*first_equal + piece.words);
    }
    report::PageDocument& document = page_.documents[found->second.number];
    document.longest = std::max(document.longest, pair.longest);
    document.pairs += pair.longest > 0;
  }

  void choose_shared() {
    for (const passages::SharedPassage& shared : found_.shared) {
      report::PageShared on_page{shared.words, shared.documents, {}};
      for (const passages::SharedPlace& place : shared.places) {
        const auto found = documents_.find(place.doc);
        if (found == documents_.end()) continue;
        const auto& [begin, end] = place.words;
        on_page.places.push_back({.document = found->second.number, .first_word = begin, .words = end - begin});
      }
      page_.shared.push_back(std::move(on_page));
    }
    located_ = LocatedShared(page_.shared);
  }

  // Fills in what a document shares with nobody else, in the pairs that it is in.
  void count_rare(DocId doc, const OnPage& on_page, const align::CountedWords& counted, RareWords& rare) {
    rare.set(doc);
    std::vector<align::WordSpan> equal;
    for (const std::uint32_t number : on_page.pairs) {
      report::PagePair& pair = page_.pairs[number];
      const bool is_a = pair.a == on_page.number;
      equal.clear();
      for (const Passage& passage : pair.passages)
        for (const Piece& piece : pair.pieces.subspan(passage.first_piece, passage.pieces)) {
          const std::uint32_t first = is_a ? piece.a_first_word : piece.b_first_word;
          equal.emplace_back(first, first + piece.words);
        }
      const Passage& any = pair.passages.front();
      pair.rare_words = std::min(pair.rare_words, rare.with(is_a ? any.b : any.a, equal, counted));
    }
  }

  // Marks the documents whose texts go onto the page, the best pairs' first.
  Status choose_texts() {
    const read::Collection& collection = found_.collection;
    store::DocumentReader reader(collection.table);
    store::DocumentRow row;
    std::uint64_t bytes = 0;
    for (const report::PagePair& pair : page_.pairs) {
      std::uint64_t more = 0;
      for (const auto& [number, doc] : {std::pair(pair.a, pair.passages[0].a), std::pair(pair.b, pair.passages[0].b)}) {
        TEXTKIN_RETURN_IF_ERROR(reader.read_record(doc, row));
        if (!page_.documents[number].has_text) more += row.record.length;
      }
      if (bytes + more > kMostTextBytes) continue;
      bytes += more;
      page_.documents[pair.a].has_text = page_.documents[pair.b].has_text = true;
    }
    return {};
  }

  // Fills in ids and words; calls body for each document in order, if there is one.
  Status fill_documents(const std::function<Status(const report::PageDocument&, std::string_view text)>& body) {
    const read::Collection& collection = found_.collection;
    store::DocumentReader reader(collection.table);
    store::DocumentRow row;
    input::RecordReader records(collection.settings, collection.list, collection.spool);
    text::WordLocator locator(found_.words);
    std::vector<text::LocatedWord> words;
    passages::ExclusionFinder finder(found_.exclusions);
    align::CountedWords counted;
    RareWords rare(*found_.places);
    const files::RevisionCounts revisions(page_.pseudonyms ? std::vector<input::FileTraces>() : collection.traces);
    for (auto& [doc, on_page] : documents_) {
      TEXTKIN_RETURN_IF_ERROR(reader.read(doc, row));
      TEXTKIN_ASSIGN_OR_RETURN(const std::string_view text, records.text(row.record));
      locator.locate(text, words);
      report::PageDocument& document = page_.documents[on_page.number];
      document.id = names_.id(doc, row.id);
      document.words = static_cast<std::uint32_t>(words.size());
      finder.find(text, words, found_.common.of(doc), document.excluded);
      counted.set(document.words, document.excluded, found_.exclusions.counted);
      document.counted = counted.total();
      for (const ExcludedSpan& span : document.excluded)
        if (span.kind == ExclusionKind::kQuotations || span.kind == ExclusionKind::kUnreferenced)
          document.quoted += span.words;
      document.against = collection.has_against && doc >= collection.against;
      document.person = names_.person(doc);
      if (const input::FileTraces* traces = collection.traces_of(row.record); traces != nullptr && !page_.pseudonyms)
        document.traces = page_traces(*traces, revisions);
      count_rare(doc, on_page, counted, rare);
      document.matched = counted.in_union(on_page.spans);
      document.equal = counted.in_union(on_page.equal);
      document.spans = united(on_page.spans);
      document.equal_spans = united(on_page.equal);
      document.hash = base::checksum(text);
      if (found_.words.code != nullptr) document.places = places_of(words);
      for (input::Note& note : collection.notes_of(row.record))
        (note.is_flag ? document.notes : document.reading).push_back(std::move(note.text));
      if (found_.words.code == nullptr)
        for (std::string& line : odd_writing(text)) document.notes.push_back(std::move(line));
      for (const text::LocatedWord& word : words) {
        document.hidden += word.hidden;
        document.look_alike += word.look_alike;
      }
      located_.locate(on_page.number, words);
      if (!room_.take(bytes_of(document)))
        std::exchange(document, {});  // a string that is only assigned to keeps its room
      else if (body)
        TEXTKIN_RETURN_IF_ERROR(body(document, text));
    }
    return check_room();
  }

  const passages::FoundPassages& found_;
  passages::AnswerRoom room_;
  const PageNames names_;
  report::Page page_;
  std::map<DocId, OnPage> documents_;  // of the pairs on the page, in input order
  LocatedShared located_;              // of page_.shared
};

}  // namespace

Status write_ranking(const passages::FoundPassages& found, const PageOptions& wanted, RankingFile& table) {
  return PageMaker(found, wanted).write_table(table);
}

Status write_page(const passages::FoundPassages& found, const PageOptions& wanted, const run::InputOptions& inputs,
                  const std::vector<report::GivenMarks>& marks, base::OutputFile& file) {
  return PageMaker(found, wanted).write_page(inputs, marks, file);
}

}  // namespace textkin::engine::pages
