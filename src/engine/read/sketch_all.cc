#include "engine/read/sketch_all.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "engine/read/block_visitor.h"
#include "engine/read/first_pass.h"
#include "sketch/catalog.h"

namespace textkin::engine::read {
namespace {

constexpr std::size_t kDocumentsATask = 64;

struct SketchedItem : base::PipelineItem {
  SignatureBlock signatures;
};

class SketchVisitor : public BlockVisitor {
 public:
  SketchVisitor(std::vector<std::unique_ptr<Sketcher>> sketchers, bool counted)
      : sketchers_(std::move(sketchers)), counted_(counted) {}

  bool counted() const override { return counted_; }

  Result<std::unique_ptr<base::PipelineItem>> work(const FeatureBlock& sets, unsigned worker) override {
    auto item = std::make_unique<SketchedItem>();
    sketchers_[worker]->sketch(sets, item->signatures);
    return std::unique_ptr<base::PipelineItem>(std::move(item));
  }

  Status commit(base::PipelineItem& made) override {
    SignatureBlock& block = static_cast<SketchedItem&>(made).signatures;
    if (words_ == 0) words_ = block.words;
    rows_ += block.rows();
    blocks_.push_back(std::move(block));
    return {};
  }

  std::uint64_t memory_bytes() const override { return rows_ * bytes_a_document(); }
  std::uint64_t bytes_a_document() const override { return 2 * (std::uint64_t{words_} + 1) * sizeof(Cell); }

  // Frees each block as it is copied.
  SignatureBlock take() {
    SignatureBlock all;
    all.spec = sketchers_.front()->spec();
    if (words_ == 0) {
      sketchers_.front()->sketch(FeatureBlock(), all);
      return all;
    }
    all.words = words_;
    all.cells.reserve(rows_ * words_);
    all.sizes.reserve(rows_);
    for (SignatureBlock& block : blocks_) {
      all.cells.insert(all.cells.end(), block.cells.begin(), block.cells.end());
      all.sizes.insert(all.sizes.end(), block.sizes.begin(), block.sizes.end());
      block = {};
    }
    return all;
  }

 private:
  std::vector<std::unique_ptr<Sketcher>> sketchers_;
  bool counted_;
  std::vector<SignatureBlock> blocks_;
  std::uint64_t rows_ = 0;
  std::uint32_t words_ = 0;
};

class FrequencyVisitor : public BlockVisitor {
 public:
  Result<std::unique_ptr<base::PipelineItem>> work(const FeatureBlock& sets, unsigned /*worker*/) override {
    auto item = std::make_unique<Item>();
    item->sets = sets;
    return std::unique_ptr<base::PipelineItem>(std::move(item));
  }

  Status commit(base::PipelineItem& made) override {
    const FeatureBlock& sets = static_cast<Item&>(made).sets;
    for (std::size_t i = 0; i < sets.size(); ++i) frequencies_->add(sets[i]);
    return {};
  }

  // As it is while it grows.
  std::uint64_t memory_bytes() const override { return 3 * frequencies_->memory_bytes() / 2; }
  std::uint64_t bytes_a_document() const override { return 0; }

  std::shared_ptr<const text::DocumentFrequencies> frequencies() const { return frequencies_; }

 private:
  struct Item : base::PipelineItem {
    FeatureBlock sets;
  };
  std::shared_ptr<text::DocumentFrequencies> frequencies_ = std::make_shared<text::DocumentFrequencies>();
};

Result<std::vector<std::unique_ptr<Sketcher>>> sketchers_of(const run::RunOptions& options) {
  std::vector<std::unique_ptr<Sketcher>> sketchers;
  for (unsigned thread = 0; thread < options.threads; ++thread) {
    TEXTKIN_ASSIGN_OR_RETURN(std::unique_ptr<Sketcher> sketcher,
                             sketch::make_sketcher(options.sketch, options.hashes, options.seed));
    sketchers.push_back(std::move(sketcher));
  }
  return sketchers;
}

// Sketches documents that are read again, now that their weights are known.
Status sketch_again(const run::RunOptions& options, std::vector<std::unique_ptr<Sketcher>>& sketchers, Sketched& out) {
  TEXTKIN_ASSIGN_OR_RETURN(std::vector<std::unique_ptr<WeightedSets>> sets,
                           weighted_sets(out.collection, options, Weighting::kTfIdf, out.frequencies));
  const std::size_t documents = out.collection.documents();
  SignatureBlock none;
  sketchers.front()->sketch(FeatureBlock(), none);
  out.signatures.spec = none.spec;
  out.signatures.words = none.words;
  out.signatures.cells.resize(documents * none.words);
  out.signatures.sizes.resize(documents);
  const std::size_t tasks = (documents + kDocumentsATask - 1) / kDocumentsATask;
  return base::parallel_for(tasks, options.threads, [&](std::size_t task, unsigned worker) -> Status {
    const std::size_t first = task * kDocumentsATask;
    FeatureBlock block;
    WeightedSet set;
    for (std::size_t doc = first; doc < std::min(documents, first + kDocumentsATask); ++doc) {
      TEXTKIN_RETURN_IF_ERROR(sets[worker]->read(static_cast<DocId>(doc), set));
      block.values.insert(block.values.end(), set.features.begin(), set.features.end());
      block.weights.insert(block.weights.end(), set.weights.begin(), set.weights.end());
      block.offsets.push_back(block.values.size());
    }
    SignatureBlock rows;
    sketchers[worker]->sketch(block, rows);
    std::ranges::copy(rows.cells, out.signatures.cells.begin() + static_cast<std::ptrdiff_t>(first * rows.words));
    std::ranges::copy(rows.sizes, out.signatures.sizes.begin() + static_cast<std::ptrdiff_t>(first));
    return {};
  });
}

}  // namespace

Result<Sketched> sketch_all(const run::RunOptions& options, Progress& progress, Weighting weighting) {
  if (!options.run_dir.empty())
    return Status(Code::kInvalidArgument, "--run-dir is for pairs, dedup and their stages; leave it out here");
  if (weighting != Weighting::kNone && options.text.multiset)
    return Status(Code::kInvalidArgument,
                  "--multiset makes a feature of every repeat, and term frequencies count "
                  "repeats; take one of them");
  TEXTKIN_ASSIGN_OR_RETURN(std::vector<std::unique_ptr<Sketcher>> sketchers, sketchers_of(options));
  TEXTKIN_ASSIGN_OR_RETURN(std::unique_ptr<FirstPass> gather, FirstPass::open(options, "", progress));
  if (weighting == Weighting::kTfIdf) {
    FrequencyVisitor visitor;
    TEXTKIN_RETURN_IF_ERROR(gather->visit(visitor));
    TEXTKIN_ASSIGN_OR_RETURN(Collection collection, gather->take());
    Sketched out{std::move(collection), {}, visitor.frequencies()};
    TEXTKIN_RETURN_IF_ERROR(sketch_again(options, sketchers, out));
    return out;
  }
  if (weighting == Weighting::kNone) {
    TEXTKIN_RETURN_IF_ERROR(gather->retain({.features = gather->collection().shares.held_features}).status());
  }
  SketchVisitor visitor(std::move(sketchers), weighting == Weighting::kTermFrequency);
  TEXTKIN_RETURN_IF_ERROR(gather->visit(visitor));
  TEXTKIN_ASSIGN_OR_RETURN(Collection collection, gather->take());
  return Sketched{std::move(collection), visitor.take(), nullptr};
}

}  // namespace textkin::engine::read
