#include "engine/write/memory_result.h"

#include <algorithm>
#include <span>

#include "engine/read/collection.h"
#include "engine/run/options.h"

namespace textkin::engine::write {
namespace {

Status describe(const read::Collection& collection, const run::RunOptions& options, std::uint32_t first_source,
                std::uint32_t last_source, DocId first, DocId last, DocumentColumns& columns) {
  const std::span<const input::Source> sources(collection.list.sources.begin() + first_source,
                                               collection.list.sources.begin() + last_source);
  const bool in_memory = !sources.empty() && std::ranges::all_of(sources, [](const input::Source& source) {
    return source.memory != nullptr;
  });
  const bool with_ids = !in_memory || options.number_repeated_ids;
  store::DocumentReader documents(collection.table);
  store::DocumentRow row;
  std::uint32_t source = first_source;
  std::uint64_t rows_before = 0;  // of the sources before that one
  for (DocId doc = first; doc < last; ++doc) {
    TEXTKIN_RETURN_IF_ERROR(with_ids ? documents.read(doc, row) : documents.read_record(doc, row));
    if (in_memory) {
      for (; source < row.record.source; ++source) rows_before += collection.list.sources[source].memory->rows();
      columns.rows.push_back(rows_before + row.record.offset);
    }
    if (!with_ids) continue;
    columns.id_bytes += row.id;
    columns.id_ends.push_back(static_cast<std::int64_t>(columns.id_bytes.size()));
  }
  return {};
}

}  // namespace

Status describe_documents(const read::Collection& collection, const run::RunOptions& options, MemoryResult& answer) {
  const auto sources = static_cast<std::uint32_t>(collection.list.sources.size());
  const DocId documents = collection.documents();
  TEXTKIN_RETURN_IF_ERROR(
      describe(collection, options, 0, collection.against_source, 0, collection.against, answer.documents));
  return describe(collection, options, collection.against_source, sources, collection.against, documents,
                  answer.against);
}

void describe_decisions(const std::vector<KeepDecision>& decisions, DecisionColumns& columns) {
  for (DocId doc = 0; doc < decisions.size(); ++doc) {
    const KeepDecision& decision = decisions[doc];
    columns.kept.push_back(decision.kept);
    columns.similarity.push_back(decision.similarity());
    columns.identical.push_back(decision.kept != doc && decision.identical);
  }
}

}  // namespace textkin::engine::write
