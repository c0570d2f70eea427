#include "engine/leaks/decontaminate.h"

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "engine/cleanup/kept_name.h"
#include "engine/cleanup/kept_output.h"
#include "engine/cleanup/old_side.h"
#include "engine/leaks/leak_visitor.h"
#include "engine/leaks/spelled_grams.h"
#include "engine/leaks/test_grams.h"
#include "engine/read/retain_all.h"
#include "engine/read/text_pass.h"
#include "engine/run/stage_clock.h"
#include "engine/write/run_end.h"
#include "report/rows/leak_rows.h"
#include "report/rows/table_file.h"
#include "store/document_reader.h"
#include "text/catalog.h"
#include "textkin/keep.h"

namespace textkin::engine::leaks {
namespace {

using LeakFile = report::TableFile<report::LeakRow>;
using ItemFile = report::TableFile<report::LeakedItemRow>;

struct Outputs {
  std::unique_ptr<cleanup::KeptOutput> kept;
  std::unique_ptr<LeakFile> removed;
  std::unique_ptr<ItemFile> leaks;

  static Result<Outputs> open(const LeakOptions& wanted, const run::Reading& reading, const write::Results& results) {
    cleanup::DedupOptions kept;
    kept.output = wanted.output;
    kept.check = wanted.check || (wanted.output == "-" && !results.writes_files());
    if (!kept.check) TEXTKIN_RETURN_IF_ERROR(cleanup::check_kept_name(wanted.output, reading.inputs.spec));
    Outputs outputs;
    if (!wanted.removed.empty()) {
      TEXTKIN_ASSIGN_OR_RETURN(outputs.removed, LeakFile::open(wanted.removed, report::jsonl_format()));
    }
    if (!wanted.leaks.empty()) {
      TEXTKIN_ASSIGN_OR_RETURN(outputs.leaks, ItemFile::open(wanted.leaks, report::tsv_format()));
    }
    TEXTKIN_ASSIGN_OR_RETURN(outputs.kept, cleanup::KeptOutput::open(kept, reading.limits.threads));
    return outputs;
  }
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

Status write_removed(const read::Collection& collection, const read::Collection& items, const LeakVisitor& found,
                     SpelledGrams& spelled, LeakFile& file) {
  store::DocumentReader documents(collection.table);
  store::DocumentReader tests(items.table);
  std::string_view id;
  store::DocumentRow item;
  for (const Leak& leak : found.leaks()) {
    TEXTKIN_RETURN_IF_ERROR(documents.read_id(leak.document, id));
    TEXTKIN_RETURN_IF_ERROR(tests.read(leak.item, item));
    TEXTKIN_ASSIGN_OR_RETURN(const std::string ngram, spelled.spelling(leak.gram));
    TEXTKIN_RETURN_IF_ERROR(file.add({.id = id,
                                      .set = items.source(item.record).name,
                                      .item = item.id,
                                      .shared = leak.shared,
                                      .items = leak.items,
                                      .ngram = ngram}));
  }
  return {};
}

Status write_items(const read::Collection& collection, const read::Collection& items, const TestGrams& grams,
                   const LeakVisitor& found, ItemFile& file) {
  store::DocumentReader documents(collection.table);
  store::DocumentReader tests(items.table);
  std::string_view first;
  store::DocumentRow row;
  const std::vector<FeatureView> sets = items.feature_views();
  for (DocId item = 0; item < items.documents(); ++item) {
    const ItemLeak& leak = found.items()[item];
    if (leak.documents == 0) continue;
    TEXTKIN_RETURN_IF_ERROR(tests.read(item, row));
    TEXTKIN_RETURN_IF_ERROR(documents.read_id(leak.first, first));
    const auto met =
        std::ranges::count_if(sets[item], [&](Feature feature) { return found.was_met(grams.find(feature)); });
    TEXTKIN_RETURN_IF_ERROR(file.add({.set = items.source(row.record).name,
                                      .item = row.id,
                                      .documents = leak.documents,
                                      .first = first,
                                      .most = leak.most,
                                      .met = static_cast<std::uint64_t>(met),
                                      .ngrams = sets[item].size()}));
  }
  return {};
}

// A text of fewer units than an n-gram has is one n-gram, all of it.
Result<std::uint64_t> count_short(const read::Collection& items) {
  TextSpec one = items.text;
  one.shingle_size = 1;
  one.multiset = true;
  TEXTKIN_ASSIGN_OR_RETURN(const std::unique_ptr<Shingler> shingler, text::make_shingler(one));
  const std::vector<FeatureView> sets = items.feature_views();
  store::DocumentReader reader(items.table);
  store::DocumentRow row;
  input::RecordReader records(items.settings, items.list, items.spool);
  std::uint64_t found = 0;
  std::vector<Feature> units;
  for (DocId item = 0; item < sets.size(); ++item) {
    if (sets[item].size() != 1) continue;
    TEXTKIN_RETURN_IF_ERROR(reader.read_record(item, row));
    TEXTKIN_ASSIGN_OR_RETURN(const std::string_view text, records.text(row.record));
    units.clear();
    shingler->append_distinct(text, units);
    found += units.size() < items.text.shingle_size;
  }
  return found;
}

std::vector<LeakedSet> count_sets(const read::Collection& items, const std::vector<std::uint32_t>& sources,
                                  const LeakVisitor& found) {
  std::vector<LeakedSet> sets(items.list.sources.size());
  for (std::size_t set = 0; set < sets.size(); ++set) {
    sets[set].name = items.list.sources[set].name;
    if (set < found.documents_of_sets().size()) sets[set].documents = found.documents_of_sets()[set];
  }
  for (DocId item = 0; item < sources.size(); ++item) {
    ++sets[sources[item]].items;
    sets[sources[item]].leaked += found.items()[item].documents > 0;
  }
  return sets;
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
  TEXTKIN_ASSIGN_OR_RETURN(const std::unique_ptr<LeakVisitor> found,
                           LeakVisitor::of(collection, grams, *spelled, sources));
  TEXTKIN_RETURN_IF_ERROR(read::read_texts(collection, problems, *found, progress));

  clock.begin("write");
  std::vector<KeepDecision> decisions(collection.documents());
  for (DocId doc = 0; doc < decisions.size(); ++doc) decisions[doc].kept = doc;
  for (const Leak& leak : found->leaks()) decisions[leak.document].kept = kNoDoc;
  TEXTKIN_RETURN_IF_ERROR(outputs.kept->write(collection, decisions, progress));
  if (outputs.removed) {
    TEXTKIN_RETURN_IF_ERROR(write_removed(collection, items, *found, *spelled, *outputs.removed));
    TEXTKIN_RETURN_IF_ERROR(outputs.removed->commit());
  }
  if (outputs.leaks) {
    TEXTKIN_RETURN_IF_ERROR(write_items(collection, items, grams, *found, *outputs.leaks));
    TEXTKIN_RETURN_IF_ERROR(outputs.leaks->commit());
  }
  TEXTKIN_RETURN_IF_ERROR(outputs.kept->commit());
  results.take_decisions(decisions);

  LeakStats stats;
  stats.spec = text::describe(reading.text);
  stats.documents = collection.documents();
  stats.empty = collection.empty;
  stats.problems = collection.problems + items.problems;
  stats.input_bytes = collection.input_bytes + items.input_bytes;
  stats.threads = reading.limits.threads;
  stats.items = items.documents();
  TEXTKIN_ASSIGN_OR_RETURN(stats.short_items, count_short(items));
  stats.ngrams = grams.size();
  stats.removed = found->leaks().size();
  stats.kept = stats.documents - stats.removed;
  stats.sets = count_sets(items, sources, *found);
  return end.finish("decontaminate", collection, std::move(stats), clock);
}

}  // namespace textkin::engine::leaks
