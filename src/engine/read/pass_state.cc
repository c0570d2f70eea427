#include "engine/read/pass_state.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/parallel.h"
#include "engine/read/block_shingler.h"
#include "engine/read/segment.h"
#include "engine/run/read_settings.h"
#include "input/sources/spool.h"

namespace textkin::engine::read {
namespace {

// Blocks of weighted items, of which a few bytes can make many features.
constexpr std::uint64_t kBlockOfItems = 64u << 10;

// Band records in a segment of a directory that is kept: some 90,000 documents.
constexpr std::uint64_t kSegmentBytes = 24ull << 20;

struct MadeOfSets : BlockVisitor::Made {
  std::unique_ptr<SetVisitor::Made> made;
};

// Shingles the texts of each block for a visitor of sets.
class ShinglingVisitor final : public VisitorOf<MadeOfSets> {
 public:
  ShinglingVisitor(PassState& state, SetVisitor& visitor, std::vector<BlockShingler> shinglers)
      : state_(state), visitor_(visitor), shinglers_(std::move(shinglers)) {}

  bool has_enough() const override { return visitor_.has_enough(); }
  bool spills_documents() const override { return !visitor_.retains(); }

  Status make(std::span<const Document> documents, unsigned worker, MadeOfSets& made) override {
    TEXTKIN_ASSIGN_OR_RETURN(const FeatureBlock* sets, shinglers_[worker].shingle(documents, visitor_.counted()));
    for (std::size_t i = 0; i < sets->size(); ++i) made.sizes.push_back(static_cast<std::uint32_t>((*sets)[i].size()));
    TEXTKIN_ASSIGN_OR_RETURN(made.made, visitor_.work(*sets, worker));
    return {};
  }

  Status take(DocId first, MadeOfSets& made) override {
    for (const input::FinishedSource& finished : state_.blocks->take_finished())
      state_.journal->set_checksum(finished.source, finished.checksum);
    TEXTKIN_RETURN_IF_ERROR(visitor_.commit(first, *made.made));
    // What is needed is told of all that is counted: the visitor has to have seen it.
    TEXTKIN_RETURN_IF_ERROR(state_.check_memory(visitor_, state_.collection.documents(), 0));
    return visitor_.retains() ? Status() : state_.write_segment_if_due(false);
  }

 private:
  PassState& state_;
  SetVisitor& visitor_;
  std::vector<BlockShingler> shinglers_;  // one a thread
};

struct RetainedBlock {
  std::size_t index = 0;
  std::unique_ptr<SetVisitor::Made> made;
};

}  // namespace

Status PassState::open(const run::RunSpec& spec) {
  TEXTKIN_ASSIGN_OR_RETURN(collection, open_collection(reading, reading.limits.run_dir));
  TEXTKIN_ASSIGN_OR_RETURN(
      journal, run::Journal::open(collection.directory, spec, collection.list, collection.settings.windows));
  collection.settings.check_text = run::text_check(reading.text);
  if (reading.text.weights == Weights::kSuffix)
    collection.settings.block_bytes = std::min(collection.settings.block_bytes, kBlockOfItems);
  const bool kept = journal->kept();
  spool = std::make_shared<input::Spool>(collection.settings.spool_directory, kept ? "spool" : "");
  TEXTKIN_ASSIGN_OR_RETURN(problems, run::ProblemLog::open(reading.inputs, progress));
  if (kept) problems->remember();
  input::ReadPosition& from = resumed_at;
  resumed = !journal->segments().empty();
  if (resumed) {
    TEXTKIN_ASSIGN_OR_RETURN(from, take_up_segments(collection, *journal, *problems, spool.get()));
    progress.note(fmt::format("going on in {} behind {} documents", reading.limits.run_dir, collection.documents()));
  }
  if (journal->stage() != store::Stage::kSketching) return {};
  TEXTKIN_ASSIGN_OR_RETURN(blocks, BlockPass::open(collection, spool, from, *problems, progress));
  return {};
}

Status PassState::visit_rest(SetVisitor& visitor) {
  std::vector<BlockShingler> shinglers;
  for (unsigned thread = 0; thread < collection.threads; ++thread) {
    TEXTKIN_ASSIGN_OR_RETURN(BlockShingler shingler, BlockShingler::make(collection));
    shinglers.push_back(std::move(shingler));
  }
  ShinglingVisitor shingling(*this, visitor, std::move(shinglers));
  return blocks->visit(shingling);
}

Status PassState::visit_retained(SetVisitor& visitor) {
  std::size_t next = 0;
  DocId first = 0;
  std::uint64_t held = 0;  // beside all that is made of them; where there is more to read they go before
  if (collection.features_retained)
    for (const std::unique_ptr<FeatureBlock>& block : collection.retained)
      held += block->values.capacity() * sizeof(Feature) + block->offsets.capacity() * sizeof(std::uint64_t);
  base::Pipeline<RetainedBlock> pipeline;
  pipeline.produce = [&]() -> Result<std::unique_ptr<RetainedBlock>> {
    if (next == collection.retained.size()) return std::unique_ptr<RetainedBlock>();
    auto item = std::make_unique<RetainedBlock>();
    item->index = next++;
    return item;
  };
  pipeline.work = [&](RetainedBlock& item, unsigned worker) -> Status {
    TEXTKIN_ASSIGN_OR_RETURN(item.made, visitor.work(*collection.retained[item.index], worker));
    return {};
  };
  pipeline.commit = [&](RetainedBlock& item) {
    const DocId begin = std::exchange(first, first + static_cast<DocId>(collection.retained[item.index]->size()));
    TEXTKIN_RETURN_IF_ERROR(visitor.commit(begin, *item.made));
    // Short sets may stay and yet what is made of them may not fit. Who spills needs nothing that grows.
    return visitor.memory_needed({}) > 0 ? check_memory(visitor, first, held) : Status();
  };
  return base::run_pipeline(collection.threads, 2 * collection.threads + 2, pipeline);
}

Status PassState::visit_all(SetVisitor& visitor) {
  TEXTKIN_RETURN_IF_ERROR(visit_retained(visitor));
  if (collection.features_retained || blocks == nullptr) return {};
  collection.retained.clear();
  TEXTKIN_RETURN_IF_ERROR(write_segment_if_due(false));
  return visit_rest(visitor);
}

Status PassState::write_segment_if_due(bool last) {
  if (blocks == nullptr) return {};
  const bool kept = journal->kept();
  const std::uint64_t unwritten = whole.memory_bytes() + bands.memory_bytes();
  const std::uint64_t most = kept ? std::min(collection.shares.unwritten, kSegmentBytes) : collection.shares.unwritten;
  const bool table_is_full = collection.table.memory_bytes() > collection.shares.documents + most;
  if (!(last && kept) && unwritten < most && !table_is_full) return {};
  return write_segment(collection, *journal, whole, bands, *problems, spool.get(), blocks->after(),
                       last ? store::Stage::kSketched : store::Stage::kSketching);
}

// What a run needs whatever is spilled grows with the documents; how many there will be is guessed from the bytes read.
Status PassState::check_memory(const SetVisitor& visitor, DocId visited, std::uint64_t held) const {
  const double times = collection.times_read();
  const Expected expected{.documents = times * collection.documents(),
                          .features = times * static_cast<double>(collection.features),
                          .documents_so_far = visited};
  const std::uint64_t of_the_run = run::memory_of_a_run(collection.threads, expected.documents) + held;
  const std::uint64_t memory = collection.budget->limit();
  if (of_the_run + visitor.memory_needed(expected) + collection.shares.windows <= memory) return {};
  return run::too_little_memory(collection.shares, of_the_run + visitor.memory_that_would_do(expected),
                                static_cast<std::uint64_t>(expected.documents));
}

Status PassState::finish() {
  TEXTKIN_RETURN_IF_ERROR(write_segment_if_due(true));
  collection.spool = spool;
  collection.end_notes(progress);
  collection.problems = problems->count();
  TEXTKIN_RETURN_IF_ERROR(problems->finish());
  TEXTKIN_RETURN_IF_ERROR(collection.check_something_was_read(problems->first()));
  return make_ids_unique(collection);
}

}  // namespace textkin::engine::read
