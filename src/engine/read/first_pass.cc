#include "engine/read/first_pass.h"

#include <atomic>
#include <utility>

#include "base/parallel.h"
#include "engine/read/band_visitor.h"
#include "engine/read/pass_state.h"
#include "engine/read/segment.h"
#include "hash/hash_sort.h"
#include "join/sets/set_sizes.h"

namespace textkin::engine::read {
namespace {

struct SetsOfBlock : SetVisitor::Made {
  std::unique_ptr<FeatureBlock> sets;
};

class RetainingVisitor final : public SetVisitorOf<SetsOfBlock> {
 public:
  RetainingVisitor(Collection& collection, const RetainLimit& most) : collection_(collection), most_(most) {}

  bool retains() const override { return true; }
  bool has_enough() const override { return has_enough_.load(std::memory_order_relaxed); }
  std::uint64_t memory_needed(const Expected& expected) const override {
    return most_.exact_join ? run::exact_memory(expected.features, 0, expected.documents) : 0;
  }
  // As if each feature of a prefix were another set's too.
  std::uint64_t memory_that_would_do(const Expected& expected) const override {
    if (!most_.exact_join) return 0;
    const double share = features_ == 0 ? 1 : static_cast<double>(in_prefixes_) / static_cast<double>(features_);
    return run::exact_memory(expected.features, share * expected.features, expected.documents);
  }

  Status make(const FeatureBlock& sets, unsigned /*worker*/, SetsOfBlock& made) override {
    made.sets = std::make_unique<FeatureBlock>(sets);  // a copy, because it has no more room than it needs
    return {};
  }
  Status take(DocId /*first*/, SetsOfBlock& made) override {
    if (most_.exact_join) count(*made.sets);
    collection_.retained.push_back(std::move(made.sets));
    if (is_too_much() || would_be_too_much()) has_enough_.store(true, std::memory_order_relaxed);
    return {};
  }

 private:
  void count(const FeatureBlock& sets) {
    for (std::size_t i = 0; i < sets.size(); ++i) {
      features_ += sets[i].size();
      in_prefixes_ += sets[i].empty() ? 0 : join::probe_prefix(sets[i].size(), *most_.exact_join);
    }
  }
  bool is_too_much() const {
    return collection_.features > most_.features || collection_.documents() > most_.documents;
  }
  // By the part of the input that has been read. Where that deceives, texts are read again that need not have been.
  bool would_be_too_much() const {
    if (collection_.features <= most_.decided_features && collection_.documents() <= most_.decided_documents)
      return false;
    const auto share = [&](double so_far, std::uint64_t most) {
      return so_far * static_cast<double>(collection_.total_bytes) >
             kSurely * static_cast<double>(most) * static_cast<double>(collection_.input_bytes);
    };
    return share(static_cast<double>(collection_.features), most_.features) ||
           share(collection_.documents(), most_.documents);
  }

  static constexpr double kSurely = 1.25;

  Collection& collection_;
  const RetainLimit& most_;
  std::uint64_t features_ = 0;  // of the sets that an exact join is for
  std::uint64_t in_prefixes_ = 0;
  // Written by commits, looked at by the reading side. That may see it late and read a block more than needed; what is
  // decided from it is decided from the sum at the end.
  std::atomic<bool> has_enough_{false};
};

Status sort_sets(Collection& collection) {
  return base::parallel_for(collection.retained.size(), collection.threads, [&](std::size_t index, unsigned) {
    FeatureBlock& block = *collection.retained[index];
    for (std::size_t i = 0; i < block.size(); ++i)
      hash::sort_hashes(block.values.data() + block.offsets[i], block.offsets[i + 1] - block.offsets[i]);
    return Status();
  });
}

ReadCollection take(PassState& state) { return {std::move(state.collection), std::move(state.journal)}; }

}  // namespace

std::uint64_t ReadCollection::spilled_bytes() const { return journal->written_bytes() + collection.spooled_bytes(); }

FirstPass::FirstPass(std::unique_ptr<PassState> state) : state_(std::move(state)) {}
FirstPass::FirstPass(FirstPass&&) noexcept = default;
FirstPass& FirstPass::operator=(FirstPass&&) noexcept = default;
FirstPass::~FirstPass() = default;
bool FirstPass::resumed() const { return state_->resumed; }
Status FirstPass::check_streams() const {
  const Collection& collection = state_->collection;
  return state_->journal->check_streams(collection.list, state_->resumed_at.source, collection.settings.windows);
}
run::Journal& FirstPass::journal() { return *state_->journal; }
const Collection& FirstPass::collection() const { return state_->collection; }

Result<FirstPass> FirstPass::open(const run::Reading& reading, const run::RunSpec& spec, Progress& progress) {
  auto state = std::make_unique<PassState>(reading, progress);
  TEXTKIN_RETURN_IF_ERROR(state->open(spec));
  return FirstPass(std::move(state));
}

RetainedSets FirstPass::go_on() && { return RetainedSets(std::move(state_)); }

Result<RetainedSets> FirstPass::retain(const RetainLimit& most) && {
  if (state_->resumed) return std::move(*this).go_on();
  Collection& collection = state_->collection;
  RetainingVisitor visitor(collection, most);
  TEXTKIN_RETURN_IF_ERROR(state_->visit_rest(visitor));
  collection.features_retained =
      state_->blocks->at_end() && collection.features <= most.features && collection.documents() <= most.documents;
  if (collection.features_retained) TEXTKIN_RETURN_IF_ERROR(sort_sets(collection));
  return RetainedSets(std::move(state_));
}

RetainedSets::RetainedSets(std::unique_ptr<PassState> state) : state_(std::move(state)) {}
RetainedSets::RetainedSets(RetainedSets&&) noexcept = default;
RetainedSets& RetainedSets::operator=(RetainedSets&&) noexcept = default;
RetainedSets::~RetainedSets() = default;
bool RetainedSets::all() const { return state_->collection.features_retained; }
run::Journal& RetainedSets::journal() { return *state_->journal; }
const Collection& RetainedSets::collection() const { return state_->collection; }

Result<ReadCollection> RetainedSets::visit(SetVisitor& visitor) && {
  TEXTKIN_RETURN_IF_ERROR(state_->visit_all(visitor));
  return std::move(*this).finish();
}

Result<BandedCollection> RetainedSets::sketch(const SketchOptions& sketch, const Plan& plan, BandsOf of) && {
  const std::unique_ptr<PassState> state = std::move(state_);
  TEXTKIN_ASSIGN_OR_RETURN(BandVisitor visitor,
                           BandVisitor::make(sketch, plan, of, state->collection.threads, state->whole, state->bands));
  TEXTKIN_RETURN_IF_ERROR(state->visit_all(visitor));
  TEXTKIN_RETURN_IF_ERROR(state->finish());
  BandedCollection banded{take(*state), {}};
  TEXTKIN_ASSIGN_OR_RETURN(banded.records.whole,
                           segment_records(store::RecordKind::kWhole, *banded.read.journal,
                                           std::make_unique<base::DocumentRecords>(std::move(state->whole))));
  TEXTKIN_ASSIGN_OR_RETURN(banded.records.bands,
                           segment_records(store::RecordKind::kBands, *banded.read.journal,
                                           std::make_unique<base::DocumentRecords>(std::move(state->bands))));
  return banded;
}

Result<ReadCollection> RetainedSets::finish() && {
  const std::unique_ptr<PassState> state = std::move(state_);
  TEXTKIN_RETURN_IF_ERROR(state->finish());
  return take(*state);
}

}  // namespace textkin::engine::read
