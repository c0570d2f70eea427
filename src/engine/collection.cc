#include "engine/collection.h"

namespace textkin::engine {

std::string Collection::place(const DocumentRecord& record) const {
  return input::place_in(source(record), record.line);
}

std::vector<FeatureView> Collection::feature_views() const {
  std::vector<FeatureView> views;
  views.reserve(documents());
  for (const auto& block : retained)
    for (std::size_t i = 0; i < block->size(); ++i) views.push_back((*block)[i]);
  return views;
}

}  // namespace textkin::engine
