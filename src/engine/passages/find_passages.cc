#include "engine/passages/find_passages.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "align/fingerprint_join.h"
#include "align/winnow.h"
#include "base/parallel.h"
#include "engine/passages/pair_aligner.h"
#include "engine/passages/passage_pairs.h"
#include "input/spool.h"
#include "text/places/located_words.h"

namespace textkin::engine::passages {
namespace {

struct FingerprintBlock : read::PassBlock {
  std::vector<base::KeyValue> records;  // documents numbered from 0
  std::array<std::uint64_t, kExclusionKinds> excluded_words{};
};

// Reads the texts into found; their fingerprints go to `fingerprints`.
Status read_fingerprints(const run::RunOptions& options, const align::WinnowSpec& spec, Progress& progress,
                         std::unique_ptr<base::SpillingRecords>& fingerprints, FoundPassages& found) {
  struct Worker {
    Worker(const align::WinnowSpec& cut, const FoundPassages& of)
        : locator(of.code), finder(of.exclusions), winnower(cut) {}
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
    workers.push_back(std::make_unique<Worker>(spec, found));
  read::TextPass pass;
  pass.work = [&](std::span<const Document> documents, unsigned thread) -> std::unique_ptr<read::PassBlock> {
    Worker& worker = *workers[thread];
    auto block = std::make_unique<FingerprintBlock>();
    for (std::size_t i = 0; i < documents.size(); ++i) {
      worker.locator.locate(documents[i].text, worker.located);
      worker.finder.find(documents[i].text, worker.located, {}, worker.excluded);
      add_words(worker.excluded, block->excluded_words);
      worker.words.clear();
      for (const text::LocatedWord& word : worker.located) worker.words.push_back(word.hash);
      worker.winnower.choose(worker.words, worker.chosen);
      for (const align::Fingerprint& fingerprint : worker.chosen)
        block->records.push_back(align::fingerprint_record(fingerprint.hash, static_cast<DocId>(i), fingerprint.place));
      block->sizes.push_back(static_cast<std::uint32_t>(worker.words.size()));
    }
    return block;
  };
  pass.commit = [&](DocId first, read::PassBlock& any) {
    auto& block = static_cast<FingerprintBlock&>(any);
    for (std::size_t kind = 0; kind < kExclusionKinds; ++kind)
      found.stats.excluded_words[kind] += block.excluded_words[kind];
    for (base::KeyValue& record : block.records) record.value += std::uint64_t{first} << 32;
    return fingerprints->append(block.records);
  };
  pass.problem = [&](const input::Problem& problem) {
    if (found.problems.size() < FoundPassages::kMostProblems) found.problems.push_back(problem.message);
  };
  TEXTKIN_ASSIGN_OR_RETURN(found.texts, read::read_texts(options, pass, progress));
  return {};
}

// Finds the words in passages with many others, and cuts the passages of the documents that have such words.
Status leave_out_common(const run::RunOptions& options, const PassagesOptions& wanted, FoundPassages& found) {
  found.common.find(found.passages, found.exclusions.shared_by);
  found.stats.excluded_words[static_cast<std::size_t>(ExclusionKind::kCommon)] = found.common.words();
  if (found.common.empty() || !has(found.exclusions.counted, ExclusionKind::kCommon)) return {};
  // Pairs one behind the other, those with the same first document together: [begin, end) of the passages.
  std::vector<std::pair<std::size_t, std::size_t>> stretches;
  std::vector<Passage> kept;
  std::vector<PassagePair> kept_pairs;
  std::size_t pair = 0;
  for (std::size_t begin = 0, end = 0; begin < found.passages.size(); begin = end, ++pair) {
    const Passage& first = found.passages[begin];
    end = pair_end(found.passages, begin);
    if (found.common.of(first.a).empty() && found.common.of(first.b).empty()) {
      kept.insert(kept.end(), found.passages.begin() + static_cast<std::ptrdiff_t>(begin),
                  found.passages.begin() + static_cast<std::ptrdiff_t>(end));
      if (wanted.totals) kept_pairs.push_back(found.pairs[pair]);
    } else if (!stretches.empty() && stretches.back().second == begin && found.passages[begin - 1].a == first.a) {
      stretches.back().second = end;
    } else {
      stretches.emplace_back(begin, end);
    }
  }
  const std::uint64_t share = options.memory / 4;
  std::vector<std::unique_ptr<PairAligner>> workers;
  for (unsigned thread = 0; thread < options.threads; ++thread)
    workers.push_back(std::make_unique<PairAligner>(options, wanted, found, found.common, share / options.threads));
  TEXTKIN_RETURN_IF_ERROR(
      base::parallel_for(stretches.size(), options.threads, [&](std::size_t stretch, unsigned thread) -> Status {
        const auto& [from, to] = stretches[stretch];
        for (std::size_t begin = from, end = from; begin < to; begin = end) {
          end = pair_end(found.passages, begin);
          TEXTKIN_RETURN_IF_ERROR(workers[thread]->cut(std::span(found.passages).subspan(begin, end - begin)));
        }
        return {};
      }));
  found.passages = std::move(kept);
  found.pairs = std::move(kept_pairs);
  for (auto& worker : workers) {
    worker->move_to(found);
    worker.reset();
  }
  order(found.passages, found.pairs);
  return {};
}

}  // namespace

Result<FoundPassages> find_passages(const run::RunOptions& options, const PassagesOptions& wanted, Progress& progress,
                                    run::StageClock& clock) {
  if (wanted.align.guarantee == 0 || wanted.align.guarantee > 1000)
    return Status(Code::kInvalidArgument, fmt::format("--guarantee {}: it is 1 to 1000 words", wanted.align.guarantee));
  if (wanted.common < 2)
    return Status(Code::kInvalidArgument, fmt::format("--common {}: it is 2 documents or more", wanted.common));
  FoundPassages found;
  found.code = text::find_code_language(wanted.normalize);
  if (found.code == nullptr && !wanted.normalize.empty())
    return Status(Code::kInvalidArgument, fmt::format("--normalize {}: passages are found in source code by code:c, "
                                                      "code:java or code:python, and in prose without it",
                                                      wanted.normalize));
  TEXTKIN_ASSIGN_OR_RETURN(found.exclusions,
                           resolve_exclusions(options, wanted.exclude, found.code, wanted.totals, progress));
  PassageStats& stats = found.stats;
  const align::WinnowSpec spec = align::WinnowSpec::for_guarantee(wanted.align.guarantee);
  const std::uint64_t share = options.memory / 4;
  TEXTKIN_ASSIGN_OR_RETURN(std::unique_ptr<run::RunDirectory> scratch, run::RunDirectory::open(""));
  const std::string folder = scratch->path();

  clock.begin("read");
  auto fingerprints = std::make_unique<base::SpillingRecords>(folder, share);
  TEXTKIN_RETURN_IF_ERROR(read_fingerprints(options, spec, progress, fingerprints, found));
  const read::Collection& collection = found.texts.collection;
  stats.fingerprints = fingerprints->size();

  clock.begin("join");
  base::SpillingRecords seeds(folder, share);
  align::FingerprintCounts counts;
  const align::Sides sides{collection.documents(),
                           options.against.empty() ? collection.documents() : collection.against};
  TEXTKIN_RETURN_IF_ERROR(
      align::join_fingerprints(*fingerprints, sides, wanted.common, options.threads, seeds, counts));
  stats.spilled_bytes = fingerprints->spilled_bytes() + seeds.spilled_bytes() +
                        (collection.spool == nullptr ? 0 : collection.spool->file_bytes());
  fingerprints.reset();

  clock.begin("align");
  const align::CommonPassages none;
  std::vector<std::unique_ptr<PairAligner>> workers;
  for (unsigned thread = 0; thread < options.threads; ++thread)
    workers.push_back(std::make_unique<PairAligner>(options, wanted, found, none, share / options.threads));
  TEXTKIN_RETURN_IF_ERROR(align::for_candidates(
      seeds, options.threads, [&](DocId a, DocId b, std::vector<align::Seed>& of_pair, unsigned thread) {
        return workers[thread]->align(a, b, of_pair);
      }));
  for (auto& worker : workers) {
    stats.candidates += worker->candidates();
    worker->move_to(found);
    worker.reset();
  }
  order(found.passages, found.pairs);
  if (has(found.exclusions.found, ExclusionKind::kCommon))
    TEXTKIN_RETURN_IF_ERROR(leave_out_common(options, wanted, found));
  sum_up(found.passages, stats);

  stats.normalize = wanted.normalize;
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

}  // namespace textkin::engine::passages
