#include "engine/sketch_all.h"

#include <utility>
#include <vector>

#include "engine/block_visitor.h"
#include "engine/gather.h"
#include "sketch/catalog.h"

namespace textkin::engine {
namespace {

struct SketchedItem : base::PipelineItem {
  SignatureBlock signatures;
};

class SketchVisitor : public BlockVisitor {
 public:
  explicit SketchVisitor(std::vector<std::unique_ptr<Sketcher>> sketchers) : sketchers_(std::move(sketchers)) {}

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
  std::vector<SignatureBlock> blocks_;
  std::uint64_t rows_ = 0;
  std::uint32_t words_ = 0;
};

}  // namespace

Result<Sketched> sketch_all(const RunOptions& options, Progress& progress) {
  if (!options.run_dir.empty())
    return Status(Code::kInvalidArgument, "--run-dir is for pairs, dedup and their stages; leave it out here");
  std::vector<std::unique_ptr<Sketcher>> sketchers;
  for (unsigned thread = 0; thread < options.threads; ++thread) {
    Result<std::unique_ptr<Sketcher>> sketcher = sketch::make_sketcher(options.sketch, options.hashes, options.seed);
    if (!sketcher.ok()) return sketcher.status();
    sketchers.push_back(std::move(sketcher).value());
  }
  SketchVisitor visitor(std::move(sketchers));
  Result<std::unique_ptr<Gather>> gather = Gather::open(options, "", progress);
  if (!gather.ok()) return gather.status();
  const Result<bool> all = (*gather)->retain({.features = (*gather)->collection().shares.held_features});
  if (!all.ok()) return all.status();
  TEXTKIN_RETURN_IF_ERROR((*gather)->visit(visitor));
  Result<Collection> collection = (*gather)->take();
  if (!collection.ok()) return collection.status();
  return Sketched{std::move(collection).value(), visitor.take()};
}

}  // namespace textkin::engine
