#include "engine/read/sketch_all.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "base/parallel.h"
#include "engine/read/first_pass.h"
#include "input/reading/block_reader.h"
#include "sketch/catalog.h"

namespace textkin::engine::read {
namespace {

constexpr std::size_t kDocumentsATask = 64;

struct SignaturesOfBlock : SetVisitor::Made {
  SignatureBlock signatures;
};

class SketchVisitor final : public SetVisitorOf<SignaturesOfBlock> {
 public:
  SketchVisitor(std::vector<std::unique_ptr<Sketcher>> sketchers, bool counted)
      : sketchers_(std::move(sketchers)), counted_(counted) {}

  bool counted() const override { return counted_; }

  Status make(const FeatureBlock& sets, unsigned worker, SignaturesOfBlock& made) override {
    sketchers_[worker]->sketch(sets, made.signatures);
    return {};
  }

  Status take(DocId /*first*/, SignaturesOfBlock& made) override {
    SignatureBlock& block = made.signatures;
    if (words_ == 0) words_ = block.words;
    rows_ += block.rows();
    blocks_.push_back(std::move(block));
    return {};
  }

  std::uint64_t memory_needed(const Expected& expected) const override {
    const std::uint64_t bytes_a_document = 2 * (std::uint64_t{words_} + 1) * sizeof(Cell);
    const double to_come = expected.documents - expected.documents_so_far;
    return rows_ * bytes_a_document + static_cast<std::uint64_t>(to_come * static_cast<double>(bytes_a_document));
  }

  // Frees each block as it is copied.
  SignatureBlock take_all() {
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

struct CopyOfBlock : SetVisitor::Made {
  FeatureBlock sets;
};

class FrequencyVisitor final : public SetVisitorOf<CopyOfBlock> {
 public:
  Status make(const FeatureBlock& sets, unsigned /*worker*/, CopyOfBlock& made) override {
    made.sets = sets;
    return {};
  }

  Status take(DocId /*first*/, CopyOfBlock& made) override {
    for (std::size_t i = 0; i < made.sets.size(); ++i) frequencies_->add(made.sets[i]);
    return {};
  }

  // As it is while it grows.
  std::uint64_t memory_needed(const Expected& /*expected*/) const override {
    return 3 * frequencies_->memory_bytes() / 2;
  }

  std::shared_ptr<const text::DocumentFrequencies> frequencies() const { return frequencies_; }

 private:
  std::shared_ptr<text::DocumentFrequencies> frequencies_ = std::make_shared<text::DocumentFrequencies>();
};

// Blocks are read ahead, and a signature may be a hundred times as large as the shortest document in them.
run::Reading in_smaller_blocks(run::Reading reading, Sketcher& sketcher) {
  SignatureBlock none;
  sketcher.sketch(FeatureBlock(), none);
  const std::uint64_t bytes_a_document = (std::uint64_t{none.words} + 1) * sizeof(Cell);
  const std::uint64_t ahead = 2ull * reading.limits.threads + 2;
  const std::uint64_t documents = reading.limits.memory / 8 / (ahead * bytes_a_document);
  std::uint64_t& block_bytes = reading.inputs.spec.block_bytes;
  block_bytes = std::min(block_bytes, std::max<std::uint64_t>(documents, 1) * input::kBytesALine);
  return reading;
}

Result<std::vector<std::unique_ptr<Sketcher>>> sketchers_of(const SketchOptions& sketch, unsigned threads) {
  std::vector<std::unique_ptr<Sketcher>> sketchers;
  for (unsigned thread = 0; thread < threads; ++thread) {
    TEXTKIN_ASSIGN_OR_RETURN(std::unique_ptr<Sketcher> sketcher, sketch::make_sketcher(sketch));
    sketchers.push_back(std::move(sketcher));
  }
  return sketchers;
}

// Sketches documents that are read again, now that their weights are known.
Status sketch_again(std::vector<std::unique_ptr<Sketcher>>& sketchers, Sketched& out) {
  TEXTKIN_ASSIGN_OR_RETURN(std::vector<std::unique_ptr<WeightedSets>> sets,
                           weighted_sets(out.collection, Weighting::kTfIdf, out.frequencies));
  const std::size_t documents = out.collection.documents();
  SignatureBlock none;
  sketchers.front()->sketch(FeatureBlock(), none);
  out.signatures.spec = none.spec;
  out.signatures.words = none.words;
  out.signatures.cells.resize(documents * none.words);
  out.signatures.sizes.resize(documents);
  const std::size_t tasks = (documents + kDocumentsATask - 1) / kDocumentsATask;
  return base::parallel_for(tasks, out.collection.threads, [&](std::size_t task, unsigned worker) -> Status {
    const std::size_t first = task * kDocumentsATask;
    FeatureBlock block;
    WeightedFeatures set;
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

Result<Sketched> sketch_all(const run::Reading& reading, const SketchOptions& sketch, Progress& progress,
                            Weighting weighting) {
  if (!reading.limits.run_dir.empty())
    return Status(Code::kInvalidArgument, "--run-dir is for pairs, dedup and their stages; leave it out here");
  TEXTKIN_ASSIGN_OR_RETURN(std::vector<std::unique_ptr<Sketcher>> sketchers,
                           sketchers_of(sketch, reading.limits.threads));
  TEXTKIN_ASSIGN_OR_RETURN(FirstPass pass, FirstPass::open(in_smaller_blocks(reading, *sketchers.front()),
                                                           run::read_spec(reading), progress));
  if (weighting == Weighting::kTfIdf) {
    FrequencyVisitor visitor;
    TEXTKIN_ASSIGN_OR_RETURN(ReadCollection read, std::move(pass).go_on().visit(visitor));
    const std::uint64_t spilled_bytes = read.spilled_bytes();
    Sketched out{std::move(read.collection), spilled_bytes, {}, visitor.frequencies()};
    TEXTKIN_RETURN_IF_ERROR(sketch_again(sketchers, out));
    return out;
  }
  // Weights are counted as texts are read, and sets that are retained have none.
  const std::uint64_t most = weighting == Weighting::kNone ? pass.collection().shares.held_features : 0;
  TEXTKIN_ASSIGN_OR_RETURN(RetainedSets retained, weighting == Weighting::kNone
                                                      ? std::move(pass).retain({.features = most})
                                                      : Result<RetainedSets>(std::move(pass).go_on()));
  SketchVisitor visitor(std::move(sketchers), weighting == Weighting::kTermFrequency);
  TEXTKIN_ASSIGN_OR_RETURN(ReadCollection read, std::move(retained).visit(visitor));
  const std::uint64_t spilled_bytes = read.spilled_bytes();
  return Sketched{std::move(read.collection), spilled_bytes, visitor.take_all(), nullptr};
}

}  // namespace textkin::engine::read
