#include "store/manifest_file.h"

#include <memory>
#include <utility>

#include "base/file.h"
#include "base/output_file.h"
#include "base/sync_folder.h"
#include "store/manifest_json.h"

namespace textkin::store {
namespace {

constexpr std::uint64_t kMostBytes = 1u << 30;

std::string path_in(const std::string& directory) { return directory + "/" + std::string(kManifestName); }

}  // namespace

Result<std::optional<Manifest>> load_manifest(const std::string& directory) {
  const std::string path = path_in(directory);
  const Result<base::File> file = base::File::open(path);
  if (!file.ok() && file.status().code() == Code::kNotFound) return std::optional<Manifest>();
  if (!file.ok()) return file.status();
  TEXTKIN_ASSIGN_OR_RETURN(const base::File::Facts facts, file->facts());
  if (!facts.regular || facts.size > kMostBytes)
    return Status(Code::kBadInput, path + ": damaged: it is no manifest; remove the run directory and run again");
  std::string text(facts.size, '\0');
  TEXTKIN_ASSIGN_OR_RETURN(const std::size_t got, file->read_at(0, text.data(), text.size()));
  text.resize(got);
  TEXTKIN_ASSIGN_OR_RETURN(Manifest manifest, parse_manifest(text, path));
  return std::optional<Manifest>(std::move(manifest));
}

Status save_manifest(const Manifest& manifest, const std::string& directory) {
  const std::string path = path_in(directory);
  TEXTKIN_ASSIGN_OR_RETURN(std::unique_ptr<base::OutputFile> file, base::OutputFile::create_private(path));
  std::uint64_t bytes = 0;
  TEXTKIN_RETURN_IF_ERROR(write_manifest(manifest, [&](std::string_view piece) -> Status {
    bytes += piece.size();
    if (bytes > kMostBytes)
      return Status(Code::kExhausted, path + ": these are more files than a run directory keeps; put documents " +
                                          "together in fewer files, or run without --run-dir");
    return file->write(piece);
  }));
  TEXTKIN_RETURN_IF_ERROR(file->commit());
  return base::sync_folder_of(path);
}

}  // namespace textkin::store
