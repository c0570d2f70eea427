#include "engine/read/text_pass.h"

#include <utility>

#include "base/parallel.h"
#include "engine/read/collection.h"
#include "engine/run/problem_log.h"
#include "input/spool.h"

namespace textkin::engine::read {
namespace {

struct Item : base::PipelineItem {
  std::unique_ptr<input::Block> block;
  input::ParsedBlock parsed;
  std::unique_ptr<PassBlock> made;
};

Status commit(Item& item, std::uint64_t total_bytes, const TextPass& pass, run::ProblemLog& problems,
              Progress& progress, Collection& collection) {
  const DocId first = collection.documents();
  const std::vector<Document>& documents = item.parsed.documents;
  if (std::uint64_t{first} + documents.size() >= kNoDoc)
    return Status(Code::kExhausted, "more than 4,294,967,294 documents in one run; split the input");
  for (std::size_t i = 0; i < documents.size(); ++i) {
    collection.table.append({documents[i].record, item.made->sizes[i], documents[i].id, {}});
    collection.against += documents[i].record.source < collection.against_source;
    collection.features += item.made->sizes[i];
    collection.empty += item.made->sizes[i] == 0;
  }
  collection.input_bytes += item.block->input_bytes;
  for (const auto* some : {&item.block->problems, &item.parsed.problems}) {
    for (const input::Problem& problem : *some) {
      TEXTKIN_RETURN_IF_ERROR(problems.add(problem));
      if (pass.problem) pass.problem(problem);
    }
  }
  for (input::Note& note : item.parsed.notes) collection.add_note(std::move(note), progress);
  progress.update("read", collection.input_bytes, total_bytes);
  if (collection.table.memory_bytes() > collection.shares.documents)
    return run::too_little_memory(collection.budget->limit(), 5 * collection.table.memory_bytes(),
                                  collection.documents());
  return pass.commit(first, *item.made);
}

}  // namespace

Result<Texts> read_texts(const run::RunOptions& options, const TextPass& pass, Progress& progress) {
  Texts texts;
  TEXTKIN_ASSIGN_OR_RETURN(texts.scratch, run::RunDirectory::open(""));
  Collection& collection = texts.collection;
  collection.budget = std::make_unique<base::MemoryBudget>(options.memory);
  collection.shares = run::share_out(options.memory, options.threads, options.input.block_bytes, options.text);
  std::uint64_t total_bytes = 0;
  TEXTKIN_RETURN_IF_ERROR(list_inputs(options, collection, total_bytes));
  collection.spec = options.input;
  collection.spec.block_bytes = collection.shares.block_bytes;
  collection.spec.spool_directory = texts.scratch->path();
  if (collection.shares.longest_record < collection.spec.longest_record) {
    collection.spec.longest_record = collection.shares.longest_record;
    collection.spec.memory_a_byte = run::memory_of_a_record_byte(options.text);
  }
  TEXTKIN_ASSIGN_OR_RETURN(std::unique_ptr<run::ProblemLog> problems,
                           run::ProblemLog::open(options.problems, progress));
  TEXTKIN_ASSIGN_OR_RETURN(std::unique_ptr<input::BlockReader> reader,
                           input::BlockReader::open(collection.spec, collection.list));
  std::vector<std::unique_ptr<input::RecordParser>> parsers;
  for (unsigned thread = 0; thread < options.threads; ++thread)
    parsers.push_back(std::make_unique<input::RecordParser>(collection.spec, collection.list));

  base::Pipeline pipeline;
  pipeline.produce = [&]() -> Result<std::unique_ptr<base::PipelineItem>> {
    TEXTKIN_ASSIGN_OR_RETURN(std::unique_ptr<input::Block> block, reader->next());
    if (block == nullptr) return std::unique_ptr<base::PipelineItem>();
    auto item = std::make_unique<Item>();
    item->block = std::move(block);
    return std::unique_ptr<base::PipelineItem>(std::move(item));
  };
  pipeline.work = [&](base::PipelineItem& any, unsigned worker) {
    auto& item = static_cast<Item&>(any);
    TEXTKIN_RETURN_IF_ERROR(parsers[worker]->parse(*item.block, item.parsed));
    item.made = pass.work(item.parsed.documents, worker);
    return Status();
  };
  pipeline.commit = [&](base::PipelineItem& any) {
    return commit(static_cast<Item&>(any), total_bytes, pass, *problems, progress, collection);
  };
  TEXTKIN_RETURN_IF_ERROR(base::run_pipeline(options.threads, 2 * options.threads + 2, pipeline));
  collection.spool = reader->spool();
  collection.end_notes(progress);
  collection.problems = problems->count();
  TEXTKIN_RETURN_IF_ERROR(problems->finish());
  TEXTKIN_RETURN_IF_ERROR(make_ids_unique(collection, options.number_repeated_ids));
  return texts;
}

}  // namespace textkin::engine::read
