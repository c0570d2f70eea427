// What questions find, held against what they find when every text is compared.
#pragma once

#include <string>
#include <vector>

#include "engine/index/finder.h"
#include "engine/index/index_union.h"
#include "engine/index_ask/found_matches.h"
#include "stats/recall/bootstrap.h"
#include "textkin/collision_law.h"
#include "textkin/run_stats.h"
#include "textkin/status.h"

namespace textkin::engine::index_ask {

struct CheckedAnswers {
  FoundMatches found;
  std::vector<stats::AuditedDocument> questions;  // of each, the documents that its answer is about, and those found
  double stated = 1;                              // the mean of the recalls that were stated, a document each
};

// `exact`: of search_exactly() with the same question, but for its `top`; its collection goes into `found`. An answer
// is about the documents at the threshold or above; of the most alike, about those that are more alike than the last
// one shown. `itself`: the document of the index that a question is, which is not looked at; empty: none is.
Result<CheckedAnswers> check_answers(const IndexUnion& indexes, const Question& question, FoundMatches exact,
                                     const std::vector<DocId>& itself);

// The same of answers that are there; `found` keeps them all.
Result<CheckedAnswers> check_found(const Question& question, FoundMatches found, const FoundMatches& exact,
                                   const std::vector<DocId>& itself);

// What is told of it; `audit`: with what was stated.
std::string line_of(const RunAudit& audit);

}  // namespace textkin::engine::index_ask
