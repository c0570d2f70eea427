// FeatureSource: the sorted features of any document, by number. What verification reads from.
//
// It hides whether features are still in memory or the text is read and shingled again.
// Threads: one FeatureSource a thread.
#pragma once

#include <memory>
#include <vector>

#include "textkin/document.h"
#include "textkin/feature_set.h"
#include "textkin/status.h"

namespace textkin {

class FeatureSource {
 public:
  virtual ~FeatureSource() = default;

  // Replaces `out` by the features of `doc`, ascending. Fails where the text cannot be read again as it was.
  virtual Status features(DocId doc, std::vector<Feature>& out) = 0;
};

using FeatureSources = std::vector<std::unique_ptr<FeatureSource>>;  // one a thread

}  // namespace textkin
