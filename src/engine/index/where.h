// Where: which documents of an index are looked at, by the fields that it keeps.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "archive/entry.h"
#include "engine/index/index_spec.h"
#include "textkin/status.h"

namespace textkin::engine::index {

// As typed: FIELD=VALUE each.
struct WhereOptions {
  std::vector<std::string> where;      // all must hold
  std::vector<std::string> where_not;  // none may

  bool empty() const { return where.empty() && where_not.empty(); }
};

class Where {
 public:
  // Every document.
  Where() = default;
  // kInvalidArgument for a field that the index does not keep.
  static Result<Where> make(const WhereOptions& asked, const IndexSpec& spec);

  bool empty() const { return conditions_.empty(); }
  bool holds(const archive::Entry& entry) const;

 private:
  struct Condition {
    std::size_t field = 0;
    std::string value;
    bool equal = true;
  };
  std::vector<Condition> conditions_;
};

}  // namespace textkin::engine::index
