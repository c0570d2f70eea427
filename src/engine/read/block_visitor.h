// BlockVisitor: what a pass over a collection makes of its feature sets where that is not band records.
#pragma once

#include <cstdint>
#include <memory>

#include "base/parallel.h"
#include "textkin/feature_set.h"
#include "textkin/status.h"

namespace textkin::engine::read {

class BlockVisitor {
 public:
  virtual ~BlockVisitor() = default;

  // What is made of the sets of one block, on any thread; worker < threads.
  virtual Result<std::unique_ptr<base::PipelineItem>> work(const FeatureBlock& sets, unsigned worker) = 0;
  // Takes what work() made: one block at a time, in input order.
  virtual Status commit(base::PipelineItem& made) = 0;

  // Whether the sets are wanted with how often each feature occurs, as their weights.
  virtual bool counted() const { return false; }
  // Bytes that it holds now, and what one document more adds to them for good; asked between commits.
  virtual std::uint64_t memory_bytes() const = 0;
  virtual std::uint64_t bytes_a_document() const = 0;
};

}  // namespace textkin::engine::read
