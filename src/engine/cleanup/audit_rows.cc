#include "engine/cleanup/audit_rows.h"

#include <algorithm>

#include "base/sort.h"
#include "report/rows/dedup_rows.h"
#include "store/document_reader.h"
#include "textkin/pair.h"

namespace textkin::engine::cleanup {
namespace {

constexpr std::size_t kFlushBytes = 1u << 16;

Result<std::unique_ptr<base::OutputFile>> open_if(const std::string& path, bool wanted) {
  if (path.empty() || !wanted) return std::unique_ptr<base::OutputFile>();
  return base::OutputFile::create(path, base::packing_of(path));
}

}  // namespace

Result<std::unique_ptr<AuditRows>> AuditRows::open(const DedupOptions& outputs) {
  std::unique_ptr<AuditRows> rows(new AuditRows());
  TEXTKIN_ASSIGN_OR_RETURN(rows->removed_, open_if(outputs.removed, !outputs.check));
  TEXTKIN_ASSIGN_OR_RETURN(rows->clusters_, open_if(outputs.clusters, !outputs.check));
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
  std::string rows;
  for (DocId doc = 0; doc < decisions.size(); ++doc) {
    const KeepDecision& decision = decisions[doc];
    if (decision.kept == doc) continue;
    TEXTKIN_RETURN_IF_ERROR(documents.read(doc, row));
    TEXTKIN_RETURN_IF_ERROR(partners.read(decision.kept, kept));
    report::append_removed_row(row.id, kept.id, decision.similarity(), decision.identical, rows);
    if (rows.size() < kFlushBytes) continue;
    TEXTKIN_RETURN_IF_ERROR(removed_->write(rows));
    rows.clear();
  }
  return removed_->write(rows);
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
  std::string rows;
  report::append_cluster_header(rows);
  DocId cluster = kNoDoc;
  for (const std::uint64_t member : members) {
    const auto kept = static_cast<DocId>(member >> 32);
    const auto doc = static_cast<DocId>(member);
    if (kept != cluster) {
      TEXTKIN_RETURN_IF_ERROR(firsts.read(kept, first));
      report::append_cluster_row(first.id, first.id, true, 1.0, rows);
    }
    cluster = kept;
    TEXTKIN_RETURN_IF_ERROR(documents.read(doc, row));
    report::append_cluster_row(first.id, row.id, false, decisions[doc].similarity(), rows);
    if (rows.size() < kFlushBytes) continue;
    TEXTKIN_RETURN_IF_ERROR(clusters_->write(rows));
    rows.clear();
  }
  return clusters_->write(rows);
}

Status AuditRows::commit() {
  if (removed_ != nullptr) TEXTKIN_RETURN_IF_ERROR(removed_->commit());
  if (clusters_ != nullptr) TEXTKIN_RETURN_IF_ERROR(clusters_->commit());
  return {};
}

}  // namespace textkin::engine::cleanup
