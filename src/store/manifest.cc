#include "store/manifest.h"

#include <algorithm>

#include "base/checksum.h"
#include "base/file.h"
#include "base/output_file.h"
#include "base/sync_folder.h"
#include "store/manifest_json.h"

namespace textkin::store {
namespace {

constexpr std::uint64_t kMostBytes = 1u << 30;

std::string path_in(const std::string& directory) { return directory + "/" + std::string(kManifestName); }

// As a person would type it, on one line.
std::string typed(const std::string& value) {
  if (value.empty()) return "''";
  std::string line = value;
  for (char& c : line)
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) c = '?';
  return line;
}

}  // namespace

std::uint64_t Manifest::fingerprint() const {
  base::RunningChecksum checksum;
  const auto add = [&](const std::string& text) {
    const std::uint64_t size = text.size();
    checksum.add({reinterpret_cast<const char*>(&size), sizeof size});
    checksum.add(text);
  };
  for (const auto& [name, value] : spec) {
    add(name);
    add(value);
  }
  return checksum.value();
}

Result<std::optional<Manifest>> Manifest::load(const std::string& directory) {
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

Status Manifest::save(const std::string& directory) const {
  const std::string path = path_in(directory);
  TEXTKIN_ASSIGN_OR_RETURN(std::unique_ptr<base::OutputFile> file,
                           base::OutputFile::create(path, base::Packing::kNone));
  std::uint64_t bytes = 0;
  TEXTKIN_RETURN_IF_ERROR(write_manifest(*this, [&](std::string_view piece) -> Status {
    bytes += piece.size();
    if (bytes > kMostBytes)
      return Status(Code::kExhausted, path + ": these are more files than a run directory keeps; put documents " +
                                          "together in fewer files, or run without --run-dir");
    return file->write(piece);
  }));
  TEXTKIN_RETURN_IF_ERROR(file->commit());
  return base::sync_folder_of(path);
}

Status check_same_spec(const std::string& directory, const Manifest& made, const Manifest& asked) {
  const auto [before, now] = std::mismatch(made.spec.begin(), made.spec.end(), asked.spec.begin(), asked.spec.end());
  const bool gone = now == asked.spec.end();
  const bool added = before == made.spec.end();
  if (gone && added) return {};
  const auto stands_in = [](const auto& spec, const std::string& name) {
    return std::any_of(spec.begin(), spec.end(), [&](const auto& option) { return option.first == name; });
  };
  std::string difference;
  if (!gone && !added && before->first == now->first) {
    difference = "with " + before->first + " " + typed(before->second) + ", this run has " + typed(now->second);
  } else if (gone || (!added && !stands_in(asked.spec, before->first))) {
    difference = "with " + before->first + " " + typed(before->second) + ", this run has none";
  } else {
    difference = "without " + now->first + " " + typed(now->second) + ", which this run has";
  }
  return Status(Code::kMismatch,
                directory + " was made " + difference + "; name another --run-dir, or give the same options");
}

}  // namespace textkin::store
