// FolderPlace: an index in a folder of this machine, or several that are asked as one.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "engine/index/held.h"
#include "engine/places/index_place.h"

namespace textkin::engine::places {

class FolderPlace final : public IndexPlace {
 public:
  // What is changed and shown is the first of the folders, which is the only one then. `held`: those of them that the
  // program keeps open.
  FolderPlace(std::vector<std::string> folders, index::Held held)
      : folders_(std::move(folders)), held_(std::move(held)) {}

  Result<index::AddCounts> add(const run::ReadOptions& asked, const index::AddOptions& wanted,
                               Progress& progress) override;
  Result<RunStats> query(const run::RunOptions& asked, const index_ask::QueryOptions& wanted, write::Results& results,
                         Progress& progress) override;

 private:
  std::vector<std::string> folders_;
  index::Held held_;
};

}  // namespace textkin::engine::places
