#include "engine/places/folder_place.h"

#include "engine/care/upkeep.h"
#include "engine/index/create.h"

namespace textkin::engine::places {

Status FolderPlace::create(const index::IndexSpec& spec, const run::LimitOptions& limits) {
  return index::create(folders_.front(), spec, limits);
}

Status FolderPlace::merge(const run::LimitOptions& limits) { return care::merge(folders_.front(), limits); }

Status FolderPlace::verify(bool deep, const run::LimitOptions& limits) {
  return care::verify(folders_.front(), deep, limits);
}

Result<index::AddCounts> FolderPlace::add(const run::ReadOptions& asked, const index::AddOptions& wanted,
                                          Progress& progress) {
  index::AddOptions here = wanted;
  here.folder = folders_.front();
  return held_.writer != nullptr ? held_.writer->add(asked, here, progress) : index::add(asked, here, progress);
}

Result<RunStats> FolderPlace::query(const run::RunOptions& asked, const index_ask::QueryOptions& wanted,
                                    write::Results& results, Progress& progress) {
  index_ask::QueryOptions here = wanted;
  here.folders = folders_;
  here.held = held_.archives;
  return index_ask::query(asked, here, results, progress);
}

Result<index::RemoveCounts> FolderPlace::remove(const index::RemoveOptions& wanted, const run::LimitOptions& limits) {
  index::RemoveOptions here = wanted;
  here.folder = folders_.front();
  return held_.writer != nullptr ? held_.writer->remove(here) : index::remove(here, limits);
}

index_passages::KeptOptions FolderPlace::kept_here(const index_passages::KeptOptions& kept) const {
  index_passages::KeptOptions here = kept;
  here.folders = folders_;
  here.held = held_.archives;
  return here;
}

Result<PassageStats> FolderPlace::passages(const run::ReadOptions& asked, const index_passages::KeptOptions& kept,
                                           const passages::PassagesOptions& wanted, write::Results& results,
                                           Progress& progress) {
  return index_passages::passages(asked, kept_here(kept), wanted, results, progress);
}

Result<PassageStats> FolderPlace::report(const run::ReadOptions& asked, const index_passages::KeptOptions& kept,
                                         const commands::ReportOptions& wanted, write::Results& results,
                                         Progress& progress) {
  return index_passages::report(asked, kept_here(kept), wanted, results, progress);
}

care::ShowOptions FolderPlace::shown(const care::ShowOptions& wanted) const {
  care::ShowOptions here = wanted;
  here.folder = folders_.front();
  here.held = held_.archives;
  return here;
}

Status FolderPlace::get(const care::ShowOptions& wanted, const std::vector<std::string>& ids,
                        const run::LimitOptions& limits) {
  return care::get(shown(wanted), ids, limits);
}

Status FolderPlace::list(const care::ShowOptions& wanted, const run::LimitOptions& limits) {
  return care::list(shown(wanted), limits);
}

Status FolderPlace::write_all(const care::ShowOptions& wanted, const run::LimitOptions& limits) {
  return care::write_all(shown(wanted), limits);
}

Status FolderPlace::stats(const care::ShowOptions& wanted, const run::LimitOptions& limits, write::Results& results) {
  return care::stats(shown(wanted), limits, results);
}

}  // namespace textkin::engine::places
