#include "engine/inputs.h"

#include <utility>

namespace textkin::engine {

Status list_inputs(const RunOptions& options, Collection& collection, std::uint64_t& total_bytes) {
  TEXTKIN_ASSIGN_OR_RETURN(collection.list, input::list_sources(options.input));
  collection.against_source = static_cast<std::uint32_t>(collection.list.sources.size());
  if (!options.against.empty()) {
    input::InputSpec other = options.input;
    other.arguments = options.against;
    TEXTKIN_ASSIGN_OR_RETURN(input::SourceList against, input::list_sources(other));
    for (input::Source& source : against.sources) collection.list.sources.push_back(std::move(source));
    collection.list.skipped_hidden += against.skipped_hidden;
    collection.list.skipped_links += against.skipped_links;
  }
  for (const input::Source& source : collection.list.sources) total_bytes += source.size;
  return {};
}

Status make_ids_unique(Collection& collection, bool number) {
  store::DocumentReader documents(collection.table);
  store::DocumentRow row;
  const auto place = [&](DocId doc) -> Result<std::string> {
    TEXTKIN_RETURN_IF_ERROR(documents.read_record(doc, row));
    return collection.place(row.record);
  };
  base::MemoryBudget& budget = *collection.budget;
  TEXTKIN_RETURN_IF_ERROR(collection.table.make_unique(0, collection.against, number, place, budget));
  return collection.table.make_unique(collection.against, collection.documents(), number, place, budget);
}

}  // namespace textkin::engine
