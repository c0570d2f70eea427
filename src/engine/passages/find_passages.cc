#include "engine/passages/find_passages.h"

#include <fmt/format.h>

#include <memory>
#include <shared_mutex>
#include <utility>
#include <vector>

#include "align/fingerprint_join.h"
#include "align/winnow.h"
#include "engine/passages/common_stretches.h"
#include "engine/passages/fingerprint_pass.h"
#include "engine/passages/kept_join.h"
#include "engine/passages/leave_out_common.h"
#include "engine/passages/nothing_read.h"
#include "engine/passages/pair_aligner.h"
#include "engine/passages/passage_pairs.h"
#include "text/catalog.h"

namespace textkin::engine::passages {
namespace {

// Nobody is acquitted in silence: where nothing is left out, or very much, that is told.
Status find_persons(const PassagesOptions& wanted, FoundPassages& found, Progress& progress) {
  TEXTKIN_ASSIGN_OR_RETURN(found.persons, Persons::make(found.collection, wanted.group_by));
  found.stats.persons = found.persons.count();
  const bool within = !found.collection.has_against || wanted.within;
  found.stats.pairs_of_one_person = within ? found.persons.pairs() : 0;
  if (wanted.group_by == GroupBy::kFolder && found.persons.count() < 2)
    progress.warn(fmt::format("--group-by folder: {} below INPUT; name the folder or archive whose folders are persons",
                              found.persons.count() == 0
                                  ? "no document lies in a folder"
                                  : "all documents in folders lie in one, " + found.persons.name(0)));
  return {};
}

// Aligns each pair of documents that share fingerprints; passages and pairs go to `found`, in order.
Status align_candidates(const PassagesOptions& wanted, base::SpillingRecords& seeds, Progress& progress,
                        FoundPassages& found) {
  const unsigned threads = found.collection.threads;
  const std::uint64_t share = found.collection.budget->limit() / 4;
  const align::CommonPassages none;
  std::shared_mutex alone;
  std::mutex telling;  // workers find that there is no room while others tell what is done
  PairRooms rooms(found.collection, [&] {
    const std::lock_guard lock(telling);
    progress.note("there are more passages than memory has room for: they are counted, to say how much would do");
  });
  std::vector<std::unique_ptr<PairAligner>> workers;
  workers.reserve(threads);
  for (unsigned thread = 0; thread < threads; ++thread)
    workers.push_back(std::make_unique<PairAligner>(wanted, found, none, share / threads, alone, rooms));
  TEXTKIN_ASSIGN_OR_RETURN(const unsigned at_once, threads_for(found.collection, seeds));
  TEXTKIN_RETURN_IF_ERROR(align::for_candidates(
      seeds, at_once,
      [&](DocId a, DocId b, std::vector<align::Seed>& of_pair, unsigned thread) {
        if (found.persons.are_one(a, b)) return Status();
        return workers[thread]->align(a, b, of_pair);
      },
      [&](std::uint64_t done, std::uint64_t all) {
        const std::lock_guard lock(telling);
        progress.update("align", done, all);
      }));
  TEXTKIN_RETURN_IF_ERROR(rooms.check());
  for (auto& worker : workers) {
    found.stats.candidates += worker->candidates();
    worker->move_to(found);
    worker.reset();
  }
  order(found.passages, found.pairs);
  return {};
}

align::Sides sides_of(const PassagesOptions& wanted, const FoundPassages& found) {
  const read::Collection& collection = found.collection;
  return {collection.documents(), collection.has_against ? collection.against : collection.documents(), wanted.within};
}

// Fingerprints become seeds of the pairs that share one, and counts of those that too many share.
Status join(const PassagesOptions& wanted, const KeptDocuments* kept, const std::string& scratch,
            std::unique_ptr<base::SpillingRecords> fingerprints, const align::WinnowSpec& spec,
            base::SpillingRecords& seeds, align::FingerprintCounts& counts, FoundPassages& found, Progress& progress) {
  const std::uint32_t most = common_of(wanted);
  const std::uint64_t memory = found.collection.budget->limit();
  align::FingerprintCounts of_kept = counts;
  if (kept != nullptr) {
    auto joined = std::make_unique<base::SpillingRecords>(scratch, memory / 4);
    TEXTKIN_ASSIGN_OR_RETURN(const unsigned at_once, threads_for(found.collection, *fingerprints));
    TEXTKIN_RETURN_IF_ERROR(
        join_with_kept(*kept, *fingerprints, spec, most, wanted.within, at_once, *joined, found, of_kept, progress));
    found.stats.spilled_bytes += fingerprints->spilled_bytes();
    fingerprints = std::move(joined);
  }
  TEXTKIN_ASSIGN_OR_RETURN(const unsigned at_once, threads_for(found.collection, *fingerprints));
  TEXTKIN_RETURN_IF_ERROR(
      align::join_fingerprints(*fingerprints, sides_of(wanted, found), most, at_once, seeds, counts));
  found.stats.spilled_bytes += fingerprints->spilled_bytes() + seeds.spilled_bytes() + found.collection.spooled_bytes();
  if (kept != nullptr) counts = std::move(of_kept);  // the others are of kept documents alone
  found.stats.common_fingerprints = counts.common;
  if (!has(found.exclusions.found, ExclusionKind::kCommon) || counts.common <= counts.most_places) return {};
  return Status(
      Code::kExhausted,
      fmt::format("more stretches of words than --memory {} has room for stand in more than {} documents; {} "
                  "would do, or a larger --common",
                  found.collection.shares.given.told(), most,
                  found.collection.shares.given.told(counts.common * kCommonParts * sizeof(align::CommonPlace))));
}

// What stands in many documents, told whether it counts or not; what is common in any case.
void find_shared(const PassagesOptions& wanted, const align::FingerprintCounts& counts, const align::WinnowSpec& spec,
                 FoundPassages& found) {
  const align::CommonLimits& common = found.exclusions.common;
  const std::uint32_t limit = std::min({common.before, common.behind, common.all});
  found.places = std::make_unique<shared::SharedPlaces>(found.passages, found.persons.of_documents());
  const bool all = (!found.collection.has_against || wanted.within) && found.persons.count() == 0;
  found.shared = shared::shared_passages(
      found.passages, *found.places,
      std::min(shared::kManyDocuments, limit < shared::kManyDocuments ? limit + 2 : shared::kManyDocuments),
      all ? shared::Compared::kAll : shared::Compared::kNotAll);
  tell_common(counts.places, spec, found.shared);
  for (const shared::SharedPassage& passage : found.shared)
    found.stats.shared_passages.push_back({passage.words, passage.documents, passage.whole});
}

void describe(const PassagesOptions& wanted, const align::WinnowSpec& spec, FoundPassages& found) {
  const read::Collection& collection = found.collection;
  PassageStats& stats = found.stats;
  stats.normalize = wanted.normalize;
  stats.sensitivity = word_of(kSensitivityWords, wanted.sensitivity);
  stats.sensitivity_text = text_of(wanted.sensitivity, wanted.align);
  stats.guarantee = wanted.align.guarantee;
  stats.run = spec.run;
  stats.window = spec.window;
  stats.max_gap = wanted.align.max_gap;
  stats.min_length = wanted.align.min_length;
  stats.common = common_of(wanted);
  stats.documents = collection.documents();
  stats.against_documents = collection.has_against ? collection.documents() - collection.against : 0;
  stats.within = !collection.has_against || wanted.within;
  stats.empty = collection.empty;
  stats.problems = collection.problems;
  stats.words = collection.features;
  stats.excluded = found.exclusions.counted;
  stats.shared_by = found.exclusions.shared_by.value_or(found.exclusions.common.before);
  stats.input_bytes = collection.input_bytes;
  stats.threads = collection.threads;
}

}  // namespace

Result<FoundPassages> find_passages(const run::Reading& reading, const PassagesOptions& wanted, Progress& progress,
                                    run::StageClock& clock, const KeptDocuments* kept) {
  TEXTKIN_RETURN_IF_ERROR(check(wanted));
  FoundPassages found;
  found.words = {text::find_code_language(wanted.normalize), text::key_of(reading.text)};
  TEXTKIN_ASSIGN_OR_RETURN(found.exclusions,
                           resolve_exclusions(reading, wanted.exclude, found.words, wanted.totals, progress));
  const align::WinnowSpec spec = align::WinnowSpec::for_guarantee(wanted.align.guarantee);
  TEXTKIN_ASSIGN_OR_RETURN(const std::unique_ptr<run::RunDirectory> scratch, run::RunDirectory::open(""));

  clock.begin("read");
  const std::uint64_t share = reading.limits.memory / 4;
  auto fingerprints = std::make_unique<base::SpillingRecords>(scratch->path(), share);
  TEXTKIN_RETURN_IF_ERROR(read_fingerprints(reading, spec, progress, *fingerprints, found));
  TEXTKIN_RETURN_IF_ERROR(check_something_was_read(reading.inputs, found));
  TEXTKIN_RETURN_IF_ERROR(find_persons(wanted, found, progress));

  clock.begin("join");
  base::SpillingRecords seeds(scratch->path(), share);
  align::FingerprintCounts counts;
  const bool tells_common = has(found.exclusions.found, ExclusionKind::kCommon);
  counts.most_places = tells_common ? reading.limits.memory / kCommonParts / sizeof(align::CommonPlace) : 0;
  TEXTKIN_RETURN_IF_ERROR(
      join(wanted, kept, scratch->path(), std::move(fingerprints), spec, seeds, counts, found, progress));

  clock.begin("align");
  TEXTKIN_RETURN_IF_ERROR(align_candidates(wanted, seeds, progress, found));
  const DocId own = sides_of(wanted, found).against;
  found.exclusions.count_documents(
      kept == nullptr ? found.collection.documents() : own + static_cast<DocId>(kept->compared()), own);
  if (tells_common) {
    find_shared(wanted, counts, spec, found);
    TEXTKIN_RETURN_IF_ERROR(leave_out_common(wanted, found));
  }
  sum_up(found.passages, found.stats);
  describe(wanted, spec, found);
  if (kept != nullptr) {
    found.stats.index = fmt::format("{}", fmt::join(kept->names(), ", "));
    found.stats.sequence = kept->sequence();
    found.stats.against_documents = kept->compared();
    found.stats.documents = own + kept->compared();
  }
  return found;
}

}  // namespace textkin::engine::passages
