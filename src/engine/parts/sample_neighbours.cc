#include "engine/parts/sample_neighbours.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "base/sort.h"
#include "engine/read/block_visitor.h"
#include "engine/read/first_pass.h"
#include "join/exact/sample_index.h"
#include "store/document_table.h"

namespace textkin::engine::parts {
namespace {

constexpr const char* kRows = "<rows>";

class Silence final : public Progress {
 public:
  void update(std::string_view, std::uint64_t, std::uint64_t) override {}
  void note(std::string_view) override {}
  void warn(std::string_view) override {}
};

Result<std::unique_ptr<read::FirstPass>> open(const run::RunOptions& options, const MemorySource& rows,
                                              Progress& silence) {
  run::RunOptions own = options;
  own.input.memory[kRows] = std::shared_ptr<const MemorySource>(&rows, [](const MemorySource*) {});
  return read::FirstPass::open(own, "first", silence);
}

// The row of each document: those that could not be used are none.
Result<std::vector<std::uint64_t>> rows_of(const read::Collection& collection) {
  std::vector<std::uint64_t> rows;
  store::DocumentReader documents(collection.table);
  store::DocumentRow row;
  for (DocId doc = 0; doc < collection.documents(); ++doc) {
    TEXTKIN_RETURN_IF_ERROR(documents.read_record(doc, row));
    rows.push_back(row.record.offset);
  }
  return rows;
}

struct AskedItem : base::PipelineItem {
  std::vector<std::vector<std::uint32_t>> similar;  // a document each
};

class Asking final : public read::BlockVisitor {
 public:
  Asking(const join::SampleIndex& index, unsigned threads)
      : index_(index), askers_(threads, join::SampleIndex::Asker(index)) {}

  Result<std::unique_ptr<base::PipelineItem>> work(const FeatureBlock& sets, unsigned worker) override {
    auto item = std::make_unique<AskedItem>();
    item->similar.resize(sets.size());
    std::vector<Feature> set;
    for (std::size_t i = 0; i < sets.size(); ++i) {
      set.assign(sets[i].begin(), sets[i].end());
      base::sort(set.data(), set.size());
      index_.similar(set, askers_[worker], item->similar[i]);
    }
    return std::unique_ptr<base::PipelineItem>(std::move(item));
  }
  Status commit(base::PipelineItem& made) override {
    for (const std::vector<std::uint32_t>& similar : static_cast<AskedItem&>(made).similar) {
      for (const std::uint32_t sample : similar) found.push_back({sample, documents_});
      ++documents_;
    }
    return {};
  }
  std::uint64_t memory_bytes() const override { return found.capacity() * sizeof(SampleNeighbour); }
  std::uint64_t bytes_a_document() const override { return 0; }

  std::vector<SampleNeighbour> found;  // by numbers of documents

 private:
  const join::SampleIndex& index_;
  std::vector<join::SampleIndex::Asker> askers_;
  std::uint64_t documents_ = 0;
};

}  // namespace

struct SampleNeighbours::State {
  run::RunOptions options;
  read::Collection sample;
  std::vector<std::uint64_t> rows;
  std::unique_ptr<const join::SampleIndex> index;
};

SampleNeighbours::SampleNeighbours(std::unique_ptr<State> state) : state_(std::move(state)) {}
SampleNeighbours::~SampleNeighbours() = default;

Result<std::unique_ptr<SampleNeighbours>> SampleNeighbours::make(const run::RunOptions& asked,
                                                                 const MemorySource& sample) {
  run::RunOptions named = asked;
  named.input.arguments = {kRows};
  TEXTKIN_ASSIGN_OR_RETURN(run::RunOptions options, run::settle(std::move(named)));
  auto state = std::make_unique<State>();
  state->options = options;
  Silence silence;
  TEXTKIN_ASSIGN_OR_RETURN(std::unique_ptr<read::FirstPass> gather, open(options, sample, silence));
  constexpr std::uint64_t kBytes = sizeof(Feature) + join::SampleIndex::kIndexBytes;
  TEXTKIN_ASSIGN_OR_RETURN(const bool all, gather->retain({.features = options.memory / 2 / kBytes}));
  if (!all)
    return Status(Code::kExhausted,
                  fmt::format("the shingles of the documents drawn for --audit do not fit in half of --memory {} MiB; "
                              "draw fewer, or give more",
                              options.memory >> 20));
  TEXTKIN_ASSIGN_OR_RETURN(state->sample, gather->take());
  TEXTKIN_ASSIGN_OR_RETURN(std::vector<std::uint64_t> rows, rows_of(state->sample));
  state->rows = std::move(rows);
  TEXTKIN_ASSIGN_OR_RETURN(join::SampleIndex index,
                           join::SampleIndex::make(state->sample.feature_views(), options.least()));
  state->index = std::make_unique<const join::SampleIndex>(std::move(index));
  return std::unique_ptr<SampleNeighbours>(new SampleNeighbours(std::move(state)));
}

Result<std::vector<SampleNeighbour>> SampleNeighbours::find(const MemorySource& given) const {
  Silence silence;
  TEXTKIN_ASSIGN_OR_RETURN(std::unique_ptr<read::FirstPass> gather, open(state_->options, given, silence));
  Asking asking(*state_->index, state_->options.threads);
  TEXTKIN_RETURN_IF_ERROR(gather->visit(asking));
  TEXTKIN_ASSIGN_OR_RETURN(const read::Collection collection, gather->take());
  TEXTKIN_ASSIGN_OR_RETURN(const std::vector<std::uint64_t> rows, rows_of(collection));
  for (SampleNeighbour& found : asking.found) found = {state_->rows[found.sample], rows[found.row]};
  return std::move(asking.found);
}

}  // namespace textkin::engine::parts
