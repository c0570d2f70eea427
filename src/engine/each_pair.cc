#include "engine/each_pair.h"

#include <vector>

#include "store/document_table.h"

namespace textkin::engine {

Status each_pair(const Collection& collection, const PairExpansion& expansion, const VisitPair& visit) {
  const bool two_sides = collection.against < collection.documents();
  const DocId end = two_sides ? collection.against : collection.documents();
  store::DocumentReader documents(collection.table);
  store::DocumentReader partner_documents(collection.table);
  store::DocumentRow row;
  store::DocumentRow other;
  std::vector<PairExpansion::Partner> partners;
  for (DocId a = 0; a < end; ++a) {
    TEXTKIN_RETURN_IF_ERROR(documents.read_record(a, row));
    TEXTKIN_RETURN_IF_ERROR(expansion.partners_after(a, row.size, partners));
    for (const auto& [b, shared] : partners) {
      if (two_sides && b < collection.against) continue;
      TEXTKIN_RETURN_IF_ERROR(partner_documents.read_record(b, other));
      TEXTKIN_RETURN_IF_ERROR(visit({a, b, shared, row.size, other.size}));
    }
  }
  return {};
}

}  // namespace textkin::engine
