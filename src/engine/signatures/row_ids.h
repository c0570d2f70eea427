// RowIds: the ids of files and collections, one behind the other.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

#include "engine/read/collection.h"
#include "engine/run/limits.h"
#include "store/signature_file.h"
#include "textkin/status.h"

namespace textkin::engine::signatures {

// What is added must outlive it. Threads: one.
class RowIds {
 public:
  void add(const store::SignatureFile& file) { parts_.push_back({&file, nullptr}); }
  void add(const read::Collection& collection) { parts_.push_back({nullptr, &collection}); }

  DocId rows() const;
  using Visit = std::function<Status(DocId row, std::string_view id)>;
  Status each(const Visit& visit) const;

  // kInvalidArgument names an id that stands twice. Memory: 8 bytes a row; kExhausted where `memory` has not that.
  Status check_unique(const run::GivenMemory& memory) const;

 private:
  struct Part {
    const store::SignatureFile* file;
    const read::Collection* collection;
  };
  std::vector<Part> parts_;
};

}  // namespace textkin::engine::signatures
