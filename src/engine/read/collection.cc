#include "engine/read/collection.h"

#include <fmt/format.h>
#include <algorithm>
#include <utility>

namespace textkin::engine::read {

namespace {
constexpr std::size_t kToldNotes = 10;
}

std::string Collection::place(const DocumentRecord& record) const {
  return input::place_in(source(record), record.line);
}

std::vector<std::string_view> Collection::notes_of(const DocumentRecord& record) const {
  std::vector<std::string_view> texts;
  for (const input::Note& note : std::ranges::equal_range(notes, record.source, {}, &input::Note::source))
    texts.push_back(note.text);
  return texts;
}

void Collection::add_note(input::Note note, Progress& progress) {
  notes.push_back(std::move(note));
  if (notes.size() <= kToldNotes)
    progress.note(fmt::format("{}: {}", list.sources[notes.back().source].name, notes.back().text));
}

void Collection::end_notes(Progress& progress) const {
  if (notes.size() > kToldNotes)
    progress.note(fmt::format("{} such notes in all; textkin extract FILE shows what is compared", notes.size()));
}

std::vector<FeatureView> Collection::feature_views() const {
  std::vector<FeatureView> views;
  views.reserve(documents());
  for (const auto& block : retained)
    for (std::size_t i = 0; i < block->size(); ++i) views.push_back((*block)[i]);
  return views;
}

Status list_inputs(const run::RunOptions& options, Collection& collection, std::uint64_t& total_bytes) {
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

}  // namespace textkin::engine::read
