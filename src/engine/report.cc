#include "engine/report.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <tuple>
#include <utility>
#include <vector>

#include "base/output_file.h"
#include "engine/find_passages.h"
#include "engine/passage_run_end.h"
#include "input/record_reader.h"
#include "report/html_report.h"
#include "report/ranking_rows.h"
#include "text/located_words.h"

namespace textkin::engine {
namespace {

constexpr std::size_t kMostPairs = 500;
constexpr std::uint64_t kMostTextBytes = 64u << 20;

// The passages of one pair: [begin, end) of FoundPassages::passages.
struct FoundPair {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::uint32_t longest = 0;  // words
  std::uint64_t words = 0;
};

std::uint32_t words_of(const Passage& passage) { return std::min(passage.a_words, passage.b_words); }

// All pairs, those with the longest passages first.
std::vector<FoundPair> rank(const std::vector<Passage>& passages) {
  std::vector<FoundPair> pairs;
  for (std::size_t i = 0; i < passages.size(); ++i) {
    const Passage& passage = passages[i];
    if (i == 0 || passages[i - 1].a != passage.a || passages[i - 1].b != passage.b) pairs.push_back({i, i, 0, 0});
    FoundPair& pair = pairs.back();
    pair.end = i + 1;
    pair.longest = std::max(pair.longest, words_of(passage));
    pair.words += words_of(passage);
  }
  std::ranges::sort(pairs, {}, [](const FoundPair& x) { return std::tuple(~x.longest, ~x.words, x.begin); });
  return pairs;
}

using Span = std::pair<std::uint32_t, std::uint32_t>;  // characters [first, second)

// Words that begin in any of the spans; both ascend by their begins on return.
std::uint32_t words_within(const std::vector<text::LocatedWord>& words, std::vector<Span>& spans) {
  std::ranges::sort(spans);
  std::uint32_t count = 0;
  std::uint32_t covered = 0;
  std::size_t next = 0;
  for (const text::LocatedWord& word : words) {
    for (; next < spans.size() && spans[next].first <= word.begin; ++next)
      covered = std::max(covered, spans[next].second);
    count += word.begin < covered;
  }
  return count;
}

// What the page needs to know of a document while its text is read.
struct OnPage {
  std::uint32_t number = 0;                                   // of PageDocuments
  std::vector<Span> spans;                                    // of all its passages
  std::vector<std::pair<std::uint32_t*, std::size_t>> pairs;  // where its matched words go, number of its pair
};

class PageMaker {
 public:
  PageMaker(const FoundPassages& found, bool pseudonyms, base::OutputFile& file) : found_(found), file_(file) {
    page_.pseudonyms = pseudonyms;
  }

  Status write_table(const std::string& format) {
    choose(found_.passages.size());
    TEXTKIN_RETURN_IF_ERROR(read_texts({}));
    std::string rows;
    if (format == "tsv") report::append_ranking_header(rows);
    for (const report::PagePair& pair : page_.pairs) {
      if (format == "tsv")
        report::append_ranking_tsv(page_, pair, rows);
      else
        report::append_ranking_jsonl(page_, pair, rows);
      TEXTKIN_RETURN_IF_ERROR(file_.write(rows));
      rows.clear();
    }
    TEXTKIN_RETURN_IF_ERROR(file_.write(rows));
    return file_.commit();
  }

  Status write_page(const RunOptions& options) {
    choose(kMostPairs);
    page_.stats = found_.stats;
    if (!page_.pseudonyms) {
      page_.inputs = options.input.arguments;
      page_.against = options.against;
      page_.problems = found_.problems;
    }
    const std::uint64_t all = found_.texts.collection.documents();
    const std::uint64_t own = options.against.empty() ? all : found_.texts.collection.against;
    page_.against_documents = all - own;
    page_.compared = options.against.empty() ? all * (all - (all > 0)) / 2 : own * (all - own);
    std::string out;
    report::append_page_begin(out);
    TEXTKIN_RETURN_IF_ERROR(file_.write(out));
    TEXTKIN_RETURN_IF_ERROR(choose_texts());
    TEXTKIN_RETURN_IF_ERROR(read_texts([&](const report::PageDocument& document, std::string_view text) {
      out.clear();
      if (document.has_text)
        report::append_page_text(text, out);
      else
        report::append_page_no_text(out);
      return file_.write(out);
    }));
    out.clear();
    report::append_page_end(page_, out);
    TEXTKIN_RETURN_IF_ERROR(file_.write(out));
    return file_.commit();
  }

 private:
  void choose(std::size_t most_pairs) {
    std::vector<FoundPair> pairs = rank(found_.passages);
    pairs.resize(std::min(pairs.size(), most_pairs));
    for (const FoundPair& pair : pairs) {
      documents_[found_.passages[pair.begin].a];
      documents_[found_.passages[pair.begin].b];
    }
    for (auto& [doc, on_page] : documents_) {
      on_page.number = static_cast<std::uint32_t>(page_.documents.size());
      page_.documents.emplace_back();
    }
    for (std::size_t i = 0; i < found_.passages.size(); ++i) {
      const Passage& passage = found_.passages[i];
      const bool first = i == 0 || found_.passages[i - 1].a != passage.a || found_.passages[i - 1].b != passage.b;
      note(passage.a, passage, {passage.a_offset, passage.a_offset + passage.a_length}, first);
      note(passage.b, passage, {passage.b_offset, passage.b_offset + passage.b_length}, first);
    }
    page_.pairs.resize(pairs.size());
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      report::PagePair& pair = page_.pairs[i];
      pair.passages.assign(found_.passages.begin() + static_cast<std::ptrdiff_t>(pairs[i].begin),
                           found_.passages.begin() + static_cast<std::ptrdiff_t>(pairs[i].end));
      pair.longest = pairs[i].longest;
      OnPage& a = documents_[pair.passages[0].a];
      OnPage& b = documents_[pair.passages[0].b];
      pair.a = a.number;
      pair.b = b.number;
      a.pairs.emplace_back(&pair.a_matched, i);
      b.pairs.emplace_back(&pair.b_matched, i);
    }
  }

  void note(DocId doc, const Passage& passage, Span span, bool first_of_pair) {
    const auto found = documents_.find(doc);
    if (found == documents_.end()) return;
    found->second.spans.push_back(span);
    report::PageDocument& document = page_.documents[found->second.number];
    document.longest = std::max(document.longest, words_of(passage));
    document.pairs += first_of_pair;
  }

  // Marks the documents whose texts go onto the page, the best pairs' first.
  Status choose_texts() {
    const Collection& collection = found_.texts.collection;
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
  Status read_texts(const std::function<Status(const report::PageDocument&, std::string_view text)>& body) {
    const Collection& collection = found_.texts.collection;
    store::DocumentReader reader(collection.table);
    store::DocumentRow row;
    input::RecordReader records(collection.spec, collection.list, collection.spool);
    text::WordLocator locator;
    std::vector<text::LocatedWord> words;
    std::vector<Span> spans;
    for (auto& [doc, on_page] : documents_) {
      TEXTKIN_RETURN_IF_ERROR(reader.read(doc, row));
      const Result<std::string_view> text = records.text(row.record);
      if (!text.ok()) return text.status();
      locator.locate(*text, words);
      report::PageDocument& document = page_.documents[on_page.number];
      document.id = page_.pseudonyms ? fmt::format("document {}", doc + std::uint64_t{1}) : std::string(row.id);
      document.words = static_cast<std::uint32_t>(words.size());
      document.matched = words_within(words, on_page.spans);
      for (const auto& [matched, number] : on_page.pairs) {
        spans.clear();
        for (const Passage& passage : page_.pairs[number].passages) {
          if (passage.a == doc)
            spans.emplace_back(passage.a_offset, passage.a_offset + passage.a_length);
          else
            spans.emplace_back(passage.b_offset, passage.b_offset + passage.b_length);
        }
        *matched = words_within(words, spans);
      }
      if (body) TEXTKIN_RETURN_IF_ERROR(body(document, *text));
    }
    return {};
  }

  const FoundPassages& found_;
  base::OutputFile& file_;
  report::Page page_;
  std::map<DocId, OnPage> documents_;  // of the pairs on the page, in input order
};

}  // namespace

Result<PassageStats> report_passages(const RunOptions& asked, const ReportOptions& wanted, Progress& progress) {
  Result<RunOptions> options = resolve(asked);
  if (!options.ok()) return options.status();
  Result<std::unique_ptr<base::OutputFile>> file =
      base::OutputFile::create(wanted.passages.output, base::packing_of(wanted.passages.output));
  if (!file.ok()) return file.status();
  Result<PassageRunEnd> end = PassageRunEnd::open(*options, progress);
  if (!end.ok()) return end.status();
  StageClock clock;
  Result<FoundPassages> found = find_passages(*options, wanted.passages, progress, clock);
  if (!found.ok()) return found.status();
  clock.begin("write");
  PageMaker maker(*found, wanted.pseudonyms, **file);
  TEXTKIN_RETURN_IF_ERROR(wanted.passages.format == "html" ? maker.write_page(*options)
                                                           : maker.write_table(wanted.passages.format));
  return end->finish("report", std::move(found->stats), clock);
}

}  // namespace textkin::engine
