#include "engine/collection.h"

#include <fmt/format.h>

namespace textkin::engine {

std::string Collection::place(DocId doc) const {
  const DocumentRecord& record = records[doc];
  return record.line == 0 ? source(doc).name : fmt::format("{}:{}", source(doc).name, record.line);
}

std::vector<FeatureView> Collection::feature_views() const {
  std::vector<FeatureView> views;
  views.reserve(documents());
  for (const auto& block : retained)
    for (std::size_t i = 0; i < block->size(); ++i) views.push_back((*block)[i]);
  return views;
}

}  // namespace textkin::engine
