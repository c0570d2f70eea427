#include "engine/read/block_pass.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/parallel.h"
#include "base/processes/confinement.h"
#include "engine/read/spill_documents.h"
#include "input/reading/block_reader.h"
#include "input/reading/record_parser.h"
#include "store/field_value.h"

namespace textkin::engine::read {
namespace {

// One block on its way.
struct BlockOnItsWay {
  std::unique_ptr<input::Block> block;
  input::ParsedBlock parsed;
  std::unique_ptr<BlockVisitor::Made> made;
};

}  // namespace

struct BlockPass::State {
  State(Collection& into, run::ProblemLog& log, Progress& sink) : collection(into), problems(log), progress(sink) {}

  Collection& collection;
  run::ProblemLog& problems;
  Progress& progress;
  std::unique_ptr<input::BlockReader> reader;
  std::vector<std::unique_ptr<input::RecordParser>> parsers;  // one a thread
  input::ReadPosition after;
  std::vector<input::FinishedSource> finished;
  bool at_end = false;
  bool extracts = false;  // a file's text was

  Status work(BlockOnItsWay& item, BlockVisitor& visitor, unsigned worker) {
    TEXTKIN_RETURN_IF_ERROR(parsers[worker]->parse(*item.block, item.parsed));
    TEXTKIN_ASSIGN_OR_RETURN(item.made, visitor.work(item.parsed.documents, worker));
    if (!item.parsed.values.empty()) visitor.give_values(item.parsed.values, *item.made);
    return {};
  }
  Status commit(BlockOnItsWay& item, BlockVisitor& visitor);
  Status keep(const BlockOnItsWay& item);
  void tell_of_extraction();
};

BlockPass::BlockPass(std::unique_ptr<State> state) : state_(std::move(state)) {}
BlockPass::~BlockPass() = default;
bool BlockPass::at_end() const { return state_->at_end; }
const input::ReadPosition& BlockPass::after() const { return state_->after; }
std::vector<input::FinishedSource> BlockPass::take_finished() { return std::exchange(state_->finished, {}); }

Result<std::unique_ptr<BlockPass>> BlockPass::open(Collection& collection, std::shared_ptr<input::Spool> spool,
                                                   const input::ReadPosition& from, run::ProblemLog& problems,
                                                   Progress& progress) {
  auto state = std::make_unique<State>(collection, problems, progress);
  state->after = from;
  for (unsigned thread = 0; thread < collection.threads; ++thread)
    state->parsers.push_back(std::make_unique<input::RecordParser>(collection.settings, collection.list));
  TEXTKIN_ASSIGN_OR_RETURN(state->reader,
                           input::BlockReader::open(collection.settings, collection.list, from, std::move(spool)));
  return std::unique_ptr<BlockPass>(new BlockPass(std::move(state)));
}

// Puts the documents of a block into the table, with the first of their values.
Status BlockPass::State::keep(const BlockOnItsWay& item) {
  const std::vector<Document>& documents = item.parsed.documents;
  if (std::uint64_t{collection.documents()} + documents.size() >= kNoDoc)
    return Status(Code::kExhausted, "more than 4,294,967,294 documents in one run; split the input");
  const std::size_t values = collection.settings.asked.value_fields.size();
  std::string value;
  for (std::size_t i = 0; i < documents.size(); ++i) {
    const std::uint32_t size = item.made->sizes[i];
    value.clear();
    if (!item.parsed.values.empty()) store::append_value(item.parsed.values[i * values], value);
    collection.table.append({documents[i].record, size, documents[i].id, value});
    collection.against += documents[i].record.source < collection.against_source;
    collection.features += size;
    collection.empty += size == 0;
  }
  return {};
}

// Once, and only to whom it concerns.
void BlockPass::State::tell_of_extraction() {
  if (std::exchange(extracts, true)) return;
  if (const std::string lacks = base::kernel_of_this_machine().lacks(); !lacks.empty())
    progress.warn(
        fmt::format("this kernel lacks {}: what extracts the text of files is limited, but confined without "
                    "that; --extract-unconfined fail reads none of them then",
                    lacks));
}

Status BlockPass::State::commit(BlockOnItsWay& item, BlockVisitor& visitor) {
  const DocId first = collection.documents();
  if (const std::vector<Document>& documents = item.parsed.documents; !documents.empty()) {
    collection.read_of_input = collection.read_of_input || documents.front().record.source < collection.against_source;
    collection.read_of_against =
        collection.read_of_against || documents.back().record.source >= collection.against_source;
  }
  if (visitor.keeps_documents()) TEXTKIN_RETURN_IF_ERROR(keep(item));
  collection.input_bytes += item.block->input_bytes;
  after = item.block->after;
  finished.insert(finished.end(), item.block->finished.begin(), item.block->finished.end());
  for (const auto* some : {&item.block->problems, &item.parsed.problems}) {
    for (const input::Problem& problem : *some) {
      TEXTKIN_RETURN_IF_ERROR(problems.add(problem));
      visitor.refuse(problem);
    }
  }
  if (item.parsed.extracted) tell_of_extraction();
  for (input::Note& note : item.parsed.notes) collection.add_note(std::move(note), progress);
  for (const std::uint32_t source : item.parsed.as_bytes) collection.as_bytes.add(collection.list.sources[source].name);
  collection.repaired += item.parsed.repaired;
  for (input::FileTraces& traces : item.parsed.traces) collection.add_traces(std::move(traces));
  progress.update("read", collection.input_bytes, collection.total_bytes);
  if (!visitor.spills_documents()) TEXTKIN_RETURN_IF_ERROR(spill_documents_if_due(collection));
  return visitor.commit(first, *item.made);
}

Status BlockPass::visit(BlockVisitor& visitor) {
  State& state = *state_;
  base::Pipeline<BlockOnItsWay> pipeline;
  pipeline.produce = [&]() -> Result<std::unique_ptr<BlockOnItsWay>> {
    if (visitor.has_enough()) return std::unique_ptr<BlockOnItsWay>();
    TEXTKIN_ASSIGN_OR_RETURN(std::unique_ptr<input::Block> block, state.reader->next());
    if (block == nullptr) {
      state.at_end = true;
      return std::unique_ptr<BlockOnItsWay>();
    }
    auto item = std::make_unique<BlockOnItsWay>();
    item->block = std::move(block);
    return item;
  };
  pipeline.work = [&](BlockOnItsWay& item, unsigned worker) { return state.work(item, visitor, worker); };
  pipeline.commit = [&](BlockOnItsWay& item) { return state.commit(item, visitor); };
  // A block of one document.
  pipeline.is_huge = [&](const BlockOnItsWay& item) {
    return item.block->bytes.size() > state.collection.shares.alone;
  };
  const unsigned threads = state.collection.threads;
  return base::run_pipeline(threads, 2 * threads + 2, pipeline);
}

}  // namespace textkin::engine::read
