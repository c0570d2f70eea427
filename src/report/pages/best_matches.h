// The best match of every document of a collection, for a picture of all.
#pragma once

#include <vector>

#include "report/pages/html_report.h"
#include "textkin/passage.h"

namespace textkin::report {

// A document's best pair is the one with the longest passage, of several the one with the greatest share; shares in
// thousandths. Ascending, equal ones together. Of the first `documents`; those behind are an archive, in whose pairs
// only the other side is looked at. 8 bytes each.
std::vector<BestMatch> best_matches(const std::vector<PassagePair>& pairs, DocId documents);

}  // namespace textkin::report
