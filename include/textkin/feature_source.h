// FeatureSource: the sorted features of any document, by number. What verification reads from.
//
// It hides whether features are still in memory or the text is read and shingled again.
// Threads: one FeatureSource a thread.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "textkin/document.h"
#include "textkin/feature_set.h"
#include "textkin/status.h"

namespace textkin {

class FeatureSource {
 public:
  virtual ~FeatureSource() = default;

  // Appends the features of `doc`, ascending, to `out`, which may need more room meanwhile than they do. Fails where
  // the text cannot be read again as it was.
  virtual Status append(DocId doc, std::vector<Feature>& out) = 0;

  // Replaces `out` by them.
  Status features(DocId doc, std::vector<Feature>& out) {
    out.clear();
    return append(doc, out);
  }

  // How many they are, where append() reads the text again: who asks for many of them asks in ascending order.
  // Nothing where they are at hand.
  virtual Result<std::optional<std::uint32_t>> size_to_read(DocId /*doc*/) { return std::optional<std::uint32_t>(); }

  // The text that append() would read, where that waits neither for a disk nor for unpacking; otherwise nothing.
  // Documents of equal texts have equal features. The view lives until the next call.
  virtual Result<std::optional<std::string_view>> text_at_hand(DocId /*doc*/) {
    return std::optional<std::string_view>();
  }
};

using FeatureSources = std::vector<std::unique_ptr<FeatureSource>>;  // one a thread

}  // namespace textkin
