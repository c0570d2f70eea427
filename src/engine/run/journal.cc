#include "engine/run/journal.h"

#include <fmt/format.h>

#include <utility>

#include "input/sources/source_reader.h"
#include "store/block_file_writer.h"
#include "store/manifest_file.h"

namespace textkin::engine::run {
namespace {

constexpr const char* kIdentical = "identical";

std::string numbered(const char* kind, std::size_t number) { return fmt::format("{}-{:06}", kind, number); }

// Notes as lines "key value"; values have no line feed.
std::string to_text(const std::map<std::string, std::string>& notes) {
  std::string text;
  for (const auto& [key, value] : notes) text += key + " " + value + "\n";
  return text;
}

std::map<std::string, std::string> from_text(std::string_view text) {
  std::map<std::string, std::string> notes;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    const std::size_t space = line.find(' ');
    if (space != std::string_view::npos) notes[std::string(line.substr(0, space))] = line.substr(space + 1);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return notes;
}

constexpr std::string_view kJoin = "join.";  // before the names of the options of the join

store::Manifest facts_of(const RunSpec& spec, const input::SourceList& list) {
  store::Manifest manifest;
  manifest.spec = spec;
  for (const input::Source& source : list.sources) {
    store::InputFact fact;
    fact.name = source.name;
    fact.path = source.path;
    fact.size = source.size;
    fact.modified_ns = source.modified_ns;
    manifest.inputs.push_back(std::move(fact));
  }
  return manifest;
}

}  // namespace

Result<std::unique_ptr<Journal>> Journal::open(std::shared_ptr<const RunDirectory> directory, const RunSpec& spec,
                                               const input::SourceList& list, const base::WindowLimit& windows) {
  std::unique_ptr<Journal> journal(new Journal(std::move(directory)));
  const std::string& path = journal->directory_->path();
  journal->manifest_ = facts_of(spec, list);
  if (!journal->kept()) return journal;
  // Rows in memory have no time of change.
  for (std::size_t i = 0; i < list.sources.size(); ++i)
    if (list.sources[i].memory != nullptr) {
      TEXTKIN_ASSIGN_OR_RETURN(journal->manifest_.inputs[i].checksum, input::checksum_source(list.sources[i], windows));
    }
  TEXTKIN_ASSIGN_OR_RETURN(std::optional<store::Manifest> made, store::load_manifest(path));
  if (!made.has_value()) {
    TEXTKIN_RETURN_IF_ERROR(journal->save());
    return journal;
  }
  TEXTKIN_RETURN_IF_ERROR(store::check_same_spec(path, *made, journal->manifest_));
  const std::vector<store::InputFact> now = std::exchange(journal->manifest_, std::move(*made)).inputs;
  journal->notes_ = from_text(journal->manifest_.extra);
  TEXTKIN_RETURN_IF_ERROR(journal->check_inputs(list, now, windows));
  TEXTKIN_RETURN_IF_ERROR(journal->open_files());
  return journal;
}

Status Journal::check_inputs(const input::SourceList& list, const std::vector<store::InputFact>& now,
                             const base::WindowLimit& windows) const {
  const auto changed = [&](const std::string& what) {
    return Status(Code::kMismatch, fmt::format("{} since the run directory {} was made; name another --run-dir, or "
                                               "remove this one and begin again",
                                               what, directory_->path()));
  };
  if (list.sources.size() != manifest_.inputs.size())
    return changed(fmt::format("INPUT holds {} files and held {}", list.sources.size(), manifest_.inputs.size()));
  for (std::size_t i = 0; i < list.sources.size(); ++i) {
    const input::Source& source = list.sources[i];
    const store::InputFact& fact = manifest_.inputs[i];
    if (source.path != fact.path) return changed(fmt::format("{} is where {} was", source.path, fact.path));
    if (source.stream) continue;  // check_streams()
    if (source.memory != nullptr && now[i].checksum == fact.checksum) continue;
    if (source.memory != nullptr) return changed(source.path + " has changed");
    if (source.size == fact.size && source.modified_ns == fact.modified_ns) continue;
    if (source.size == fact.size && fact.checksum) {
      TEXTKIN_ASSIGN_OR_RETURN(const std::uint64_t checksum, input::checksum_source(source, windows));
      if (checksum == *fact.checksum) continue;
    }
    return changed(source.path + " has changed");
  }
  return {};
}

Status Journal::check_streams(const input::SourceList& list, std::uint32_t end,
                              const base::WindowLimit& windows) const {
  for (std::uint32_t i = 0; i < end; ++i) {
    const input::Source& source = list.sources[i];
    if (!source.stream) continue;
    TEXTKIN_ASSIGN_OR_RETURN(const std::uint64_t checksum, input::checksum_source(source, windows));
    if (checksum == manifest_.inputs[i].checksum) continue;
    return Status(Code::kMismatch,
                  fmt::format("{} gives other bytes than when the run directory {} was made; give the same again, name "
                              "another --run-dir, or remove this one and begin again",
                              input::name_of(source), directory_->path()));
  }
  return {};
}

void Journal::set_checksums(std::size_t first, const std::vector<input::FinishedSource>& finished) {
  for (const input::FinishedSource& source : finished) set_checksum(first + source.source, source.checksum);
}

Status Journal::check_read_again(std::size_t first, const input::SourceList& list,
                                 const std::vector<input::FinishedSource>& finished) const {
  std::vector<std::optional<std::uint64_t>> now(list.sources.size());
  for (const input::FinishedSource& source : finished) now[source.source] = source.checksum;
  for (std::size_t i = 0; i < now.size(); ++i)
    if (list.sources[i].memory == nullptr && now[i] != manifest_.inputs[first + i].checksum)
      return input::changed_unseen(list.sources[i], 0);
  return {};
}

Status Journal::open_files() {
  const std::uint64_t run = manifest_.fingerprint();
  const auto open = [&](const std::string& name) { return store::BlockFile::open(directory_->file(name), run); };
  for (const store::SegmentFact& fact : manifest_.segments) {
    TEXTKIN_ASSIGN_OR_RETURN(File file, open(fact.file));
    segments_.push_back(file);
  }
  for (const store::SegmentFact& fact : manifest_.pairs) {
    TEXTKIN_ASSIGN_OR_RETURN(File file, open(fact.file));
    pairs_.push_back(file);
  }
  if (noted(kIdentical).empty()) return {};
  TEXTKIN_ASSIGN_OR_RETURN(identical_, open(kIdentical));
  return {};
}

std::string Journal::noted(const std::string& key) const {
  const auto found = notes_.find(key);
  return found == notes_.end() ? std::string() : found->second;
}

Result<std::unique_ptr<store::BlockFileWriter>> Journal::create(const std::string& name) {
  return store::BlockFileWriter::create(directory_->file(name), manifest_.fingerprint(), kept());
}

Result<Journal::File> Journal::finish(store::BlockFileWriter& file, const std::string& name) {
  TEXTKIN_RETURN_IF_ERROR(file.commit());
  written_bytes_ += file.bytes();
  return store::BlockFile::open(directory_->file(name), manifest_.fingerprint());
}

Result<std::unique_ptr<store::BlockFileWriter>> Journal::new_segment() {
  return create(numbered("segment", segments_.size()));
}

Result<std::unique_ptr<store::BlockFileWriter>> Journal::new_identical() { return create(kIdentical); }

Result<std::unique_ptr<store::BlockFileWriter>> Journal::new_pairs() {
  return create(numbered("pairs", pairs_.size()));
}

Result<Journal::File> Journal::add_segment(store::BlockFileWriter& file, std::uint64_t documents, store::Stage stage) {
  const std::string name = numbered("segment", segments_.size());
  Result<File> written = finish(file, name);
  if (!written.ok()) return written;
  segments_.push_back(*written);
  manifest_.segments.push_back({name, documents, (*written)->bytes()});
  manifest_.stage = stage;
  TEXTKIN_RETURN_IF_ERROR(save());
  return written;
}

Status Journal::add_identical(store::BlockFileWriter& file) {
  TEXTKIN_ASSIGN_OR_RETURN(identical_, finish(file, kIdentical));
  note(kIdentical, "found");
  return save();
}

Status Journal::add_pairs(store::BlockFileWriter& file, std::uint64_t count) {
  const std::string name = numbered("pairs", pairs_.size());
  TEXTKIN_ASSIGN_OR_RETURN(File written, finish(file, name));
  pairs_.push_back(written);
  manifest_.pairs.push_back({name, count, written->bytes()});
  return save();
}

Status Journal::begin_join(const RunSpec& spec, const std::string& cut) {
  if (!kept()) return {};
  store::Manifest made;
  store::Manifest asked;
  for (const auto& [name, value] : spec) {
    made.spec.emplace_back(name, noted(std::string(kJoin) + name));
    asked.spec.emplace_back(name, value);
  }
  const bool begun = identical_ != nullptr || !pairs_.empty() || stage() == store::Stage::kJoined;
  if (begun) TEXTKIN_RETURN_IF_ERROR(store::check_same_spec(directory_->path(), made, asked));
  for (const auto& [name, value] : spec)
    if (value != noted(std::string(kJoin) + name)) note(std::string(kJoin) + name, value);
  // Groups are cut by the memory that they may take: pairs of groups that were cut otherwise are of no use.
  if (stage() != store::Stage::kJoined && noted("cut") != cut) {
    pairs_.clear();
    manifest_.pairs.clear();
    note("cut", cut);
  }
  return save();
}

Status Journal::reach(store::Stage stage) {
  manifest_.stage = stage;
  return save();
}

Status Journal::save() {
  if (!kept()) return {};
  manifest_.extra = to_text(notes_);
  return store::save_manifest(manifest_, directory_->path());
}

Result<RunSpec> recorded_spec(const std::string& directory) {
  TEXTKIN_ASSIGN_OR_RETURN(std::optional<store::Manifest> made, store::load_manifest(directory));
  if (!made.has_value())
    return Status(
        Code::kNotFound,
        fmt::format("{} is no run directory; `textkin sketch INPUT... --run-dir {}` makes one", directory, directory));
  RunSpec spec = made->spec;
  for (const auto& [key, value] : from_text(made->extra))
    if (key.starts_with(kJoin)) spec.emplace_back(key.substr(kJoin.size()), value);
  return spec;
}

}  // namespace textkin::engine::run
