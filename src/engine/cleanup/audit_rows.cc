#include "engine/cleanup/audit_rows.h"

#include <algorithm>

#include "base/sort.h"
#include "store/document_reader.h"
#include "textkin/pair.h"

namespace textkin::engine::cleanup {
namespace {

template <class Row>
Status open_if(bool wanted, const std::string& path, const report::Format& format, bool two_sides,
               std::unique_ptr<report::TableFile<Row>>& file) {
  if (path.empty() || !wanted) return {};
  const std::size_t columns = two_sides ? report::Table<Row>::kAll : report::kOneSided<Row>;
  TEXTKIN_ASSIGN_OR_RETURN(file, report::TableFile<Row>::open(path, format, columns));
  return {};
}

std::string_view side_of(DocId kept, const read::Collection& collection) {
  return kept < collection.against ? "input" : "against";
}

}  // namespace

Result<std::unique_ptr<AuditRows>> AuditRows::open(const DedupOptions& outputs, bool two_sides) {
  std::unique_ptr<AuditRows> rows(new AuditRows());
  TEXTKIN_RETURN_IF_ERROR(open_if(!outputs.check, outputs.removed, report::jsonl_format(), two_sides, rows->removed_));
  TEXTKIN_RETURN_IF_ERROR(open_if(!outputs.check, outputs.clusters, report::tsv_format(), two_sides, rows->clusters_));
  return rows;
}

Status AuditRows::write(const read::Collection& collection, const std::vector<KeepDecision>& decisions) {
  if (removed_ != nullptr) TEXTKIN_RETURN_IF_ERROR(write_removed(collection, decisions));
  if (clusters_ != nullptr) TEXTKIN_RETURN_IF_ERROR(write_clusters(collection, decisions));
  return {};
}

Status AuditRows::write_removed(const read::Collection& collection, const std::vector<KeepDecision>& decisions) {
  store::DocumentReader documents(collection.table);
  store::DocumentReader partners(collection.table);
  store::DocumentRow row;
  store::DocumentRow kept;
  for (DocId doc = 0; doc < decisions.size(); ++doc) {
    const KeepDecision& decision = decisions[doc];
    if (decision.kept == doc) continue;
    TEXTKIN_RETURN_IF_ERROR(documents.read(doc, row));
    TEXTKIN_RETURN_IF_ERROR(partners.read(decision.kept, kept));
    TEXTKIN_RETURN_IF_ERROR(removed_->add({.id = row.id,
                                           .kept = kept.id,
                                           .similarity = decision.similarity(),
                                           .identical = decision.identical,
                                           .kept_in = side_of(decision.kept, collection)}));
  }
  return {};
}

// Clusters in the order of the documents that stay; in each, that document first, then the others in input order.
Status AuditRows::write_clusters(const read::Collection& collection, const std::vector<KeepDecision>& decisions) {
  std::vector<std::uint64_t> members;  // kept document, removed document
  for (DocId doc = 0; doc < decisions.size(); ++doc)
    if (decisions[doc].kept != doc) members.push_back(std::uint64_t{decisions[doc].kept} << 32 | doc);
  base::sort(members.data(), members.size());
  store::DocumentReader documents(collection.table);
  store::DocumentReader firsts(collection.table);
  store::DocumentRow row;
  store::DocumentRow first;
  DocId cluster = kNoDoc;
  for (const std::uint64_t member : members) {
    const auto kept = static_cast<DocId>(member >> 32);
    const auto doc = static_cast<DocId>(member);
    if (kept != cluster) {
      TEXTKIN_RETURN_IF_ERROR(firsts.read(kept, first));
      TEXTKIN_RETURN_IF_ERROR(clusters_->add(
          {.cluster = first.id, .id = first.id, .kept = true, .similarity = 1, .kept_in = side_of(kept, collection)}));
    }
    cluster = kept;
    TEXTKIN_RETURN_IF_ERROR(documents.read(doc, row));
    TEXTKIN_RETURN_IF_ERROR(clusters_->add({.cluster = first.id,
                                            .id = row.id,
                                            .kept = false,
                                            .similarity = decisions[doc].similarity(),
                                            .kept_in = side_of(kept, collection)}));
  }
  return {};
}

Status AuditRows::commit() {
  if (removed_ != nullptr) TEXTKIN_RETURN_IF_ERROR(removed_->commit());
  if (clusters_ != nullptr) TEXTKIN_RETURN_IF_ERROR(clusters_->commit());
  return {};
}

}  // namespace textkin::engine::cleanup
