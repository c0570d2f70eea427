#include "engine/pages/passage_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <span>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "base/output_file.h"
#include "base/parallel.h"
#include "engine/files/trace_counts.h"
#include "engine/pages/clean_documents.h"
#include "engine/pages/document_facts.h"
#include "engine/pages/located_shared.h"
#include "engine/pages/pair_rarity.h"
#include "engine/passages/passage_memory.h"
#include "engine/run/memory_shares.h"
#include "engine/run/named_inputs.h"
#include "report/pages/best_matches.h"
#include "report/pages/html_report.h"
#include "report/rows/ranking_rows.h"
#include "report/rows/table_file.h"
#include "store/document_reader.h"

namespace textkin::engine::pages {
namespace {

constexpr std::size_t kMostPairs = 10'000;
constexpr std::uint64_t kMostTextBytes = 64u << 20;
// Of texts, about, that one thread reads one after the other.
constexpr std::uint64_t kStretch = 64u << 10;

// All pairs, those with the longest passages first, programs by their similarity; those in which nothing counts last.
std::vector<const PassagePair*> rank(const std::vector<PassagePair>& pairs) {
  std::vector<const PassagePair*> out;
  out.reserve(pairs.size());
  for (const PassagePair& pair : pairs) out.push_back(&pair);
  std::ranges::sort(out, {}, [](const PassagePair* x) {
    return std::tuple(x->longest == 0, -x->similarity, ~x->longest, ~x->words, x->begin);
  });
  return out;
}

class PageMaker {
 public:
  PageMaker(const passages::FoundPassages& found, const PageOptions& wanted)
      : found_(found), room_(found.collection, passages::kPageParts), names_(found.persons, wanted.pseudonyms) {
    page_.pseudonyms = wanted.pseudonyms;
    if (!wanted.pseudonyms) page_.command = wanted.command;
    // An index goes on; the page is of what it held.
    if (!page_.command.empty() && found.stats.sequence > 0 && page_.command.find(" --as-of") == std::string::npos)
      page_.command.insert(std::min(page_.command.rfind(" -o "), page_.command.size()),
                           fmt::format(" --as-of={}", found.stats.sequence));
  }

  Status write_table(RankingFile& table) {
    TEXTKIN_RETURN_IF_ERROR(choose(found_.pairs.size()));
    TEXTKIN_RETURN_IF_ERROR(fill_documents(nullptr));
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
    for (std::size_t number = 0; number < kExclusionKinds; ++number) {
      const auto kind = static_cast<ExclusionKind>(number);
      const bool can = kind != ExclusionKind::kTemplate || found_.exclusions.templates != nullptr;
      page_.exclusions[number] = {has(found_.exclusions.counted, kind), can && has(found_.exclusions.found, kind),
                                  found_.exclusions.text(kind, page_.pseudonyms)};
    }
    std::string out;
    report::append_page_begin(out);
    TEXTKIN_RETURN_IF_ERROR(file.write(out));
    TEXTKIN_RETURN_IF_ERROR(choose_texts());
    TEXTKIN_RETURN_IF_ERROR(fill_documents(&file));
    const report::PageSink write = [&](std::string_view bytes) { return file.write(bytes); };
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
    for (const shared::SharedPassage& shared : found_.shared) {
      report::PageShared on_page{shared.words, shared.documents, shared.whole, {}};
      for (const shared::SharedPlace& place : shared.places) {
        const auto found = documents_.find(place.doc);
        if (found == documents_.end()) continue;
        const auto& [begin, end] = place.words;
        on_page.places.push_back({.document = found->second.number, .first_word = begin, .words = end - begin});
      }
      page_.shared.push_back(std::move(on_page));
    }
    located_ = LocatedShared(page_.shared);
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

  // A stretch of documents_ on its way.
  struct Stretch {
    std::vector<std::pair<const DocId, OnPage>*> documents;
    std::uint64_t bytes = 0;  // of their texts
    std::vector<RareInPair> rare;
    std::string texts;  // as the page has them
  };

  bool is_huge(const Stretch& stretch) const { return stretch.bytes > found_.collection.shares.alone; }

  // The next documents; null: there are no more.
  Result<std::unique_ptr<Stretch>> next_stretch(store::DocumentReader& reader) {
    auto stretch = std::make_unique<Stretch>();
    const run::MemoryShares& shares = found_.collection.shares;
    const std::uint64_t enough = std::min(kStretch, shares.block_bytes);
    store::DocumentRow row;
    for (; next_ != documents_.end() && stretch->bytes < enough; ++next_) {
      TEXTKIN_RETURN_IF_ERROR(reader.read_record(next_->first, row));
      if (!stretch->documents.empty() && row.record.length > shares.alone) break;
      stretch->documents.push_back(&*next_);
      stretch->bytes += row.record.length;
    }
    return stretch->documents.empty() ? nullptr : std::move(stretch);
  }

  // Fills in what the page says of each document; writes the texts, in order, if there is a file.
  Status fill_documents(base::OutputFile* file) {
    const read::Collection& collection = found_.collection;
    const files::TraceCounts traces(page_.pseudonyms ? std::vector<input::FileTraces>() : collection.traces,
                                    found_.exclusions.template_traces);
    std::vector<std::unique_ptr<DocumentFacts>> workers;
    workers.reserve(collection.threads);
    for (unsigned thread = 0; thread < collection.threads; ++thread)
      workers.push_back(std::make_unique<DocumentFacts>(found_, names_, traces, page_, located_));
    store::DocumentReader reader(collection.table);
    next_ = documents_.begin();
    base::Pipeline<Stretch> pipeline;
    pipeline.produce = [&] { return next_stretch(reader); };
    pipeline.work = [&](Stretch& stretch, unsigned worker) -> Status {
      // A huge text, with which nothing else is on its way, is not held as the page has it.
      const report::PageSink write = [&](std::string_view bytes) -> Status {
        if (is_huge(stretch)) return file->write(bytes);
        stretch.texts += bytes;
        return {};
      };
      for (auto* const entry : stretch.documents) {
        report::PageDocument& document = page_.documents[entry->second.number];
        TEXTKIN_ASSIGN_OR_RETURN(const std::string_view text,
                                 workers[worker]->find(entry->first, entry->second, document, stretch.rare));
        if (file == nullptr) continue;
        if (document.has_text) {
          TEXTKIN_RETURN_IF_ERROR(report::write_page_text(text, write));
        } else {
          report::append_page_no_text(stretch.texts);
        }
      }
      return {};
    };
    pipeline.commit = [&](Stretch& stretch) -> Status {
      for (const auto& [number, words] : stretch.rare)
        page_.pairs[number].rare_words = std::min(page_.pairs[number].rare_words, words);
      for (const auto* const entry : stretch.documents) {
        report::PageDocument& document = page_.documents[entry->second.number];
        // A string that is only assigned to keeps its room.
        if (!room_.take(bytes_on_page(document))) std::exchange(document, {});
      }
      return file == nullptr ? Status() : file->write(stretch.texts);
    };
    pipeline.is_huge = [&](const Stretch& stretch) { return is_huge(stretch); };
    TEXTKIN_RETURN_IF_ERROR(base::run_pipeline(collection.threads, 2 * collection.threads + 2, pipeline));
    return check_room();
  }

  const passages::FoundPassages& found_;
  passages::AnswerRoom room_;
  const PageNames names_;
  report::Page page_;
  std::map<DocId, OnPage> documents_;       // of the pairs on the page, in input order
  std::map<DocId, OnPage>::iterator next_;  // of those that are not on their way
  LocatedShared located_;                   // of page_.shared
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
