#include "engine/contamination/decontaminate.h"

#include <fmt/format.h>

#include <memory>
#include <numeric>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/cleanup/kept_name.h"
#include "engine/cleanup/kept_output.h"
#include "engine/cleanup/old_side.h"
#include "engine/contamination/kept_leaks.h"
#include "engine/contamination/leak_cuts.h"
#include "engine/cut/left_output.h"
#include "engine/cut/left_records.h"
#include "engine/leaks/found_leaks.h"
#include "engine/leaks/gram_search.h"
#include "engine/leaks/leak_search.h"
#include "engine/leaks/passage_search.h"
#include "engine/passages/passage_memory.h"
#include "engine/read/text_pass.h"
#include "engine/run/problem_log.h"
#include "engine/run/rows_of_door.h"
#include "engine/run/stage_clock.h"
#include "engine/write/run_end.h"
#include "input/formats/format.h"
#include "store/document_reader.h"
#include "textkin/keep.h"

namespace textkin::engine::contamination {
namespace {

// Documents on their way out: as dedup writes those that stay, or as trim writes those of which something went.
struct Outputs {
  std::unique_ptr<cleanup::KeptOutput> kept;  // under leaks::LeakAction::kDrop
  std::unique_ptr<cut::LeftOutput> left;      // under the others

  static Result<Outputs> open(const leaks::LeakOptions& wanted, const run::Reading& reading,
                              const write::Results& results) {
    const bool of_door =
        !results.writes_files() && (run::has_rows_of_door(reading.inputs.spec) || wanted.output == "-");
    const bool writes = !wanted.check && !of_door;
    Outputs outputs;
    if (wanted.action != leaks::LeakAction::kDrop) {
      TEXTKIN_ASSIGN_OR_RETURN(outputs.left,
                               cut::LeftOutput::open(writes ? wanted.output : "", reading.limits.threads));
      return outputs;
    }
    cleanup::DedupOptions kept;
    kept.output = wanted.output;
    kept.check = !writes;
    if (writes) TEXTKIN_RETURN_IF_ERROR(cleanup::check_kept_name(wanted.output, reading.inputs.spec));
    TEXTKIN_ASSIGN_OR_RETURN(outputs.kept, cleanup::KeptOutput::open(kept, reading.limits.threads));
    return outputs;
  }

  // Before documents are read.
  Status check(const leaks::LeakOptions& wanted, const read::Collection& collection) const {
    if (left == nullptr) return {};
    for (const input::Source& source : collection.list.sources)
      if (wanted.action == leaks::LeakAction::kFlag && source.memory == nullptr &&
          source.format->place_of_new_field("{}") == std::string_view::npos)
        return Status(Code::kInvalidArgument,
                      fmt::format("{}: --action flag adds a field to records of JSONL, and has none here; --removed "
                                  "lists the same",
                                  source.name));
    return left->check(collection);
  }

  Status write(const leaks::LeakOptions& wanted, const read::Collection& collection, const read::Collection& items,
               const leaks::FoundLeaks& found, const std::vector<KeepDecision>& decisions, Progress& progress) {
    if (left == nullptr) return kept->write(collection, decisions, progress);
    LeakCuts cuts(wanted.action, items, found);
    cut::LeftRecords records(collection, cuts, progress);
    return left->write(collection, records, progress);
  }
  Status commit() { return left == nullptr ? kept->commit() : left->commit(); }
};

Result<std::unique_ptr<leaks::LeakSearch>> open_search(const leaks::LeakOptions& wanted, const run::Reading& reading) {
  return wanted.by == leaks::LeakBy::kPassages ? leaks::PassageSearch::open(wanted, reading)
                                               : leaks::GramSearch::open(wanted, reading);
}

// Documents that have been searched before are read once more for their ids and places alone.
class NoVisitor final : public read::VisitorOf<read::BlockVisitor::Made> {
 public:
  Status make(std::span<const Document> documents, unsigned, read::BlockVisitor::Made& made) override {
    made.sizes.resize(documents.size());
    return {};
  }
  Status take(DocId, read::BlockVisitor::Made&) override { return {}; }
};

// By item, the number of its source.
Result<std::vector<std::uint32_t>> sources_of(const read::Collection& items) {
  std::vector<std::uint32_t> sources;
  store::DocumentReader reader(items.table);
  store::DocumentRow row;
  for (DocId item = 0; item < items.documents(); ++item) {
    TEXTKIN_RETURN_IF_ERROR(reader.read_record(item, row));
    sources.push_back(row.record.source);
  }
  return sources;
}

std::vector<LeakedSet> count_sets(const read::Collection& items, const std::vector<std::uint64_t>& short_ones,
                                  const leaks::FoundLeaks& found) {
  std::vector<LeakedSet> sets(items.list.sources.size());
  for (std::size_t set = 0; set < sets.size(); ++set) {
    sets[set].name = items.list.sources[set].name;
    sets[set].short_items = short_ones[set];
    if (set < found.documents_of_sets().size()) sets[set].documents = found.documents_of_sets()[set];
  }
  for (DocId item = 0; item < found.sets().size(); ++item) {
    ++sets[found.sets()[item]].items;
    sets[found.sets()[item]].leaked += found.items()[item].documents > 0;
  }
  return sets;
}

std::vector<KeepDecision> decide(const leaks::LeakOptions& wanted, DocId documents, const leaks::FoundLeaks& found) {
  std::vector<KeepDecision> decisions(documents);
  for (DocId doc = 0; doc < documents; ++doc) decisions[doc].kept = doc;
  for (const leaks::Leak& leak : found.leaks())
    if (wanted.action == leaks::LeakAction::kDrop || leak.whole) decisions[leak.document].kept = kNoDoc;
  return decisions;
}

// For a door that hands on what was found: of each document a row of what becomes of it, whose b has no length: one a
// cut, else one; `equal` is how much is shared, `b_words` how many items share something. Behind them a row a passage.
// b is the item, behind the documents.
std::vector<Passage> rows_of(const leaks::LeakOptions& wanted, DocId documents, const leaks::FoundLeaks& found) {
  std::vector<Passage> rows;
  for (const leaks::Leak& leak : found.leaks()) {
    if (wanted.action != leaks::LeakAction::kCut)
      rows.push_back({.a = leak.document, .b = documents + leak.item, .b_words = leak.items, .equal = leak.shared});
    for (const leaks::LeakCut& cut : found.cuts_of(leak))
      rows.push_back({.a = leak.document,
                      .b = documents + cut.item,
                      .a_offset = cut.characters.begin,
                      .a_length = cut.characters.end - cut.characters.begin,
                      .a_words = cut.words,
                      .equal = cut.shared});
    for (const leaks::LeakPassage& passage : found.passages_of(leak))
      rows.push_back({.a = leak.document,
                      .b = documents + passage.item,
                      .a_offset = passage.in_document.begin,
                      .a_length = passage.in_document.end - passage.in_document.begin,
                      .b_offset = passage.in_item.begin,
                      .b_length = passage.in_item.end - passage.in_item.begin,
                      .a_words = passage.words,
                      .b_words = passage.item_words,
                      .equal = passage.equal});
  }
  return rows;
}

LeakStats describe(const leaks::LeakOptions& wanted, const read::Collection& collection, const leaks::FoundLeaks& found,
                   const std::vector<KeepDecision>& decisions) {
  LeakStats stats;
  stats.action = word_of(leaks::kLeakActionWords, wanted.action);
  stats.documents = collection.documents();
  stats.empty = collection.empty;
  stats.threads = collection.threads;
  stats.leaking = found.leaks().size();
  for (const KeepDecision& decision : decisions) stats.removed += decision.kept == kNoDoc;
  stats.kept = stats.documents - stats.removed;
  for (const leaks::Leak& leak : found.leaks()) {
    if (leak.whole) continue;
    for (const leaks::LeakCut& cut : found.cuts_of(leak)) {
      ++stats.cuts;
      stats.cut_words += cut.words;
      stats.cut_characters += cut.characters.end - cut.characters.begin;
    }
  }
  return stats;
}

run::Reading tests_of(const run::Reading& reading) {
  run::Reading tests = reading;
  tests.inputs.spec = run::against_spec(reading.inputs);
  tests.inputs.against.clear();
  tests.checksums = !reading.limits.run_dir.empty();
  tests.limits.run_dir.clear();             // they are read by each run
  tests.inputs.number_repeated_ids = true;  // test sets each count from 0
  return tests;
}

}  // namespace

Result<LeakStats> decontaminate(const run::ReadOptions& asked, const leaks::LeakOptions& wanted,
                                write::Results& results, Progress& progress) {
  TEXTKIN_ASSIGN_OR_RETURN(run::Reading reading, run::settle(asked));
  TEXTKIN_RETURN_IF_ERROR(cleanup::check_sides(reading));
  TEXTKIN_ASSIGN_OR_RETURN(Outputs outputs, Outputs::open(wanted, reading, results));
  TEXTKIN_ASSIGN_OR_RETURN(const std::unique_ptr<leaks::LeakSearch> search, open_search(wanted, reading));
  TEXTKIN_ASSIGN_OR_RETURN(write::RunEnd end, write::RunEnd::open(reading.stats, results, progress));

  TEXTKIN_ASSIGN_OR_RETURN(reading.inputs.problem_file, run::ProblemFile::open(reading.inputs.problems));

  run::StageClock clock;
  clock.begin("index");
  TEXTKIN_RETURN_IF_ERROR(search->read_tests(tests_of(reading), progress));
  const read::Collection& items = search->items();
  TEXTKIN_ASSIGN_OR_RETURN(std::vector<std::uint32_t> sources, sources_of(items));

  clock.begin("read");
  const run::Reading of_both = reading;
  reading.inputs.against.clear();
  TEXTKIN_ASSIGN_OR_RETURN(read::Collection collection,
                           read::open_collection(reading, reading.limits.run_dir,
                                                 wanted.by == leaks::LeakBy::kPassages ? passages::kBytesAnAlignedByte
                                                                                       : leaks::kBytesAGramByte));
  TEXTKIN_ASSIGN_OR_RETURN(KeptLeaks kept, KeptLeaks::open(collection, items, of_both, wanted));
  TEXTKIN_RETURN_IF_ERROR(outputs.check(wanted, collection));
  const bool keeps_passages = kept.kept() || !wanted.removed.empty() || !results.writes_files();
  leaks::FoundLeaks found(std::move(sources), search->parts(), keeps_passages);
  if (kept.found()) {
    progress.note(fmt::format("going on in {} behind the search for what is shared", collection.directory->path()));
    NoVisitor nobody;
    TEXTKIN_RETURN_IF_ERROR(read::read_texts(collection, reading.inputs, nobody, progress));
    TEXTKIN_RETURN_IF_ERROR(kept.take_up(collection, items, found));
  } else {
    TEXTKIN_RETURN_IF_ERROR(search->search(collection, reading.inputs, found, progress));
    TEXTKIN_RETURN_IF_ERROR(kept.keep(collection, items, found));
  }

  if (reading.inputs.problem_file != nullptr) TEXTKIN_RETURN_IF_ERROR(reading.inputs.problem_file->commit());

  clock.begin("write");
  const std::vector<KeepDecision> decisions = decide(wanted, collection.documents(), found);
  TEXTKIN_RETURN_IF_ERROR(outputs.write(wanted, collection, items, found, decisions, progress));
  TEXTKIN_RETURN_IF_ERROR(search->write_tables(collection, found));
  TEXTKIN_RETURN_IF_ERROR(outputs.commit());
  if (!results.writes_files()) {
    results.take_decisions(decisions);
    results.take_passages(rows_of(wanted, collection.documents(), found));
    TEXTKIN_RETURN_IF_ERROR(results.take_against(items));
  }

  LeakStats stats = describe(wanted, collection, found, decisions);
  search->describe(stats);
  stats.problems = collection.problems + items.problems;
  stats.input_bytes = collection.input_bytes + items.input_bytes;
  stats.items = items.documents();
  TEXTKIN_ASSIGN_OR_RETURN(const std::vector<std::uint64_t> short_ones, search->count_short());
  stats.short_items = std::accumulate(short_ones.begin(), short_ones.end(), std::uint64_t{0});
  stats.sets = count_sets(items, short_ones, found);
  return end.finish("decontaminate", collection, std::move(stats), clock);
}

}  // namespace textkin::engine::contamination
