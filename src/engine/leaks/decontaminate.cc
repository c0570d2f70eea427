#include "engine/leaks/decontaminate.h"

#include <fmt/format.h>

#include <memory>
#include <numeric>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/cleanup/kept_name.h"
#include "engine/cleanup/kept_output.h"
#include "engine/cleanup/old_side.h"
#include "engine/cut/left_output.h"
#include "engine/cut/left_records.h"
#include "engine/leaks/leak_cuts.h"
#include "engine/leaks/leak_files.h"
#include "engine/leaks/leak_visitor.h"
#include "engine/leaks/spelled_grams.h"
#include "engine/leaks/test_grams.h"
#include "engine/read/retain_all.h"
#include "engine/read/text_pass.h"
#include "engine/run/rows_of_door.h"
#include "engine/run/stage_clock.h"
#include "engine/write/run_end.h"
#include "input/formats/format.h"
#include "store/document_reader.h"
#include "text/catalog.h"
#include "textkin/keep.h"

namespace textkin::engine::leaks {
namespace {

// Documents on their way out: as dedup writes those that stay, or as trim writes those of which something went.
struct Outputs {
  std::unique_ptr<cleanup::KeptOutput> kept;  // under LeakAction::kDrop
  std::unique_ptr<cut::LeftOutput> left;      // under the others

  static Result<Outputs> open(const LeakOptions& wanted, const run::Reading& reading, const write::Results& results) {
    const bool of_door = !results.writes_files() && (run::has_rows_of_door(reading.inputs.spec) || wanted.output == "-");
    const bool writes = !wanted.check && !of_door;
    Outputs outputs;
    if (wanted.action != LeakAction::kDrop) {
      TEXTKIN_ASSIGN_OR_RETURN(outputs.left, cut::LeftOutput::open(writes ? wanted.output : ""));
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
  Status check(const LeakOptions& wanted, const read::Collection& collection) const {
    if (left == nullptr) return {};
    for (const input::Source& source : collection.list.sources)
      if (wanted.action == LeakAction::kFlag && source.memory == nullptr &&
          source.format->place_of_new_field("{}") == std::string_view::npos)
        return Status(Code::kInvalidArgument,
                      fmt::format("{}: --action flag adds a field to records of JSONL, and has none here; --removed "
                                  "lists the same",
                                  source.name));
    return left->check(collection);
  }

  Status write(const LeakOptions& wanted, const read::Collection& collection, const read::Collection& items,
               const LeakVisitor& found, const std::vector<KeepDecision>& decisions, Progress& progress) {
    if (left == nullptr) return kept->write(collection, decisions, progress);
    LeakCuts cuts(wanted.action, items, found);
    cut::LeftRecords records(collection, cuts, progress);
    return left->write(collection, records);
  }
  Status commit() { return left == nullptr ? kept->commit() : left->commit(); }
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

// A text of fewer units than an n-gram has is one n-gram, all of it. How many of each source are such.
Result<std::vector<std::uint64_t>> count_short(const read::Collection& items) {
  TextSpec one = items.text;
  one.shingle_size = 1;
  one.multiset = true;
  TEXTKIN_ASSIGN_OR_RETURN(const std::unique_ptr<Shingler> shingler, text::make_shingler(one));
  const std::vector<FeatureView> sets = items.feature_views();
  store::DocumentReader reader(items.table);
  store::DocumentRow row;
  input::RecordReader records(items.settings, items.list, items.spool);
  std::vector<std::uint64_t> found(items.list.sources.size());
  std::vector<Feature> units;
  for (DocId item = 0; item < sets.size(); ++item) {
    if (sets[item].size() != 1) continue;
    TEXTKIN_RETURN_IF_ERROR(reader.read_record(item, row));
    TEXTKIN_ASSIGN_OR_RETURN(const std::string_view text, records.text(row.record));
    units.clear();
    shingler->append_distinct(text, units);
    found[row.record.source] += units.size() < items.text.shingle_size;
  }
  return found;
}

std::vector<LeakedSet> count_sets(const read::Collection& items, const std::vector<std::uint32_t>& sources,
                                  const std::vector<std::uint64_t>& short_ones, const LeakVisitor& found) {
  std::vector<LeakedSet> sets(items.list.sources.size());
  for (std::size_t set = 0; set < sets.size(); ++set) {
    sets[set].name = items.list.sources[set].name;
    sets[set].short_items = short_ones[set];
    if (set < found.documents_of_sets().size()) sets[set].documents = found.documents_of_sets()[set];
  }
  for (DocId item = 0; item < sources.size(); ++item) {
    ++sets[sources[item]].items;
    sets[sources[item]].leaked += found.items()[item].documents > 0;
  }
  return sets;
}

std::vector<KeepDecision> decide(const LeakOptions& wanted, DocId documents, const LeakVisitor& found) {
  std::vector<KeepDecision> decisions(documents);
  for (DocId doc = 0; doc < documents; ++doc) decisions[doc].kept = doc;
  for (const Leak& leak : found.leaks())
    if (wanted.action == LeakAction::kDrop || leak.whole) decisions[leak.document].kept = kNoDoc;
  return decisions;
}

// For a door that hands on what was found: a row a cut, or a document that shares something. b is the item, behind the
// documents; `equal` are the n-grams, `b_words` the items that share any.
std::vector<Passage> rows_of(const LeakOptions& wanted, DocId documents, const LeakVisitor& found) {
  std::vector<Passage> rows;
  for (const Leak& leak : found.leaks()) {
    if (wanted.action != LeakAction::kCut)
      rows.push_back({.a = leak.document, .b = documents + leak.item, .b_words = leak.items, .equal = leak.shared});
    for (const LeakCut& cut : found.cuts_of(leak))
      rows.push_back({.a = leak.document,
                      .b = documents + cut.item,
                      .a_offset = cut.characters.begin,
                      .a_length = cut.characters.end - cut.characters.begin,
                      .a_words = cut.words,
                      .equal = cut.shared});
  }
  return rows;
}

LeakStats describe(const LeakOptions& wanted, const read::Collection& collection, const LeakVisitor& found,
                   const std::vector<KeepDecision>& decisions) {
  LeakStats stats;
  stats.spec = text::describe(collection.text);
  stats.action = word_of(kLeakActionWords, wanted.action);
  stats.documents = collection.documents();
  stats.empty = collection.empty;
  stats.threads = collection.threads;
  stats.leaking = found.leaks().size();
  for (const KeepDecision& decision : decisions) stats.removed += decision.kept == kNoDoc;
  stats.kept = stats.documents - stats.removed;
  for (const Leak& leak : found.leaks()) {
    if (leak.whole) continue;
    for (const LeakCut& cut : found.cuts_of(leak)) {
      ++stats.cuts;
      stats.cut_words += cut.words;
      stats.cut_characters += cut.characters.end - cut.characters.begin;
    }
  }
  return stats;
}

Result<read::Collection> read_tests(const run::Reading& reading, Progress& progress) {
  run::Reading tests = reading;
  tests.inputs.spec.arguments = std::exchange(tests.inputs.against, {});
  tests.inputs.problems.clear();
  tests.inputs.number_repeated_ids = true;  // test sets each count from 0
  return read::retain_all(tests, reading.limits.memory / 4, progress,
                          "the n-grams of --against do not fit in a quarter of --memory");
}

}  // namespace

Result<LeakStats> decontaminate(const run::ReadOptions& asked, const LeakOptions& wanted, write::Results& results,
                                Progress& progress) {
  TEXTKIN_ASSIGN_OR_RETURN(run::Reading reading, run::settle(asked));
  TEXTKIN_RETURN_IF_ERROR(cleanup::check_sides(reading));
  TEXTKIN_RETURN_IF_ERROR(text::make_named_shingler(reading.text).status());
  TEXTKIN_ASSIGN_OR_RETURN(Outputs outputs, Outputs::open(wanted, reading, results));
  TEXTKIN_ASSIGN_OR_RETURN(LeakFiles files, LeakFiles::open(wanted));
  TEXTKIN_ASSIGN_OR_RETURN(write::RunEnd end, write::RunEnd::open(reading.stats, results, progress));

  run::StageClock clock;
  clock.begin("index");
  TEXTKIN_ASSIGN_OR_RETURN(const read::Collection items, read_tests(reading, progress));
  TEXTKIN_ASSIGN_OR_RETURN(const TestGrams grams, TestGrams::of(items));
  TEXTKIN_ASSIGN_OR_RETURN(const std::unique_ptr<SpelledGrams> spelled, SpelledGrams::of(items, grams));
  TEXTKIN_ASSIGN_OR_RETURN(const std::vector<std::uint32_t> sources, sources_of(items));

  clock.begin("read");
  const std::string problems = std::exchange(reading.inputs.problems, {});
  reading.inputs.against.clear();
  TEXTKIN_ASSIGN_OR_RETURN(read::Collection collection, read::open_collection(reading, ""));
  TEXTKIN_RETURN_IF_ERROR(outputs.check(wanted, collection));
  TEXTKIN_ASSIGN_OR_RETURN(const std::unique_ptr<LeakVisitor> found,
                           LeakVisitor::of(collection, wanted, grams, *spelled, sources));
  TEXTKIN_RETURN_IF_ERROR(read::read_texts(collection, problems, *found, progress));

  clock.begin("write");
  const std::vector<KeepDecision> decisions = decide(wanted, collection.documents(), *found);
  TEXTKIN_RETURN_IF_ERROR(outputs.write(wanted, collection, items, *found, decisions, progress));
  TEXTKIN_RETURN_IF_ERROR(files.write(collection, items, grams, *found, *spelled));
  TEXTKIN_RETURN_IF_ERROR(outputs.commit());
  if (!results.writes_files()) {
    results.take_decisions(decisions);
    results.take_passages(rows_of(wanted, collection.documents(), *found));
    TEXTKIN_RETURN_IF_ERROR(results.take_against(items));
  }

  LeakStats stats = describe(wanted, collection, *found, decisions);
  stats.problems = collection.problems + items.problems;
  stats.input_bytes = collection.input_bytes + items.input_bytes;
  stats.items = items.documents();
  stats.ngrams = grams.size();
  TEXTKIN_ASSIGN_OR_RETURN(const std::vector<std::uint64_t> short_ones, count_short(items));
  stats.short_items = std::accumulate(short_ones.begin(), short_ones.end(), std::uint64_t{0});
  stats.sets = count_sets(items, sources, short_ones, *found);
  return end.finish("decontaminate", collection, std::move(stats), clock);
}

}  // namespace textkin::engine::leaks
