// Shelf: the folder below which a server makes indexes and removes them, where it was given one.
//
// Promise: nothing is removed but an index below it that holds nothing else; a removal that was cut off is finished
// when the shelf is opened again, and its index is not there meanwhile. Threads: any number at once.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/index/index_spec.h"
#include "serve/indexes/served_indexes.h"
#include "textkin/status.h"

namespace textkin::serve {

// Letters, digits, '-', '_' and '.', which is not in front; at most 100: what can stand in an address and in a path.
bool is_index_name(std::string_view text);

class Shelf {
 public:
  // Without a folder: nothing is made or removed.
  Shelf() = default;
  // `each`: how its indexes are served, but for their folders. Where it is not read only, what was left of a removal
  // goes.
  static Result<Shelf> open(const std::string& folder, const HostedIndex::Options& each);

  bool is_there() const { return !folder_.empty(); }
  bool is_read_only() const { return each_.read_only; }
  // Names of the indexes that are there; and of those that cannot stand in an address, which are not served.
  struct Names {
    std::vector<std::string> served;
    std::vector<std::string> others;
  };
  Result<Names> names() const;
  std::string path_of(const std::string& name) const { return folder_ + "/" + name; }

  // Makes one and serves it. kInvalidArgument for a spec that cannot be.
  enum class Made : std::uint8_t { kMade, kIsThere, kNoRoom };
  Result<Made> make(const std::string& name, const engine::index::IndexSpec& spec, ServedIndexes& served) const;
  // Whether that one lies here, with nothing but what is an index's; else why not, for a person.
  Result<std::string> why_not(const std::string& name, const HostedIndex& index) const;
  // Serves it no more, and removes it when what was on its way is done.
  Status remove(const std::string& name, ServedIndexes& served) const;

 private:
  std::string folder_;
  HostedIndex::Options each_;
};

}  // namespace textkin::serve
