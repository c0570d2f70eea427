#include "engine/find_passages.h"

#include <fmt/format.h>

#include <algorithm>
#include <list>
#include <mutex>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "align/winnow.h"
#include "engine/fingerprint_join.h"
#include "input/record_reader.h"
#include "input/spool.h"
#include "text/located_words.h"

namespace textkin::engine {
namespace {

struct FingerprintBlock : PassBlock {
  std::vector<base::KeyValue> records;  // documents numbered from 0
};

// Words of a text as columns, as the aligner takes them.
struct Columns {
  std::vector<std::uint64_t> words;
  std::vector<std::uint32_t> begin;
  std::vector<std::uint32_t> end;

  align::PlacedWords view() const { return {words, begin, end}; }
  std::uint64_t bytes() const { return words.size() * 16; }
};

// Texts read again and cut into words, the latest of them held. Threads: one each.
class PlacedTexts {
 public:
  PlacedTexts(const Collection& collection, std::uint64_t memory)
      : collection_(collection),
        documents_(collection.table),
        reader_(collection.spec, collection.list, collection.spool),
        most_(memory) {}

  // Lives until the next call but one at least.
  Result<const Columns*> get(DocId doc) {
    const auto found = held_.find(doc);
    if (found != held_.end()) {
      order_.splice(order_.end(), order_, found->second.place);
      return &found->second.columns;
    }
    TEXTKIN_RETURN_IF_ERROR(documents_.read_record(doc, row_));
    Result<std::string_view> text = reader_.text(row_.record);
    if (!text.ok()) return text.status();
    locator_.locate(*text, words_);
    if (words_.size() != row_.size)
      return Status(Code::kBadInput, fmt::format("{} changed while it was read; run again on files that stand still",
                                                 collection_.place(row_.record)));
    order_.push_back(doc);
    Held& held = held_[doc];
    held.place = std::prev(order_.end());
    for (const text::LocatedWord& word : words_) {
      held.columns.words.push_back(word.hash);
      held.columns.begin.push_back(word.begin);
      held.columns.end.push_back(word.end);
    }
    bytes_ += held.columns.bytes();
    while (bytes_ > most_ && order_.size() > 2) {
      const auto oldest = held_.find(order_.front());
      bytes_ -= oldest->second.columns.bytes();
      held_.erase(oldest);
      order_.pop_front();
    }
    return &held.columns;
  }

 private:
  struct Held {
    Columns columns;
    std::list<DocId>::iterator place;
  };
  const Collection& collection_;
  store::DocumentReader documents_;
  store::DocumentRow row_;
  input::RecordReader reader_;
  text::WordLocator locator_;
  std::vector<text::LocatedWord> words_;
  std::uint64_t most_;
  std::uint64_t bytes_ = 0;
  std::list<DocId> order_;  // the oldest first
  std::unordered_map<DocId, Held> held_;
};

Passage passage_of(DocId a, DocId b, const Columns& in_a, const Columns& in_b, const align::WordSpans& spans) {
  const std::uint32_t a_offset = in_a.begin[spans.a_begin];
  const std::uint32_t b_offset = in_b.begin[spans.b_begin];
  return {.a = a,
          .b = b,
          .a_offset = a_offset,
          .a_length = in_a.end[spans.a_end - 1] - a_offset,
          .b_offset = b_offset,
          .b_length = in_b.end[spans.b_end - 1] - b_offset,
          .a_words = spans.a_words(),
          .b_words = spans.b_words(),
          .equal = spans.equal,
          .longest = spans.longest};
}

// Reads the texts; their fingerprints go to `fingerprints`.
Result<Texts> read_fingerprints(const RunOptions& options, const align::WinnowSpec& spec, Progress& progress,
                                std::unique_ptr<base::SpillingRecords>& fingerprints,
                                std::vector<std::string>& problems) {
  struct Worker {
    explicit Worker(const align::WinnowSpec& cut) : winnower(cut) {}
    text::WordLocator locator;
    align::Winnower winnower;
    std::vector<text::LocatedWord> located;
    std::vector<std::uint64_t> words;
    std::vector<align::Fingerprint> chosen;
  };
  std::vector<std::unique_ptr<Worker>> workers;
  for (unsigned thread = 0; thread < options.threads; ++thread) workers.push_back(std::make_unique<Worker>(spec));
  TextPass pass;
  pass.work = [&](std::span<const Document> documents, unsigned thread) -> std::unique_ptr<PassBlock> {
    Worker& worker = *workers[thread];
    auto block = std::make_unique<FingerprintBlock>();
    for (std::size_t i = 0; i < documents.size(); ++i) {
      worker.locator.locate(documents[i].text, worker.located);
      worker.words.clear();
      for (const text::LocatedWord& word : worker.located) worker.words.push_back(word.hash);
      worker.winnower.choose(worker.words, worker.chosen);
      for (const align::Fingerprint& fingerprint : worker.chosen)
        block->records.push_back(fingerprint_record(fingerprint.hash, static_cast<DocId>(i), fingerprint.place));
      block->sizes.push_back(static_cast<std::uint32_t>(worker.words.size()));
    }
    return block;
  };
  pass.commit = [&](DocId first, PassBlock& any) {
    auto& block = static_cast<FingerprintBlock&>(any);
    for (base::KeyValue& record : block.records) record.value += std::uint64_t{first} << 32;
    return fingerprints->append(block.records);
  };
  pass.problem = [&](const input::Problem& problem) {
    if (problems.size() < FoundPassages::kMostProblems) problems.push_back(problem.message);
  };
  return read_texts(options, pass, progress);
}

}  // namespace

Result<FoundPassages> find_passages(const RunOptions& options, const PassagesOptions& wanted, Progress& progress,
                                    StageClock& clock) {
  if (wanted.align.guarantee == 0 || wanted.align.guarantee > 1000)
    return Status(Code::kInvalidArgument, fmt::format("--guarantee {}: it is 1 to 1000 words", wanted.align.guarantee));
  if (wanted.common < 2)
    return Status(Code::kInvalidArgument, fmt::format("--common {}: it is 2 documents or more", wanted.common));
  FoundPassages found;
  PassageStats& stats = found.stats;
  const align::WinnowSpec spec = align::WinnowSpec::for_guarantee(wanted.align.guarantee);
  const std::uint64_t share = options.memory / 4;
  Result<std::unique_ptr<RunDirectory>> scratch = RunDirectory::open("");
  if (!scratch.ok()) return scratch.status();
  const std::string folder = (*scratch)->path();

  clock.begin("read");
  auto fingerprints = std::make_unique<base::SpillingRecords>(folder, share);
  Result<Texts> texts = read_fingerprints(options, spec, progress, fingerprints, found.problems);
  if (!texts.ok()) return texts.status();
  found.texts = std::move(texts).value();
  const Collection& collection = found.texts.collection;
  stats.fingerprints = fingerprints->size();

  clock.begin("join");
  base::SpillingRecords seeds(folder, share);
  FingerprintCounts counts;
  const Sides sides{collection.documents(), options.against.empty() ? collection.documents() : collection.against};
  TEXTKIN_RETURN_IF_ERROR(join_fingerprints(*fingerprints, sides, wanted.common, options.threads, seeds, counts));
  stats.spilled_bytes = fingerprints->spilled_bytes() + seeds.spilled_bytes() +
                        (collection.spool == nullptr ? 0 : collection.spool->file_bytes());
  fingerprints.reset();

  clock.begin("align");
  struct Worker {
    Worker(const Collection& collection, std::uint64_t memory, const align::AlignSpec& align)
        : texts(collection, memory), aligner(align) {}
    PlacedTexts texts;
    align::Aligner aligner;
    std::vector<align::WordSpans> spans;
    std::vector<Passage> passages;
    std::uint64_t candidates = 0;
  };
  std::vector<std::unique_ptr<Worker>> workers;
  for (unsigned thread = 0; thread < options.threads; ++thread)
    workers.push_back(std::make_unique<Worker>(collection, share / options.threads, wanted.align));
  const std::uint64_t most_passages = share / sizeof(Passage) / 2 / options.threads;
  TEXTKIN_RETURN_IF_ERROR(for_candidates(
      seeds, options.threads, [&](DocId a, DocId b, std::vector<align::Seed>& of_pair, unsigned thread) -> Status {
        Worker& worker = *workers[thread];
        ++worker.candidates;
        const Result<const Columns*> in_a = worker.texts.get(a);
        if (!in_a.ok()) return in_a.status();
        const Result<const Columns*> in_b = worker.texts.get(b);
        if (!in_b.ok()) return in_b.status();
        worker.aligner.align((*in_a)->view(), (*in_b)->view(), of_pair, worker.spans);
        for (const align::WordSpans& spans : worker.spans)
          worker.passages.push_back(passage_of(a, b, **in_a, **in_b, spans));
        if (worker.passages.size() > most_passages)
          return Status(Code::kExhausted,
                        fmt::format("more passages than --memory {} has room for; give twice as much, a larger "
                                    "--guarantee, or a smaller --common",
                                    in_mebibytes(options.memory)));
        return {};
      }));
  for (const auto& worker : workers) {
    found.passages.insert(found.passages.end(), worker->passages.begin(), worker->passages.end());
    stats.candidates += worker->candidates;
  }
  std::ranges::sort(found.passages, {}, [](const Passage& x) {
    return std::tuple(x.a, x.b, x.a_offset, x.b_offset, x.a_length, x.b_length);
  });

  stats.guarantee = wanted.align.guarantee;
  stats.run = spec.run;
  stats.window = spec.window;
  stats.max_gap = wanted.align.max_gap;
  stats.min_length = wanted.align.min_length;
  stats.common = wanted.common;
  stats.documents = collection.documents();
  stats.empty = collection.empty;
  stats.problems = collection.problems;
  stats.words = collection.features;
  stats.common_fingerprints = counts.common;
  stats.passages = found.passages.size();
  for (std::size_t i = 0; i < found.passages.size(); ++i)
    stats.pairs +=
        i == 0 || found.passages[i].a != found.passages[i - 1].a || found.passages[i].b != found.passages[i - 1].b;
  stats.input_bytes = collection.input_bytes;
  stats.threads = options.threads;
  return found;
}

}  // namespace textkin::engine
