#include "store/renamed_ids.h"

#include <algorithm>
#include <utility>

namespace textkin::store {

void RenamedIds::set(DocId doc, std::string_view id) {
  const auto at = std::lower_bound(docs_.begin(), docs_.end(), doc);
  if (at == docs_.end()) {
    docs_.push_back(doc);
    ids_.append(id);
    return;
  }
  RenamedIds all;
  const DocId place = static_cast<DocId>(at - docs_.begin());
  for (DocId i = 0; i < place; ++i) all.set(docs_[i], ids_[i]);
  all.set(doc, id);
  for (DocId i = place; i < docs_.size(); ++i)
    if (docs_[i] != doc) all.set(docs_[i], ids_[i]);
  *this = std::move(all);
}

std::optional<std::string_view> RenamedIds::find(DocId doc) const {
  const auto at = std::lower_bound(docs_.begin(), docs_.end(), doc);
  if (at == docs_.end() || *at != doc) return std::nullopt;
  return ids_[static_cast<DocId>(at - docs_.begin())];
}

}  // namespace textkin::store
