#include "engine/dedup.h"

#include "cluster/decide.h"
#include "cluster/keep_policy.h"
#include "engine/audit_rows.h"
#include "engine/keep_facts.h"
#include "engine/kept_output.h"
#include "engine/recall_audit.h"
#include "engine/run_end.h"
#include "engine/similar.h"

namespace textkin::engine {

Result<RunStats> dedup(const RunOptions& asked, const DedupOptions& outputs, Progress& progress) {
  Result<RunOptions> options = resolve(asked);
  if (!options.ok()) return options.status();
  Result<cluster::KeepPolicy> policy = cluster::parse_keep_policy(outputs.keep);
  if (!policy.ok()) return policy.status();
  if (policy->kind == cluster::KeepPolicy::Kind::kField) options->input.value_field = policy->argument;
  Result<std::unique_ptr<AuditRows>> audit = AuditRows::open(outputs);
  if (!audit.ok()) return audit.status();
  Result<std::unique_ptr<KeptOutput>> kept = KeptOutput::open(outputs, options->threads);
  if (!kept.ok()) return kept.status();
  Result<RunEnd> end = RunEnd::open(*options, progress);
  if (!end.ok()) return end.status();

  StageClock clock;
  const auto best_first = [&](const Collection& collection) {
    return cluster::keep_order(*policy, keep_facts(*policy, collection));
  };
  Result<Similar> similar = find_similar(*options, Want::kLeaders, best_first, progress, clock);
  if (!similar.ok()) return similar.status();

  clock.begin("decide");
  const std::vector<KeepDecision> decisions =
      cluster::decide(similar->collection.documents(), similar->found.pairs, similar->found.duplicates, similar->order);

  if (options->audit > 0) {
    clock.begin("audit");
    const auto stays = [&](DocId doc) { return decisions[doc].kept == doc; };
    Result<RunAudit> recall =
        audit_recall(similar->collection, *options, [&](DocId a, DocId b) { return !stays(a) || !stays(b); });
    if (!recall.ok()) return recall.status();
    similar->stats.audit = *recall;
  }

  clock.begin("write");
  TEXTKIN_RETURN_IF_ERROR((*kept)->write(similar->collection, decisions, progress));
  TEXTKIN_RETURN_IF_ERROR((*audit)->write(similar->collection, decisions));
  TEXTKIN_RETURN_IF_ERROR((*kept)->commit());
  TEXTKIN_RETURN_IF_ERROR((*audit)->commit());

  std::uint64_t removed = 0;
  for (DocId doc = 0; doc < decisions.size(); ++doc) removed += decisions[doc].kept != doc;
  similar->stats.removed = removed;
  similar->stats.kept = decisions.size() - removed;
  similar->stats.pairs = similar->found.pairs.size() + similar->found.duplicates.size();
  return end->finish("dedup", std::move(*similar), clock);
}

}  // namespace textkin::engine
