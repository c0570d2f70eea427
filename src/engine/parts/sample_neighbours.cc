#include "engine/parts/sample_neighbours.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "base/sort.h"
#include "engine/read/first_pass.h"
#include "engine/read/retain_all.h"
#include "engine/run/run_spec.h"
#include "join/exact/sample_index.h"
#include "store/document_reader.h"
#include "textkin/progress.h"

namespace textkin::engine::parts {
namespace {

constexpr const char* kRows = "<rows>";

run::Reading with_rows(run::Reading reading, const MemorySource& rows) {
  reading.inputs.spec.memory[kRows] = std::shared_ptr<const MemorySource>(&rows, [](const MemorySource*) {});
  return reading;
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

struct SimilarInBlock : read::SetVisitor::Made {
  std::vector<std::vector<std::uint32_t>> similar;  // a document each
};

class AskingVisitor final : public read::SetVisitorOf<SimilarInBlock> {
 public:
  AskingVisitor(const join::SampleIndex& index, unsigned threads)
      : index_(index), askers_(threads, join::SampleIndex::Asker(index)) {}

  Status make(const FeatureBlock& sets, unsigned worker, SimilarInBlock& made) override {
    made.similar.resize(sets.size());
    std::vector<Feature> set;
    for (std::size_t i = 0; i < sets.size(); ++i) {
      set.assign(sets[i].begin(), sets[i].end());
      base::sort(set.data(), set.size());
      index_.similar(set, askers_[worker], made.similar[i]);
    }
    return {};
  }
  Status take(DocId first, SimilarInBlock& made) override {
    for (std::size_t i = 0; i < made.similar.size(); ++i)
      for (const std::uint32_t sample : made.similar[i]) found.push_back({sample, first + i});
    return {};
  }
  std::uint64_t memory_needed(const read::Expected& /*expected*/) const override {
    return found.capacity() * sizeof(SampleNeighbour);
  }

  std::vector<SampleNeighbour> found;  // by numbers of documents

 private:
  const join::SampleIndex& index_;
  std::vector<join::SampleIndex::Asker> askers_;
};

}  // namespace

struct SampleNeighbours::State {
  run::Reading reading;
  read::Collection sample;
  std::vector<std::uint64_t> rows;
  std::unique_ptr<const join::SampleIndex> index;
};

SampleNeighbours::SampleNeighbours(std::unique_ptr<State> state) : state_(std::move(state)) {}
SampleNeighbours::~SampleNeighbours() = default;

Result<std::unique_ptr<SampleNeighbours>> SampleNeighbours::make(const run::RunOptions& asked,
                                                                 const MemorySource& sample) {
  run::RunOptions named = asked;
  named.inputs.spec.arguments = {kRows};
  TEXTKIN_ASSIGN_OR_RETURN(const run::SettledRun run, run::settle(named));
  auto state = std::make_unique<State>();
  state->reading = run;
  Silence silence;
  constexpr std::uint64_t kBytes = sizeof(Feature) + join::SampleIndex::kIndexBytes;
  const std::uint64_t memory = run.limits.memory;
  TEXTKIN_ASSIGN_OR_RETURN(
      state->sample,
      read::retain_all(with_rows(run, sample), memory / 2 / kBytes * sizeof(Feature), silence,
                       fmt::format("the shingles of the documents drawn for --audit do not fit in half of --memory {} "
                                   "MiB; draw fewer, or give more",
                                   memory >> 20)));
  TEXTKIN_ASSIGN_OR_RETURN(state->rows, rows_of(state->sample));
  TEXTKIN_ASSIGN_OR_RETURN(join::SampleIndex index,
                           join::SampleIndex::make(state->sample.feature_views(), run.search.least));
  state->index = std::make_unique<const join::SampleIndex>(std::move(index));
  return std::unique_ptr<SampleNeighbours>(new SampleNeighbours(std::move(state)));
}

Result<std::vector<SampleNeighbour>> SampleNeighbours::find(const MemorySource& given) const {
  Silence silence;
  const run::Reading reading = with_rows(state_->reading, given);
  TEXTKIN_ASSIGN_OR_RETURN(read::FirstPass pass, read::FirstPass::open(reading, run::read_spec(reading), silence));
  AskingVisitor asking(*state_->index, reading.limits.threads);
  TEXTKIN_ASSIGN_OR_RETURN(const read::ReadCollection read, std::move(pass).go_on().visit(asking));
  TEXTKIN_ASSIGN_OR_RETURN(const std::vector<std::uint64_t> rows, rows_of(read.collection));
  for (SampleNeighbour& found : asking.found) found = {state_->rows[found.sample], rows[found.row]};
  return std::move(asking.found);
}

}  // namespace textkin::engine::parts
