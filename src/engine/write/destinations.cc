#include "engine/write/destinations.h"

#include <fmt/format.h>
#include <unistd.h>

#include <map>
#include <set>
#include <utility>

#include "input/formats/format.h"
#include "input/sources/sources.h"

namespace textkin::engine::write {
namespace {

Place place_of(const std::string& path, bool stream_named, int stream) {
  return stream_named && path == "-" ? Place::of_descriptor(stream) : Place::of(path);
}

Status refused(std::string line) { return Status(Code::kInvalidArgument, std::move(line)); }

}  // namespace

std::string Destinations::Output::said() const {
  const bool stream = path == "-" && form == Form::kFile;
  return fmt::format("{} {}{}", option, path, stream ? " (standard output)" : "");
}

void Destinations::add_output(const std::string& option, const std::string& path, Form form) {
  outputs_.push_back({option, path, place_of(path, form == Form::kFile, STDOUT_FILENO), form});
}

void Destinations::add_input(const std::string& option, const std::string& path) {
  Place place = place_of(path, true, STDIN_FILENO);
  if (place.kind() != Place::Kind::kMissing) inputs_.push_back({option, path, std::move(place)});
}

Status Destinations::check(const input::InputSpec& spec) const {
  TEXTKIN_RETURN_IF_ERROR(check_read_once());
  for (std::size_t i = 0; i < outputs_.size(); ++i) {
    TEXTKIN_RETURN_IF_ERROR(check_index(outputs_[i]));
    for (std::size_t j = 0; j < i; ++j) {
      TEXTKIN_RETURN_IF_ERROR(check_outputs(outputs_[i], outputs_[j]));
      TEXTKIN_RETURN_IF_ERROR(check_outputs(outputs_[j], outputs_[i]));
    }
    for (const Input& input : inputs_)
      if (input.place.kind() != Place::Kind::kStream) TEXTKIN_RETURN_IF_ERROR(check_input(outputs_[i], input, spec));
  }
  return check_shards(spec);
}

Status Destinations::check_outputs(const Output& one, const Output& other) const {
  if (one.place.is(other.place) && !one.place.discards())
    return refused(fmt::format("{} and {} are the same; name a file for each", one.said(), other.said()));
  if (!one.place.lies_in(other.place) || other.form == Form::kShards) return {};
  return refused(
      fmt::format("{} lies in {}, which is another output; name a place outside it", one.said(), other.said()));
}

// A file that standard input is read from, and that is named as well, is opened anew.
Status Destinations::check_read_once() const {
  for (std::size_t i = 0; i < inputs_.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) {
      const Input& one = inputs_[j];
      const Input& other = inputs_[i];
      const bool streams = one.place.kind() == Place::Kind::kStream && !one.place.discards();
      if (one.place.is(other.place) && (streams || (one.path == "-" && other.path == "-")))
        return refused(fmt::format("{} {} and {} {} are one stream, which can be read only once; name a file for one",
                                   one.option, one.path, other.option, other.path));
    }
  return {};
}

Status Destinations::check_index(const Output& output) {
  const std::string index = output.place.folder_with("truth/CURRENT");
  if (index.empty()) return {};
  return refused(fmt::format("{} lies in the index {}; name a place outside it", output.said(), index));
}

Status Destinations::check_input(const Output& output, const Input& input, const input::InputSpec& spec) const {
  const Place& place = output.place;
  const bool folder = input.place.kind() == Place::Kind::kFolder;
  if (place.is(input.place)) {
    if (may_replace(output, input, spec)) return {};
    return refused(fmt::format("{} is the input {}, which would be replaced; name another", output.said(), input.path));
  }
  if (folder && place.is_seen_in(input.place))
    return refused(fmt::format("{} lies in the input folder {}, and would be read as an input; name a place outside it",
                               output.said(), input.path));
  if (!input.place.lies_in(place) || (output.form == Form::kShards && !folder)) return {};
  return refused(fmt::format("{} holds the input {}; name a folder of its own", output.said(), input.path));
}

// Records are copied in one pass into a file beside it, which takes its place at the end. Of a file that is one
// document only the name would be written, of an array lines.
bool Destinations::may_replace(const Output& output, const Input& input, const input::InputSpec& spec) const {
  if (output.option != replaces_input_ || output.path == "-" || output.form != Form::kFile) return false;
  if (spec.arguments.size() != 1 || spec.arguments[0] != input.path || input.path == "-") return false;
  const Result<input::SourceList> list = input::list_sources(spec);
  return list.ok() && list->sources.size() == 1 && list->sources[0].memory == nullptr &&
         list->sources[0].format->unit() != input::Unit::kFile && !list->sources[0].holds_values;
}

Status Destinations::check_shards(const input::InputSpec& spec) const {
  std::map<std::string, std::string> taken;  // by its key, what is written there
  bool shards = false;
  for (const Output& output : outputs_) {
    shards = shards || output.form == Form::kShards;
    if (!output.place.discards()) taken.emplace(output.place.key(), output.said());
  }
  if (!shards) return {};
  const Result<input::SourceList> list = input::list_sources(spec);
  if (!list.ok()) return {};  // the run says why
  std::set<std::string> read;
  for (const input::Source& source : list->sources)
    if (source.memory == nullptr) read.insert(Place::key_of_file(source.path));
  for (const Output& output : outputs_) {
    if (output.form != Form::kShards) continue;
    std::map<std::string, Place, std::less<>> folders;  // below it, by their names
    folders.emplace("", output.place);
    for (const input::Source& source : list->sources) {
      if (source.memory != nullptr) continue;
      const std::string target = (output.path.ends_with('/') ? output.path : output.path + "/") + source.relative;
      const std::size_t slash = source.relative.rfind('/');
      const std::string folder = slash == std::string::npos ? "" : source.relative.substr(0, slash);
      auto parent = folders.find(folder);
      if (parent == folders.end()) parent = folders.emplace(folder, Place::of(output.path + "/" + folder)).first;
      const Place place = parent->second.child(source.relative.substr(slash + 1));
      if (read.contains(place.key()))
        return refused(
            fmt::format("{} is an input and would be replaced while it is read; name another folder", target));
      for (const Input& input : inputs_)
        if (place.is_seen_in(input.place))
          return refused(fmt::format("{} would lie in the input folder {}; name another folder", target, input.path));
      const auto [found, fresh] = taken.emplace(place.key(), target);
      if (fresh) continue;
      if (found->second == target)
        return refused(fmt::format("two inputs would become {}; name their common folder as INPUT instead", target));
      return refused(fmt::format("{} is {}, which {} writes too; name another", found->second, target, output.said()));
    }
  }
  return {};
}

}  // namespace textkin::engine::write
