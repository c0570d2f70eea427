// FolderPlace: an index in a folder of this machine, or several that are asked as one.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "engine/places/held.h"
#include "engine/places/index_place.h"

namespace textkin::engine::places {

class FolderPlace final : public IndexPlace {
 public:
  // What is changed and shown is the first of the folders, which is the only one then. `held`: those of them that the
  // program keeps open.
  FolderPlace(std::vector<std::string> folders, Held held) : folders_(std::move(folders)), held_(std::move(held)) {}

  Status create(const index::IndexSpec& spec, const run::LimitOptions& limits) override;
  Status merge(const run::LimitOptions& limits) override;
  Status verify(bool deep, const run::LimitOptions& limits) override;

  Result<index::AddCounts> add(const run::ReadOptions& asked, const index::AddOptions& wanted,
                               Progress& progress) override;
  Result<RunStats> query(const run::RunOptions& asked, const index_ask::QueryOptions& wanted, write::Results& results,
                         Progress& progress) override;
  Result<index::RemoveCounts> remove(const index::RemoveOptions& wanted, const run::LimitOptions& limits) override;
  Result<PassageStats> passages(const run::ReadOptions& asked, const index_passages::KeptOptions& kept,
                                const passages::PassagesOptions& wanted, write::Results& results,
                                Progress& progress) override;
  Result<PassageStats> report(const run::ReadOptions& asked, const index_passages::KeptOptions& kept,
                              const commands::ReportOptions& wanted, write::Results& results,
                              Progress& progress) override;
  Status get(const care::ShowOptions& wanted, const std::vector<std::string>& ids,
             const run::LimitOptions& limits) override;
  Status list(const care::ShowOptions& wanted, const run::LimitOptions& limits) override;
  Status write_all(const care::ShowOptions& wanted, const run::LimitOptions& limits) override;
  Status stats(const care::ShowOptions& wanted, const run::LimitOptions& limits, write::Results& results) override;

 private:
  care::ShowOptions shown(const care::ShowOptions& wanted) const;
  index_passages::KeptOptions kept_here(const index_passages::KeptOptions& kept) const;

  std::vector<std::string> folders_;
  Held held_;
};

}  // namespace textkin::engine::places
