#include "engine/read/first_pass.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <utility>

#include "base/parallel.h"
#include "base/sort.h"
#include "engine/read/collection.h"
#include "engine/read/segment.h"
#include "engine/run/problem_log.h"
#include "engine/run/run_spec.h"
#include "input/spool.h"
#include "join/bands/band_table.h"
#include "join/bands/banding.h"
#include "sketch/catalog.h"
#include "store/field_value.h"
#include "text/catalog.h"
#include "text/shingles/weighted_shingler.h"

namespace textkin::engine::read {
namespace {

// Blocks are larger than they should be only where a document is.
constexpr std::uint64_t kLargeBlock = 4ull << 20;

// Blocks of weighted items, of which a few bytes can make many features.
constexpr std::uint64_t kBlockOfItems = 64u << 10;

// Room for features that a thread keeps from block to block.
constexpr std::size_t kKeptFeatures = 2u << 20;

// Band records in a segment of a directory that is kept: some 60,000 documents.
constexpr std::uint64_t kSegmentBytes = 32ull << 20;

// One block on its way: read, then parsed, shingled and perhaps sketched, then committed in order.
struct BlockItem : base::PipelineItem {
  std::unique_ptr<input::Block> block;
  input::ParsedBlock parsed;
  std::vector<std::uint32_t> sizes;        // features a document
  std::unique_ptr<FeatureBlock> features;  // where they are retained
  join::BandRecords records;
  std::unique_ptr<base::PipelineItem> visited;  // what a visitor made of it
};

// What a thread needs to turn blocks into records.
struct Worker {
  std::unique_ptr<input::RecordParser> parser;
  std::unique_ptr<Shingler> shingler;
  std::unique_ptr<Sketcher> sketcher;
  FeatureBlock features;  // of the block at hand
  SignatureBlock signatures;
};

Status sort_sets(Collection& collection, unsigned threads) {
  return base::parallel_for(collection.retained.size(), threads, [&](std::size_t index, unsigned) {
    FeatureBlock& block = *collection.retained[index];
    for (std::size_t i = 0; i < block.size(); ++i)
      base::sort(block.values.data() + block.offsets[i], block.offsets[i + 1] - block.offsets[i]);
    return Status();
  });
}

}  // namespace

struct FirstPass::State {
  State(const run::RunOptions& run, Progress& sink) : options(run), progress(sink) {}

  run::RunOptions options;
  Progress& progress;
  Collection collection;
  std::shared_ptr<input::Spool> spool;
  std::unique_ptr<input::BlockReader> reader;  // null where a former run has read everything
  std::unique_ptr<run::ProblemLog> problems;
  BlockVisitor* visitor = nullptr;  // of the pass at hand, where it has one
  std::vector<Worker> workers;
  std::uint64_t total_bytes = 0;
  join::BandTable whole;
  join::BandTable bands;
  input::ReadPosition after;  // behind the last block that was taken in
  bool resumed = false;
  bool exhausted = false;
  // RetainLimit: written by commits, looked at by the reading side. That may see it late and read a block more than
  // needed; what is decided from it is decided from the sum at the end.
  std::atomic<std::uint64_t> held{0};
  std::atomic<std::uint64_t> held_documents{0};

  Status open(const std::string& keep);
  Status run(const Plan* plan, const RetainLimit& most);
  Status work(BlockItem& item, unsigned index, const Plan* plan);
  Status shingle(const BlockItem& item, Worker& worker, bool counted);
  Status too_many_copies(const BlockItem& item, Worker& worker) const;
  Status commit(BlockItem& item, const Plan* plan);
  void append(join::BandRecords& records, DocId first);
  Status sketch_retained(const Plan& plan);
  Status visit_retained();
  Status write_out(bool last);
  Status check_memory() const;
};

FirstPass::FirstPass(std::unique_ptr<State> state) : state_(std::move(state)) {}
FirstPass::~FirstPass() = default;
const Collection& FirstPass::collection() const { return state_->collection; }
bool FirstPass::resumed() const { return state_->resumed; }
run::Journal& FirstPass::journal() { return *state_->collection.journal; }

Result<std::unique_ptr<FirstPass>> FirstPass::open(const run::RunOptions& options, const std::string& keep,
                                                   Progress& progress) {
  auto state = std::make_unique<State>(options, progress);
  TEXTKIN_RETURN_IF_ERROR(state->open(keep));
  return std::unique_ptr<FirstPass>(new FirstPass(std::move(state)));
}

Status FirstPass::State::open(const std::string& keep) {
  collection.budget = std::make_unique<base::MemoryBudget>(options.memory);
  collection.shares = run::share_out(options.memory, options.threads, options.input.block_bytes, options.text);
  TEXTKIN_RETURN_IF_ERROR(list_inputs(options, collection, total_bytes));
  TEXTKIN_ASSIGN_OR_RETURN(std::unique_ptr<run::RunDirectory> directory, run::RunDirectory::open(options.run_dir));
  TEXTKIN_ASSIGN_OR_RETURN(const std::unique_ptr<Sketcher> sketcher,
                           sketch::make_sketcher(options.sketch, options.hashes, options.seed));
  const std::string algorithms = fmt::format("{}|{}", text::describe(options.text), sketcher->spec().name);
  TEXTKIN_ASSIGN_OR_RETURN(
      collection.journal,
      run::Journal::open(std::move(directory), run::sketch_spec(options, keep, algorithms), collection.list));
  const bool kept = collection.journal->kept();
  collection.spec = options.input;
  collection.spec.block_bytes = collection.shares.block_bytes;
  if (options.text.weights == Weights::kSuffix) {
    collection.spec.block_bytes = std::min(collection.spec.block_bytes, kBlockOfItems);
    collection.spec.check_text = [unit = options.text.weight_unit](std::string_view text) {
      return text::check_weights(text, unit);
    };
  }
  collection.spec.spool_directory = collection.journal->directory().path();
  collection.spec.checksums = kept;
  if (collection.shares.longest_record < collection.spec.longest_record) {
    collection.spec.longest_record = collection.shares.longest_record;
    collection.spec.memory_a_byte = run::memory_of_a_record_byte(options.text);
  }
  spool = std::make_shared<input::Spool>(collection.spec.spool_directory, kept ? "spool" : "");

  TEXTKIN_ASSIGN_OR_RETURN(problems, run::ProblemLog::open(options.problems, progress));
  if (kept) problems->remember();
  resumed = !collection.journal->segments().empty();
  if (resumed) {
    TEXTKIN_ASSIGN_OR_RETURN(after, take_up_segments(collection, *problems, spool.get()));
    progress.note(fmt::format("going on in {} behind {} documents", options.run_dir, collection.documents()));
  }
  if (collection.journal->stage() != store::Stage::kSketching) return {};

  for (unsigned thread = 0; thread < options.threads; ++thread) {
    Worker worker;
    worker.parser = std::make_unique<input::RecordParser>(collection.spec, collection.list);
    TEXTKIN_ASSIGN_OR_RETURN(worker.shingler, text::make_shingler(options.text));
    TEXTKIN_ASSIGN_OR_RETURN(worker.sketcher, sketch::make_sketcher(options.sketch, options.hashes, options.seed));
    workers.push_back(std::move(worker));
  }
  TEXTKIN_ASSIGN_OR_RETURN(reader, input::BlockReader::open(collection.spec, collection.list, after, spool));
  return {};
}

Status FirstPass::State::shingle(const BlockItem& item, Worker& worker, bool counted) {
  FeatureBlock& features = worker.features;
  features.clear();
  for (const Document& document : item.parsed.documents) {
    if (counted) {
      worker.shingler->append_counted(document.text, features.values, features.weights);
    } else {
      worker.shingler->append_distinct(document.text, features.values);
    }
    features.offsets.push_back(features.values.size());
    if (options.text.weights == Weights::kSuffix && features.values.size() > collection.shares.block_features)
      return too_many_copies(item, worker);
  }
  return {};
}

// Ten bytes of a weighted item can be a million features: blocks of them are small, and still may be too large.
Status FirstPass::State::too_many_copies(const BlockItem& item, Worker& worker) const {
  std::uint64_t copies = 0;
  for (const Document& document : item.parsed.documents) {
    worker.features.values.clear();
    worker.shingler->append_distinct(document.text, worker.features.values);
    copies += worker.features.values.size();
  }
  return Status(
      Code::kExhausted,
      fmt::format("--memory {} is too little for the copies that --weight-unit {} makes of weighted items; {} "
                  "would do, or a larger unit",
                  run::in_mebibytes(options.memory), options.text.weight_unit,
                  run::in_mebibytes(run::memory_for_block_features(copies, options.threads))));
}

Status FirstPass::State::work(BlockItem& item, unsigned index, const Plan* plan) {
  Worker& worker = workers[index];
  TEXTKIN_RETURN_IF_ERROR(worker.parser->parse(*item.block, item.parsed));
  TEXTKIN_RETURN_IF_ERROR(shingle(item, worker, visitor != nullptr && visitor->counted()));
  FeatureBlock& features = worker.features;
  for (std::size_t i = 0; i < features.size(); ++i)
    item.sizes.push_back(static_cast<std::uint32_t>(features[i].size()));
  if (visitor != nullptr) {
    TEXTKIN_ASSIGN_OR_RETURN(item.visited, visitor->work(features, index));
  } else if (plan == nullptr) {
    item.features = std::make_unique<FeatureBlock>(features);  // a copy, because it has no more room than it needs
  } else {
    worker.sketcher->sketch(features, worker.signatures);
    join::make_band_records(worker.signatures, *plan, 0, item.records);
  }
  if (features.values.capacity() > kKeptFeatures) {
    features.values = {};
    features.weights = {};
  }
  return {};
}

Status FirstPass::State::commit(BlockItem& item, const Plan* plan) {
  const DocId first = collection.documents();
  if (std::uint64_t{first} + item.parsed.documents.size() >= kNoDoc)
    return Status(Code::kExhausted, "more than 4,294,967,294 documents in one run; split the input");
  std::string value;
  for (std::size_t i = 0; i < item.parsed.documents.size(); ++i) {
    const Document& document = item.parsed.documents[i];
    const std::uint32_t size = item.sizes[i];
    value.clear();
    if (!item.parsed.values.empty()) store::append_value(item.parsed.values[i], value);
    collection.table.append({document.record, size, document.id, value});
    collection.against += document.record.source < collection.against_source;
    collection.features += size;
    collection.empty += size == 0;
  }
  collection.input_bytes += item.block->input_bytes;
  after = item.block->after;
  for (const input::FinishedSource& finished : item.block->finished)
    collection.journal->set_checksum(finished.source, finished.checksum);
  for (const input::Problem& problem : item.block->problems) TEXTKIN_RETURN_IF_ERROR(problems->add(problem));
  for (const input::Problem& problem : item.parsed.problems) TEXTKIN_RETURN_IF_ERROR(problems->add(problem));
  for (input::Note& note : item.parsed.notes) collection.add_note(std::move(note), progress);
  progress.update("read", collection.input_bytes, total_bytes);
  TEXTKIN_RETURN_IF_ERROR(check_memory());
  if (visitor != nullptr) {
    TEXTKIN_RETURN_IF_ERROR(visitor->commit(*item.visited));
    return write_out(false);
  }
  if (plan == nullptr) {
    held += item.features->values.size();
    held_documents = collection.documents();
    collection.retained.push_back(std::move(item.features));
    return {};
  }
  append(item.records, first);
  return write_out(false);
}

Status FirstPass::State::run(const Plan* plan, const RetainLimit& most) {
  std::unique_ptr<BlockItem> large;
  const std::uint64_t largest_in_flight = std::max(kLargeBlock, 2 * collection.shares.block_bytes);
  base::Pipeline pipeline;
  pipeline.produce = [&]() -> Result<std::unique_ptr<base::PipelineItem>> {
    if (plan == nullptr && visitor == nullptr &&
        (held.load(std::memory_order_relaxed) > most.features ||
         held_documents.load(std::memory_order_relaxed) > most.documents))
      return std::unique_ptr<base::PipelineItem>();
    TEXTKIN_ASSIGN_OR_RETURN(std::unique_ptr<input::Block> block, reader->next());
    if (block == nullptr) {
      exhausted = true;
      return std::unique_ptr<base::PipelineItem>();
    }
    auto item = std::make_unique<BlockItem>();
    item->block = std::move(block);
    if (item->block->bytes.size() > largest_in_flight) {
      large = std::move(item);
      return std::unique_ptr<base::PipelineItem>();
    }
    return std::unique_ptr<base::PipelineItem>(std::move(item));
  };
  pipeline.work = [&](base::PipelineItem& item, unsigned worker) {
    return work(static_cast<BlockItem&>(item), worker, plan);
  };
  pipeline.commit = [&](base::PipelineItem& item) { return commit(static_cast<BlockItem&>(item), plan); };
  // A block of one huge document is worked on alone, when those before it are in.
  do {
    if (large != nullptr) {
      const std::unique_ptr<BlockItem> alone = std::move(large);
      TEXTKIN_RETURN_IF_ERROR(work(*alone, 0, plan));
      TEXTKIN_RETURN_IF_ERROR(commit(*alone, plan));
    }
    TEXTKIN_RETURN_IF_ERROR(base::run_pipeline(options.threads, 2 * options.threads + 2, pipeline));
  } while (large != nullptr);
  return {};
}

// Blocks number their documents from 0: which place they get is known only when those before them are in.
void FirstPass::State::append(join::BandRecords& records, DocId first) {
  for (base::KeyValue& record : records.whole) record.value += first;
  for (base::KeyValue& record : records.bands) record.value += first;
  whole.append(records.whole);
  bands.append(records.bands);
}

// Writes a segment where there is no room for more, or, in a directory that is kept, where a kill would cost too much.
Status FirstPass::State::write_out(bool last) {
  const bool kept = collection.journal->kept();
  const std::uint64_t unwritten = whole.memory_bytes() + bands.memory_bytes();
  const std::uint64_t most = kept ? std::min(collection.shares.unwritten, kSegmentBytes) : collection.shares.unwritten;
  const bool table_is_full = collection.table.memory_bytes() > collection.shares.documents + most;
  if (!(last && kept) && unwritten < most && !table_is_full) return {};
  return write_segment(collection, whole, bands, *problems, spool.get(), after,
                       last ? store::Stage::kSketched : store::Stage::kSketching);
}

Status FirstPass::State::sketch_retained(const Plan& plan) {
  struct SketchItem : base::PipelineItem {
    std::size_t index = 0;
    join::BandRecords records;
  };
  std::size_t next = 0;
  DocId first = 0;
  base::Pipeline pipeline;
  pipeline.produce = [&]() -> Result<std::unique_ptr<base::PipelineItem>> {
    if (next == collection.retained.size()) return std::unique_ptr<base::PipelineItem>();
    auto item = std::make_unique<SketchItem>();
    item->index = next++;
    return std::unique_ptr<base::PipelineItem>(std::move(item));
  };
  pipeline.work = [&](base::PipelineItem& base_item, unsigned worker) {
    auto& item = static_cast<SketchItem&>(base_item);
    Worker& own = workers[worker];
    own.sketcher->sketch(*collection.retained[item.index], own.signatures);
    join::make_band_records(own.signatures, plan, 0, item.records);
    return Status();
  };
  pipeline.commit = [&](base::PipelineItem& base_item) {
    auto& item = static_cast<SketchItem&>(base_item);
    append(item.records, first);
    first += static_cast<DocId>(collection.retained[item.index]->size());
    return Status();
  };
  return base::run_pipeline(options.threads, 2 * options.threads + 2, pipeline);
}

Status FirstPass::State::visit_retained() {
  struct VisitItem : base::PipelineItem {
    std::size_t index = 0;
    std::unique_ptr<base::PipelineItem> visited;
  };
  std::size_t next = 0;
  base::Pipeline pipeline;
  pipeline.produce = [&]() -> Result<std::unique_ptr<base::PipelineItem>> {
    if (next == collection.retained.size()) return std::unique_ptr<base::PipelineItem>();
    auto item = std::make_unique<VisitItem>();
    item->index = next++;
    return std::unique_ptr<base::PipelineItem>(std::move(item));
  };
  pipeline.work = [&](base::PipelineItem& base_item, unsigned worker) -> Status {
    auto& item = static_cast<VisitItem&>(base_item);
    TEXTKIN_ASSIGN_OR_RETURN(item.visited, visitor->work(*collection.retained[item.index], worker));
    return {};
  };
  pipeline.commit = [&](base::PipelineItem& item) { return visitor->commit(*static_cast<VisitItem&>(item).visited); };
  return base::run_pipeline(options.threads, 2 * options.threads + 2, pipeline);
}

// What a run needs whatever is spilled grows with the documents; how many there will be is guessed from the bytes read.
Status FirstPass::State::check_memory() const {
  const double read = static_cast<double>(collection.input_bytes);
  const double whole = read > 0 ? std::max(1.0, static_cast<double>(total_bytes) / read) : 1.0;
  const double documents = whole * collection.documents();
  std::uint64_t needed =
      run::least_memory(options.threads) + static_cast<std::uint64_t>(documents * run::kBytesADocument);
  if (options.method == run::Method::kExact)
    needed += run::exact_memory(whole * static_cast<double>(collection.features), documents, options.least());
  if (visitor != nullptr) {
    const double to_come = documents - collection.documents();
    needed += visitor->memory_bytes() +
              static_cast<std::uint64_t>(to_come * static_cast<double>(visitor->bytes_a_document()));
  }
  if (needed <= options.memory) return {};
  return run::too_little_memory(options.memory, needed + needed / 20, static_cast<std::uint64_t>(documents));
}

Result<bool> FirstPass::retain(const RetainLimit& most) {
  TEXTKIN_RETURN_IF_ERROR(state_->run(nullptr, most));
  Collection& collection = state_->collection;
  collection.features_retained =
      state_->exhausted && collection.features <= most.features && collection.documents() <= most.documents;
  if (collection.features_retained) TEXTKIN_RETURN_IF_ERROR(sort_sets(collection, state_->options.threads));
  return collection.features_retained;
}

Status FirstPass::sketch(const Plan& plan) {
  if (state_->reader == nullptr) return {};
  TEXTKIN_RETURN_IF_ERROR(state_->sketch_retained(plan));
  if (!state_->collection.features_retained) {
    state_->collection.retained.clear();
    state_->held = 0;
    TEXTKIN_RETURN_IF_ERROR(state_->write_out(false));
    TEXTKIN_RETURN_IF_ERROR(state_->run(&plan, {}));
  }
  return {};
}

Status FirstPass::visit(BlockVisitor& visitor) {
  state_->visitor = &visitor;
  TEXTKIN_RETURN_IF_ERROR(state_->visit_retained());
  if (state_->collection.features_retained) return {};
  state_->collection.retained.clear();
  state_->held = 0;
  return state_->run(nullptr, {});
}

Result<Collection> FirstPass::take() {
  Collection& collection = state_->collection;
  if (state_->reader != nullptr) TEXTKIN_RETURN_IF_ERROR(state_->write_out(true));
  collection.spool = state_->spool;
  collection.end_notes(state_->progress);
  collection.problems = state_->problems->count();
  TEXTKIN_RETURN_IF_ERROR(state_->problems->finish());
  TEXTKIN_RETURN_IF_ERROR(make_ids_unique(collection, state_->options.number_repeated_ids));
  return std::move(collection);
}

Result<BandPartitions> FirstPass::take_records(const Collection& collection) {
  BandPartitions records;
  std::unique_ptr<base::RecordPartitions> whole = std::make_unique<join::BandTable>(std::move(state_->whole));
  std::unique_ptr<base::RecordPartitions> bands = std::make_unique<join::BandTable>(std::move(state_->bands));
  TEXTKIN_ASSIGN_OR_RETURN(std::unique_ptr<base::RecordPartitions> all_whole,
                           segment_records(store::RecordKind::kWhole, collection, std::move(whole)));
  TEXTKIN_ASSIGN_OR_RETURN(std::unique_ptr<base::RecordPartitions> all_bands,
                           segment_records(store::RecordKind::kBands, collection, std::move(bands)));
  return BandPartitions{std::move(all_whole), std::move(all_bands)};
}

}  // namespace textkin::engine::read
