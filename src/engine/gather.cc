#include "engine/gather.h"

#include <fmt/format.h>

#include <atomic>
#include <utility>

#include "base/parallel.h"
#include "base/sort.h"
#include "engine/problem_log.h"
#include "join/banding.h"
#include "sketch/catalog.h"
#include "text/catalog.h"

namespace textkin::engine {
namespace {

// One block on its way: read, then parsed, shingled and perhaps sketched, then committed in order.
struct BlockItem : base::PipelineItem {
  std::unique_ptr<input::Block> block;
  input::ParsedBlock parsed;
  std::unique_ptr<FeatureBlock> features;
  join::BandRecords records;
};

// What a thread needs to turn blocks into records.
struct Worker {
  std::unique_ptr<input::RecordParser> parser;
  std::unique_ptr<Shingler> shingler;
  std::unique_ptr<Sketcher> sketcher;
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

struct Gather::State {
  explicit State(const RunOptions& run, Progress& sink) : options(run), progress(sink) {}

  const RunOptions options;
  Progress& progress;
  Collection collection;
  std::unique_ptr<input::BlockReader> reader;
  std::unique_ptr<ProblemLog> problems;
  std::vector<Worker> workers;
  std::uint64_t total_bytes = 0;
  std::uint64_t record_bytes = 0;  // of band records so far
  bool exhausted = false;
  // Features held: written by commits, looked at by the reading side. That may see it late and read a block more than
  // needed; what is decided from it is decided from the sum at the end.
  std::atomic<std::uint64_t> held{0};

  Status open();
  Status run(const Plan* plan, BandTables* tables, std::uint64_t limit);
  Status work(BlockItem& item, Worker& worker, const Plan* plan);
  Status commit(BlockItem& item, bool keep_features, BandTables* tables);
  void append(join::BandRecords& records, DocId first, BandTables& tables);
  Status sketch_retained(const Plan& plan, BandTables& tables);
  Status check_memory() const;
};

Gather::Gather(std::unique_ptr<State> state) : state_(std::move(state)) {}
Gather::~Gather() = default;
const Collection& Gather::collection() const { return state_->collection; }

Result<std::unique_ptr<Gather>> Gather::open(const RunOptions& options, Progress& progress) {
  auto state = std::make_unique<State>(options, progress);
  TEXTKIN_RETURN_IF_ERROR(state->open());
  return std::unique_ptr<Gather>(new Gather(std::move(state)));
}

Status Gather::State::open() {
  collection.spec = options.input;
  Result<input::SourceList> list = input::list_sources(collection.spec);
  if (!list.ok()) return list.status();
  collection.list = std::move(list).value();
  collection.against_source = static_cast<std::uint32_t>(collection.list.sources.size());
  if (!options.against.empty()) {
    input::InputSpec other = options.input;
    other.arguments = options.against;
    Result<input::SourceList> against = input::list_sources(other);
    if (!against.ok()) return against.status();
    for (input::Source& source : against->sources) collection.list.sources.push_back(std::move(source));
    collection.list.skipped_hidden += against->skipped_hidden;
    collection.list.skipped_links += against->skipped_links;
  }
  for (const input::Source& source : collection.list.sources) total_bytes += source.size;

  Result<std::unique_ptr<Scratch>> scratch = Scratch::open(options.run_dir);
  if (!scratch.ok()) return scratch.status();
  collection.scratch = std::move(scratch).value();
  collection.spec.spool_directory = collection.scratch->path();

  Result<std::unique_ptr<ProblemLog>> log = ProblemLog::open(options.problems, progress);
  if (!log.ok()) return log.status();
  problems = std::move(log).value();

  for (unsigned thread = 0; thread < options.threads; ++thread) {
    Worker worker;
    worker.parser = std::make_unique<input::RecordParser>(collection.spec, collection.list);
    Result<std::unique_ptr<Shingler>> shingler = text::make_shingler(options.text);
    if (!shingler.ok()) return shingler.status();
    worker.shingler = std::move(shingler).value();
    Result<std::unique_ptr<Sketcher>> sketcher = sketch::make_sketcher(options.sketch, options.hashes, options.seed);
    if (!sketcher.ok()) return sketcher.status();
    worker.sketcher = std::move(sketcher).value();
    workers.push_back(std::move(worker));
  }
  Result<std::unique_ptr<input::BlockReader>> opened = input::BlockReader::open(collection.spec, collection.list);
  if (!opened.ok()) return opened.status();
  reader = std::move(opened).value();
  return {};
}

Status Gather::State::work(BlockItem& item, Worker& worker, const Plan* plan) {
  TEXTKIN_RETURN_IF_ERROR(worker.parser->parse(*item.block, item.parsed));
  item.features = std::make_unique<FeatureBlock>();
  FeatureBlock& features = *item.features;
  features.offsets.reserve(item.parsed.documents.size() + 1);
  for (const Document& document : item.parsed.documents) {
    worker.shingler->append_distinct(document.text, features.values);
    features.offsets.push_back(features.values.size());
  }
  if (plan == nullptr) return {};
  worker.sketcher->sketch(features, worker.signatures);
  join::make_band_records(worker.signatures, *plan, 0, item.records);
  features.values = {};
  return {};
}

Status Gather::State::commit(BlockItem& item, bool keep_features, BandTables* tables) {
  const auto first = static_cast<DocId>(collection.documents());
  if (collection.documents() + item.parsed.documents.size() >= kNoDoc)
    return Status(Code::kExhausted, "more than 4,294,967,294 documents in one run; split the input");
  for (const Document& document : item.parsed.documents) {
    collection.ids.append(document.id);
    collection.records.push_back(document.record);
    collection.against += document.record.source < collection.against_source;
  }
  for (const input::FieldValue& value : item.parsed.values)
    collection.values.push_back(
        {static_cast<cluster::KeepFacts::Value::Kind>(value.kind), value.number, std::string(value.text)});
  const FeatureBlock& features = *item.features;
  for (std::size_t i = 0; i < features.size(); ++i) {
    const std::uint64_t size = features.offsets[i + 1] - features.offsets[i];
    collection.sizes.push_back(static_cast<std::uint32_t>(size));
    collection.features += size;
    collection.empty += size == 0;
  }
  collection.input_bytes += item.block->input_bytes;
  for (const input::Problem& problem : item.block->problems) TEXTKIN_RETURN_IF_ERROR(problems->add(problem));
  for (const input::Problem& problem : item.parsed.problems) TEXTKIN_RETURN_IF_ERROR(problems->add(problem));
  if (tables != nullptr) append(item.records, first, *tables);
  if (keep_features) {
    held += features.values.size();
    collection.retained.push_back(std::move(item.features));
  }
  progress.update("read", collection.input_bytes, total_bytes);
  return check_memory();
}

Status Gather::State::run(const Plan* plan, BandTables* tables, std::uint64_t limit) {
  base::Pipeline pipeline;
  pipeline.produce = [&]() -> Result<std::unique_ptr<base::PipelineItem>> {
    if (plan == nullptr && held.load(std::memory_order_relaxed) > limit) return std::unique_ptr<base::PipelineItem>();
    Result<std::unique_ptr<input::Block>> block = reader->next();
    if (!block.ok()) return block.status();
    if (*block == nullptr) {
      exhausted = true;
      return std::unique_ptr<base::PipelineItem>();
    }
    auto item = std::make_unique<BlockItem>();
    item->block = std::move(block).value();
    return std::unique_ptr<base::PipelineItem>(std::move(item));
  };
  pipeline.work = [&](base::PipelineItem& item, unsigned worker) {
    return work(static_cast<BlockItem&>(item), workers[worker], plan);
  };
  pipeline.commit = [&](base::PipelineItem& item) {
    return commit(static_cast<BlockItem&>(item), plan == nullptr, tables);
  };
  return base::run_pipeline(options.threads, 2 * options.threads + 2, pipeline);
}

// Blocks number their documents from 0: which place they get is known only when those before them are in.
void Gather::State::append(join::BandRecords& records, DocId first, BandTables& tables) {
  for (base::KeyValue& record : records.whole) record.value += first;
  for (base::KeyValue& record : records.bands) record.value += first;
  tables.whole.append(records.whole);
  tables.bands.append(records.bands);
  record_bytes += (records.whole.size() + records.bands.size()) * sizeof(base::KeyValue);
}

Status Gather::State::sketch_retained(const Plan& plan, BandTables& tables) {
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
    append(item.records, first, tables);
    first += static_cast<DocId>(collection.retained[item.index]->size());
    return check_memory();
  };
  return base::run_pipeline(options.threads, 2 * options.threads + 2, pipeline);
}

// What grows with the collection: ids, records, sizes, band records, retained features.
Status Gather::State::check_memory() const {
  const std::uint64_t used = collection.documents() * (sizeof(DocumentRecord) + sizeof(std::uint32_t)) +
                             collection.ids.memory_bytes() + record_bytes + held.load() * sizeof(Feature);
  if (used <= options.memory) return {};
  return Status(Code::kExhausted,
                fmt::format("after {} documents this run needs more than --memory allows ({} MiB); give more, or fewer "
                            "documents at a time",
                            collection.documents(), options.memory >> 20));
}

Result<bool> Gather::retain(std::uint64_t limit) {
  TEXTKIN_RETURN_IF_ERROR(state_->run(nullptr, nullptr, limit));
  Collection& collection = state_->collection;
  collection.features_retained = state_->exhausted && collection.features <= limit;
  if (collection.features_retained) TEXTKIN_RETURN_IF_ERROR(sort_sets(collection, state_->options.threads));
  return collection.features_retained;
}

Status Gather::sketch(const Plan& plan, BandTables& tables) {
  TEXTKIN_RETURN_IF_ERROR(state_->sketch_retained(plan, tables));
  if (state_->collection.features_retained) return {};
  state_->collection.retained.clear();
  state_->held = 0;
  return state_->run(&plan, &tables, 0);
}

Result<Collection> Gather::take() {
  Collection& collection = state_->collection;
  collection.spool = state_->reader->spool();
  collection.problems = state_->problems->count();
  TEXTKIN_RETURN_IF_ERROR(state_->problems->finish());
  const auto place = [&](DocId doc) { return collection.place(doc); };
  const auto end = static_cast<DocId>(collection.documents());
  const bool number = state_->options.number_repeated_ids;
  TEXTKIN_RETURN_IF_ERROR(collection.ids.make_unique(0, collection.against, number, place));
  TEXTKIN_RETURN_IF_ERROR(collection.ids.make_unique(collection.against, end, number, place));
  return std::move(collection);
}

}  // namespace textkin::engine
