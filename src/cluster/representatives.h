// Representatives: who stands for identical documents when another keep rule is asked than the one that they were found
// under.
//
// Pairs of all documents serve every keep rule, but the document that stands for a group of identical ones must be the
// best of the group by the rule. Memory: 8 bytes a group.
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "textkin/duplicate.h"
#include "textkin/keep.h"
#include "textkin/pair.h"

namespace textkin::cluster {

class Representatives {
 public:
  // Rewrites `duplicates` so that `first` is the best of each group in keep order.
  Representatives(std::vector<Duplicate>& duplicates, const KeepOrder& order);

  // Pairs of the documents that stood for their groups become pairs of those that were elected.
  void rename(std::vector<VerifiedPair>& pairs) const;

 private:
  DocId elected(DocId first) const;
  std::vector<std::pair<DocId, DocId>> changed_;  // who stood, who was elected; ascending, without those that stay
};

}  // namespace textkin::cluster
