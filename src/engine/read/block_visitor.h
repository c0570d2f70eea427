// BlockVisitor: what a pass over a collection makes of its texts.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "input/blocks/problem.h"
#include "textkin/document.h"
#include "textkin/field_value.h"
#include "textkin/status.h"

namespace textkin::engine::read {

class BlockVisitor {
 public:
  // What is made of one block.
  struct Made {
    virtual ~Made() = default;
    std::vector<std::uint32_t> sizes;  // one a document, as the document table keeps it
  };

  virtual ~BlockVisitor() = default;

  // Of the documents of one block, on any thread; worker < threads. The views live until commit() of the block returns.
  virtual Result<std::unique_ptr<Made>> work(std::span<const Document> documents, unsigned worker) = 0;
  // After work(), where values are wanted (InputSpec::value_fields): those of its documents, so many of each.
  virtual void give_values(std::span<const FieldValue> /*values*/, Made& /*made*/) {}
  // Takes what work() made: one block at a time, in input order. `first` is the number of the block's first document.
  virtual Status commit(DocId first, Made& made) = 0;

  // Looked at before a block is read: one or a few blocks more may come.
  virtual bool has_enough() const { return false; }
  // Called like commit(), before it, for what could not be used.
  virtual void refuse(const input::Problem& /*problem*/) {}
  // Whether the collection's table keeps the documents.
  virtual bool keeps_documents() const { return true; }
  // Whether commit() takes the table to disk when it outgrows its share. Otherwise the pass does.
  virtual bool spills_documents() const { return false; }
};

// One that makes a value of its own of each block.
template <class Value>
class VisitorOf : public BlockVisitor {
 public:
  // As work() and commit(); `made` is fresh.
  virtual Status make(std::span<const Document> documents, unsigned worker, Value& made) = 0;
  virtual Status take(DocId first, Value& made) = 0;
  // As give_values().
  virtual void add_values(std::span<const FieldValue> /*values*/, Value& /*made*/) {}

  Result<std::unique_ptr<Made>> work(std::span<const Document> documents, unsigned worker) final {
    auto made = std::make_unique<Value>();
    TEXTKIN_RETURN_IF_ERROR(make(documents, worker, *made));
    return std::unique_ptr<Made>(std::move(made));
  }
  void give_values(std::span<const FieldValue> values, Made& made) final {
    add_values(values, static_cast<Value&>(made));
  }
  Status commit(DocId first, Made& made) final { return take(first, static_cast<Value&>(made)); }
};

}  // namespace textkin::engine::read
