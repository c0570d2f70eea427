#include "engine/places/folder_place.h"

namespace textkin::engine::places {

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

}  // namespace textkin::engine::places
