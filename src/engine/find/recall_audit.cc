#include "engine/find/recall_audit.h"

#include <vector>

#include "engine/read/feature_sources.h"
#include "join/exact/neighbour_search.h"
#include "stats/recall/sample.h"

namespace textkin::engine::find {

std::vector<DocId> draw_for_audit(DocId population, const run::Search& search) {
  return stats::sample_without_replacement(population, search.audit, search.sketch.seed);
}

RunAudit audit_of(std::span<const stats::AuditedDocument> documents, DocId population) {
  RunAudit audit;
  audit.documents = documents.size();
  for (const stats::AuditedDocument& document : documents) {
    audit.neighbours += document.neighbours;
    audit.found += document.found;
  }
  if (const auto recall = stats::realised_recall(documents, population, audit.confidence))
    audit.recall = RunAudit::Recall{recall->recall, recall->lower, recall->upper};
  return audit;
}

Result<RunAudit> audit_recall(const read::Collection& collection, const run::Search& search,
                              const DealtWith& dealt_with, Neighbours neighbours) {
  TEXTKIN_ASSIGN_OR_RETURN(FeatureSources sources, read::feature_sources(collection));
  const auto documents = static_cast<DocId>(collection.documents());
  const DocId population = collection.has_against ? collection.against : documents;
  const bool across = collection.has_against && neighbours == Neighbours::kAcross;
  const std::vector<DocId> drawn = draw_for_audit(population, search);

  using Audited = std::vector<stats::AuditedDocument>;
  std::vector<Audited> shares(sources.size(), Audited(drawn.size()));
  std::vector<Status> failed(sources.size());
  TEXTKIN_RETURN_IF_ERROR(
      join::find_neighbours(drawn, across ? collection.against : 0, documents,
                            {.threshold = search.least, .memory_bytes = collection.shares.sets, .directed = across},
                            sources, [&](std::size_t i, DocId neighbour, unsigned worker) {
                              stats::AuditedDocument& document = shares[worker][i];
                              ++document.neighbours;
                              const Result<bool> found = dealt_with(drawn[i], neighbour);
                              if (!found.ok()) failed[worker] = found.status();
                              document.found += found.ok() && *found;
                            }));

  for (const Status& status : failed) TEXTKIN_RETURN_IF_ERROR(status);
  Audited audited(drawn.size());
  for (const Audited& share : shares) {
    for (std::size_t i = 0; i < share.size(); ++i) {
      audited[i].neighbours += share[i].neighbours;
      audited[i].found += share[i].found;
    }
  }
  return audit_of(audited, population);
}

}  // namespace textkin::engine::find
