#include "engine/collection.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace textkin::engine {
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

}  // namespace textkin::engine
