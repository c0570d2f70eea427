#include "engine/read/spill_documents.h"

#include <fmt/format.h>

#include <memory>

#include "store/block_file.h"
#include "store/block_file_writer.h"

namespace textkin::engine::read {
namespace {

constexpr std::uint64_t kRun = 0;  // nobody takes these files up

Status too_much(const Collection& collection) {
  const auto table =
      static_cast<std::uint64_t>(static_cast<double>(collection.table.memory_bytes()) * collection.times_read());
  return Status(
      Code::kExhausted,
      fmt::format("--memory {} is too little for the ids and fields of {} documents before a method is chosen; "
                  "{} would do, and without --run-dir they go to disk",
                  collection.shares.given.told(), collection.documents(),
                  collection.shares.given.told(5 * table + collection.shares.asked_windows)));
}

}  // namespace

Status spill_documents_if_due(Collection& collection) {
  if (collection.table.open_bytes() <= collection.shares.documents) return {};
  if (collection.directory->named()) return too_much(collection);
  const std::string path = collection.directory->file(fmt::format("documents-{:06}", collection.table.open_begin()));
  TEXTKIN_ASSIGN_OR_RETURN(const std::unique_ptr<store::BlockFileWriter> file,
                           store::BlockFileWriter::create(path, kRun, false));
  TEXTKIN_RETURN_IF_ERROR(collection.table.write_open(*file));
  TEXTKIN_RETURN_IF_ERROR(file->commit());
  collection.spilled_bytes += file->bytes();
  TEXTKIN_ASSIGN_OR_RETURN(std::shared_ptr<const store::BlockFile> written, store::BlockFile::open(path, kRun));
  return collection.table.close_open(std::move(written), false);
}

}  // namespace textkin::engine::read
