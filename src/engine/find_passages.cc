#include "engine/find_passages.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "align/winnow.h"
#include "engine/fingerprint_join.h"
#include "engine/passage_pairs.h"
#include "engine/placed_texts.h"
#include "input/spool.h"
#include "text/located_words.h"

namespace textkin::engine {
namespace {

struct FingerprintBlock : PassBlock {
  std::vector<base::KeyValue> records;  // documents numbered from 0
  std::array<std::uint64_t, kExclusionKinds> excluded_words{};
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
          .longest = spans.longest,
          .a_first_word = spans.a_begin,
          .b_first_word = spans.b_begin,
          .a_counted = in_a.counted.in(spans.a_begin, spans.a_end),
          .b_counted = in_b.counted.in(spans.b_begin, spans.b_end)};
}

// Reads the texts into found; their fingerprints go to `fingerprints`.
Status read_fingerprints(const RunOptions& options, const align::WinnowSpec& spec, Progress& progress,
                         std::unique_ptr<base::SpillingRecords>& fingerprints, FoundPassages& found) {
  struct Worker {
    Worker(const align::WinnowSpec& cut, const Exclusions& exclusions) : finder(exclusions), winnower(cut) {}
    text::WordLocator locator;
    ExclusionFinder finder;
    std::vector<ExcludedSpan> excluded;
    align::Winnower winnower;
    std::vector<text::LocatedWord> located;
    std::vector<std::uint64_t> words;
    std::vector<align::Fingerprint> chosen;
  };
  std::vector<std::unique_ptr<Worker>> workers;
  for (unsigned thread = 0; thread < options.threads; ++thread)
    workers.push_back(std::make_unique<Worker>(spec, found.exclusions));
  TextPass pass;
  pass.work = [&](std::span<const Document> documents, unsigned thread) -> std::unique_ptr<PassBlock> {
    Worker& worker = *workers[thread];
    auto block = std::make_unique<FingerprintBlock>();
    for (std::size_t i = 0; i < documents.size(); ++i) {
      worker.locator.locate(documents[i].text, worker.located);
      worker.finder.find(documents[i].text, worker.located, worker.excluded);
      add_words(worker.excluded, block->excluded_words);
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
    for (std::size_t kind = 0; kind < kExclusionKinds; ++kind)
      found.stats.excluded_words[kind] += block.excluded_words[kind];
    for (base::KeyValue& record : block.records) record.value += std::uint64_t{first} << 32;
    return fingerprints->append(block.records);
  };
  pass.problem = [&](const input::Problem& problem) {
    if (found.problems.size() < FoundPassages::kMostProblems) found.problems.push_back(problem.message);
  };
  Result<Texts> texts = read_texts(options, pass, progress);
  if (!texts.ok()) return texts.status();
  found.texts = std::move(texts).value();
  return {};
}

}  // namespace

Result<FoundPassages> find_passages(const RunOptions& options, const PassagesOptions& wanted, Progress& progress,
                                    StageClock& clock) {
  if (wanted.align.guarantee == 0 || wanted.align.guarantee > 1000)
    return Status(Code::kInvalidArgument, fmt::format("--guarantee {}: it is 1 to 1000 words", wanted.align.guarantee));
  if (wanted.common < 2)
    return Status(Code::kInvalidArgument, fmt::format("--common {}: it is 2 documents or more", wanted.common));
  FoundPassages found;
  Result<Exclusions> exclusions = resolve_exclusions(options, wanted.exclude);
  if (!exclusions.ok()) return exclusions.status();
  found.exclusions = std::move(exclusions).value();
  PassageStats& stats = found.stats;
  const align::WinnowSpec spec = align::WinnowSpec::for_guarantee(wanted.align.guarantee);
  const std::uint64_t share = options.memory / 4;
  Result<std::unique_ptr<RunDirectory>> scratch = RunDirectory::open("");
  if (!scratch.ok()) return scratch.status();
  const std::string folder = (*scratch)->path();

  clock.begin("read");
  auto fingerprints = std::make_unique<base::SpillingRecords>(folder, share);
  TEXTKIN_RETURN_IF_ERROR(read_fingerprints(options, spec, progress, fingerprints, found));
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
    Worker(const Collection& collection, const Exclusions& exclusions, std::uint64_t memory,
           const align::AlignSpec& align)
        : texts(collection, exclusions, memory), aligner(align) {}
    PlacedTexts texts;
    align::Aligner aligner;
    std::vector<align::WordSpans> spans;
    std::vector<Passage> passages;
    std::vector<PassagePair> pairs;
    std::uint64_t candidates = 0;
  };
  std::vector<std::unique_ptr<Worker>> workers;
  for (unsigned thread = 0; thread < options.threads; ++thread)
    workers.push_back(std::make_unique<Worker>(collection, found.exclusions, share / options.threads, wanted.align));
  // What the fingerprints held is free again.
  const std::uint64_t most_bytes = share / options.threads;
  TEXTKIN_RETURN_IF_ERROR(for_candidates(
      seeds, options.threads, [&](DocId a, DocId b, std::vector<align::Seed>& of_pair, unsigned thread) -> Status {
        Worker& worker = *workers[thread];
        ++worker.candidates;
        const Result<const Columns*> in_a = worker.texts.get(a);
        if (!in_a.ok()) return in_a.status();
        const Result<const Columns*> in_b = worker.texts.get(b);
        if (!in_b.ok()) return in_b.status();
        worker.aligner.align((*in_a)->view(), (*in_b)->view(), of_pair, worker.spans);
        const std::size_t first = worker.passages.size();
        for (const align::WordSpans& spans : worker.spans)
          worker.passages.push_back(passage_of(a, b, **in_a, **in_b, spans));
        if (wanted.totals && worker.passages.size() > first)
          worker.pairs.push_back(total_of(std::span(worker.passages).subspan(first), **in_a, **in_b));
        if (worker.passages.size() * sizeof(Passage) + worker.pairs.size() * sizeof(PassagePair) > most_bytes)
          return Status(Code::kExhausted,
                        fmt::format("more passages than --memory {} has room for; give twice as much, a larger "
                                    "--guarantee, or a smaller --common",
                                    in_mebibytes(options.memory)));
        return {};
      }));
  for (auto& worker : workers) {
    found.passages.insert(found.passages.end(), worker->passages.begin(), worker->passages.end());
    found.pairs.insert(found.pairs.end(), worker->pairs.begin(), worker->pairs.end());
    stats.candidates += worker->candidates;
    worker.reset();
  }
  order(found.passages, found.pairs);
  sum_up(found.passages, stats);

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
  stats.excluded = found.exclusions.counted;
  stats.shared_by = found.exclusions.shared_by;
  stats.input_bytes = collection.input_bytes;
  stats.threads = options.threads;
  return found;
}

}  // namespace textkin::engine
