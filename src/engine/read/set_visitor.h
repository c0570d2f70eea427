// SetVisitor: what a pass over a collection makes of its feature sets.
#pragma once

#include <cstdint>
#include <memory>

#include "textkin/document.h"
#include "textkin/feature_set.h"
#include "textkin/status.h"

namespace textkin::engine::read {

// What a pass that has come so far is expected to hold at its end.
struct Expected {
  double documents = 0;
  double features = 0;
  DocId documents_so_far = 0;
};

class SetVisitor {
 public:
  // What is made of the sets of one block.
  struct Made {
    virtual ~Made() = default;
  };

  virtual ~SetVisitor() = default;

  // On any thread; worker < threads.
  virtual Result<std::unique_ptr<Made>> work(const FeatureBlock& sets, unsigned worker) = 0;
  // Takes what work() made: one block at a time, in input order. `first` is the number of the block's first document.
  virtual Status commit(DocId first, Made& made) = 0;

  // Looked at before a block is read: one or a few blocks more may come.
  virtual bool has_enough() const { return false; }
  // Whether it keeps the sets in memory, so that nothing is to be taken to disk meanwhile.
  virtual bool retains() const { return false; }
  // Whether the sets are wanted with how often each feature occurs, as their weights.
  virtual bool counted() const { return false; }
  // Bytes that it will hold beside what every pass holds; asked between commits.
  virtual std::uint64_t memory_needed(const Expected& /*expected*/) const { return 0; }
  // Bytes that are enough for it whatever comes, for the refusal where there are fewer than it needs.
  virtual std::uint64_t memory_that_would_do(const Expected& expected) const { return memory_needed(expected); }
};

// One that makes a value of its own of each block.
template <class Value>
class SetVisitorOf : public SetVisitor {
 public:
  // As work() and commit(); `made` is fresh.
  virtual Status make(const FeatureBlock& sets, unsigned worker, Value& made) = 0;
  virtual Status take(DocId first, Value& made) = 0;

  Result<std::unique_ptr<Made>> work(const FeatureBlock& sets, unsigned worker) final {
    auto made = std::make_unique<Value>();
    TEXTKIN_RETURN_IF_ERROR(make(sets, worker, *made));
    return std::unique_ptr<Made>(std::move(made));
  }
  Status commit(DocId first, Made& made) final { return take(first, static_cast<Value&>(made)); }
};

}  // namespace textkin::engine::read
