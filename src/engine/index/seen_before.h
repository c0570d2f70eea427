// SeenBefore: whether a document that is to be added is like one that is there already, or came just before it.
//
// It asks the writer, who sees its own writes and is the only one that writes: looking and adding are one step.
// Identical texts are found for certain, others with the index's recall. Of an index that keeps no more than cells a
// document counts as like another where its interval, of which one in a million fails, lies at the threshold or above:
// what is not sure is new. Threads: one. Cost: that of a question.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "archive/archive_writer.h"
#include "engine/index/finder.h"
#include "engine/index/index_spec.h"
#include "textkin/sketcher.h"
#include "textkin/status.h"

namespace textkin::engine::index {

class SeenBefore {
 public:
  struct Partner {
    std::string id;
    double similarity = 0;
  };

  // kInvalidArgument for a threshold that the index is not made for. `writer` must outlive it.
  static Result<SeenBefore> make(archive::ArchiveWriter& writer, const IndexSpec& spec, double threshold);

  // The most alike document that reaches the threshold, the first one of several. `set` ascends.
  Result<std::optional<Partner>> find(FeatureView set, SignatureView cells);

 private:
  SeenBefore(archive::ArchiveWriter& writer, double threshold, std::unique_ptr<Sketcher> sketcher,
             std::unique_ptr<Finder> finder)
      : writer_(&writer), threshold_(threshold), sketcher_(std::move(sketcher)), finder_(std::move(finder)) {}
  // Of an estimate.
  bool is_surely_alike(const Match& match, std::uint64_t size) const;

  archive::ArchiveWriter* writer_;
  double threshold_;
  std::unique_ptr<Sketcher> sketcher_;  // whose law the finder uses
  std::unique_ptr<Finder> finder_;
};

}  // namespace textkin::engine::index
