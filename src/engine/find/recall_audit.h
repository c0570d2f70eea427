// The audit of a run's recall: what this very run found of the alike pairs of some documents, drawn at random.
//
// --audit documents of INPUT are drawn uniformly without replacement by --seed, their neighbours at the threshold are
// found by an exact search over the whole collection, and each is held against what the run gave. The draw and the
// numbers are the same for any threads, memory limit and block size.
// What counts as found is the command's to say: for `pairs` a pair of the output, those of identical documents
// included; for `dedup` a pair of which not both documents stay, for that is what a user loses by a missed pair. It may
// have been dealt with by a third document, so it can be more than the share of pairs that were verified.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "engine/read/collection.h"
#include "engine/run/search_options.h"
#include "stats/recall/bootstrap.h"
#include "textkin/run_stats.h"
#include "textkin/status.h"

namespace textkin::engine::find {

// Whether the run dealt with the alike documents a and b. Called from several threads at once.
using DealtWith = std::function<Result<bool>(DocId a, DocId b)>;

// Whose neighbours are looked for where --against is given, where `a` is of INPUT: only documents of --against, or all.
enum class Neighbours { kAcross, kAnywhere };

// Cost: about one more pass over the collection; more of them where the drawn documents' shingles outgrow a quarter of
// --memory. Memory: 24 bytes a drawn document and thread, beside that quarter.
Result<RunAudit> audit_recall(const read::Collection& collection, const run::Search& search,
                              const DealtWith& dealt_with, Neighbours neighbours = Neighbours::kAcross);

// The same where the documents are on many machines. Which of `population` documents are drawn, ascending; and the
// audit of them, from what each has.
std::vector<DocId> draw_for_audit(DocId population, const run::Search& search);
RunAudit audit_of(std::span<const stats::AuditedDocument> documents, DocId population);

}  // namespace textkin::engine::find
