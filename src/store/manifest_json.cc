#include "store/manifest_json.h"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "base/checksum.h"
#include "base/utf8.h"
#include "textkin/document.h"

namespace textkin::store {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kManifestPieceBytes = 64u << 10;
constexpr std::string_view kChecksumBegin = "\"checksum\":\"";
constexpr std::string_view kChecksumEnd = "\"}\n";
constexpr std::size_t kChecksumDigits = 16;
constexpr std::size_t kLastLineBytes = kChecksumBegin.size() + kChecksumDigits + kChecksumEnd.size();

constexpr std::array<std::pair<Stage, std::string_view>, 3> kStages = {
    {{Stage::kSketching, "sketching"}, {Stage::kSketched, "sketched"}, {Stage::kJoined, "joined"}}};

std::string_view name_of(Stage stage) {
  for (const auto& [value, name] : kStages)
    if (value == stage) return name;
  return {};
}

std::string digits(std::uint64_t checksum) { return fmt::format("{:016x}", checksum); }

// JSON has no bytes that are not UTF-8, names of files have.
std::string quoted(const std::string& text) {
  std::string valid;
  base::append_valid_utf8(text, valid);
  if (valid == text) return Json(text).dump();
  std::string hex;
  for (const char byte : text) hex += fmt::format("{:02x}", static_cast<unsigned char>(byte));
  return "{\"hex\":\"" + hex + "\"}";
}

// Whole or not at all, in lower case.
bool parse_hex(std::string_view text, std::uint64_t& value) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, 16);
  return error == std::errc() && end == text.data() + text.size() &&
         text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

// Values as they must be; false where they are not.
bool get(const Json& json, std::string& out) {
  if (json.is_string()) {
    out = json.get_ref<const std::string&>();
    return true;
  }
  if (!json.is_object() || !json.contains("hex") || !json["hex"].is_string()) return false;
  const std::string& hex = json["hex"].get_ref<const std::string&>();
  out.clear();
  for (std::size_t at = 0; at + 1 < hex.size(); at += 2) {
    std::uint64_t byte;
    if (!parse_hex(std::string_view(hex).substr(at, 2), byte)) return false;
    out += static_cast<char>(byte);
  }
  return hex.size() % 2 == 0;
}

bool get(const Json& json, std::uint64_t& out) {
  if (!json.is_number_unsigned()) return false;
  out = json.get<std::uint64_t>();
  return true;
}

bool get(const Json& json, std::int64_t& out) {
  if (!json.is_number_integer()) return false;
  if (json.is_number_unsigned() && json.get<std::uint64_t>() > INT64_MAX) return false;
  out = json.get<std::int64_t>();
  return true;
}

bool get(const Json& json, std::optional<std::uint64_t>& out) {
  if (json.is_null()) return true;
  std::uint64_t value;
  if (!json.is_string() || json.get_ref<const std::string&>().size() != kChecksumDigits ||
      !parse_hex(json.get_ref<const std::string&>(), value))
    return false;
  out = value;
  return true;
}

template <class T>
bool get(const Json& object, const char* key, T& out) {
  const auto at = object.find(key);
  return at != object.end() && get(*at, out);
}

bool get(const Json& json, InputFact& out) {
  return get(json, "name", out.name) && get(json, "path", out.path) && get(json, "size", out.size) &&
         get(json, "modified_ns", out.modified_ns) && get(json, "checksum", out.checksum);
}

// A manifest must not lead out of its directory.
bool is_plain_name(const std::string& name) {
  return !name.empty() && name != "." && name != ".." && name.find('/') == std::string::npos &&
         name.find('\0') == std::string::npos;
}

bool get(const Json& json, SegmentFact& out) {
  return get(json, "file", out.file) && is_plain_name(out.file) && get(json, "documents", out.documents) &&
         get(json, "bytes", out.bytes);
}

bool get_spec(const Json& json, Manifest& out) {
  if (!json.is_array()) return false;
  for (const Json& entry : json) {
    if (!entry.is_array() || entry.size() != 2) return false;
    auto& [name, value] = out.spec.emplace_back();
    if (!get(entry[0], name) || !get(entry[1], value)) return false;
  }
  return true;
}

bool get_stage(const Json& json, Stage& out) {
  std::string wanted;
  if (!get(json, "stage", wanted)) return false;
  for (const auto& [stage, name] : kStages) {
    if (name != wanted) continue;
    out = stage;
    return true;
  }
  return false;
}

// The lists may be long, so that each entry is taken when it has been read, and the tree never holds two.
class EntryTaker {
 public:
  explicit EntryTaker(Manifest& out) : out_(out) {}

  bool operator()(int depth, Json::parse_event_t event, Json& value) {
    if (event == Json::parse_event_t::key && depth == 1) {
      key_ = value.get<std::string>();
      right_ = keys_.insert(key_).second && right_;
    }
    if (event != Json::parse_event_t::object_end || depth != 2) return true;
    if (key_ == "inputs") return take(value, out_.inputs);
    if (key_ == "segments") return take(value, out_.segments);
    if (key_ == "pairs") return take(value, out_.pairs);
    return true;
  }
  bool right() const { return right_; }

 private:
  template <class T>
  bool take(const Json& value, std::vector<T>& list) {
    right_ = get(value, list.emplace_back()) && right_;
    return false;  // out of the tree
  }

  Manifest& out_;
  std::string key_;
  std::set<std::string> keys_;
  bool right_ = true;
};

bool is_taken(const Json& root, const char* key) {
  return root.contains(key) && root[key].is_array() && root[key].empty();
}

bool within_a_run(const std::vector<SegmentFact>& segments) {
  std::uint64_t documents = 0;
  for (const SegmentFact& segment : segments) {
    if (segment.documents > kNoDoc - documents) return false;
    documents += segment.documents;
  }
  return true;
}

}  // namespace

Status write_manifest(const Manifest& manifest, const std::function<Status(std::string_view)>& sink) {
  base::RunningChecksum checksum;
  std::string text;
  const auto flush = [&](std::size_t least) -> Status {
    if (text.size() < least) return {};
    checksum.add(text);
    TEXTKIN_RETURN_IF_ERROR(sink(text));
    text.clear();
    return {};
  };
  // A list, an entry a line.
  const auto put = [&](const char* key, const auto& list, const auto& entry) -> Status {
    text += fmt::format("\"{}\":[", key);
    const char* separator = "\n";
    for (const auto& item : list) {
      text += std::exchange(separator, ",\n") + entry(item);
      TEXTKIN_RETURN_IF_ERROR(flush(kManifestPieceBytes));
    }
    text += "],\n";
    return {};
  };
  const auto segment = [](const SegmentFact& fact) {
    return fmt::format("{{\"file\":{},\"documents\":{},\"bytes\":{}}}", quoted(fact.file), fact.documents, fact.bytes);
  };
  text = fmt::format("{{\"format\":\"{}\",\"version\":{},\"textkin\":\"{}\",\n\"stage\":\"{}\",\n", kManifestFormat,
                     kManifestVersion, TEXTKIN_VERSION, name_of(manifest.stage));
  TEXTKIN_RETURN_IF_ERROR(put("spec", manifest.spec, [](const auto& option) {
    return fmt::format("[{},{}]", quoted(option.first), quoted(option.second));
  }));
  TEXTKIN_RETURN_IF_ERROR(put("inputs", manifest.inputs, [](const InputFact& fact) {
    return fmt::format("{{\"name\":{},\"path\":{},\"size\":{},\"modified_ns\":{},\"checksum\":{}}}", quoted(fact.name),
                       quoted(fact.path), fact.size, fact.modified_ns,
                       fact.checksum ? '"' + digits(*fact.checksum) + '"' : "null");
  }));
  TEXTKIN_RETURN_IF_ERROR(put("segments", manifest.segments, segment));
  TEXTKIN_RETURN_IF_ERROR(put("pairs", manifest.pairs, segment));
  text += "\"extra\":" + quoted(manifest.extra) + ",\n";
  TEXTKIN_RETURN_IF_ERROR(flush(0));
  return sink(std::string(kChecksumBegin) + digits(checksum.value()) + std::string(kChecksumEnd));
}

Result<Manifest> parse_manifest(std::string_view text, const std::string& path) {
  const auto damaged = [&](const char* what) {
    return Status(Code::kBadInput, path + ": damaged: " + what + "; remove the run directory and run again");
  };
  if (text.size() < kLastLineBytes) return damaged("it is cut short");
  const std::string_view last = text.substr(text.size() - kLastLineBytes);
  std::uint64_t checksum;
  if (!last.starts_with(kChecksumBegin) || !last.ends_with(kChecksumEnd) ||
      !parse_hex(last.substr(kChecksumBegin.size(), kChecksumDigits), checksum))
    return damaged("it does not end with its checksum");
  if (base::checksum(text.substr(0, text.size() - last.size())) != checksum) return damaged("its checksum is wrong");

  Manifest manifest;
  EntryTaker taker(manifest);
  const Json root = Json::parse(text, std::ref(taker), false);
  if (!root.is_object()) return damaged("it is no JSON object");
  std::string format;
  std::uint64_t version;
  if (!get(root, "format", format) || format != kManifestFormat || !get(root, "version", version) || version == 0)
    return damaged("it does not say what it is");
  if (version > kManifestVersion)
    return Status(Code::kMismatch,
                  fmt::format("{}: written by a newer textkin (format {}, this one reads {}); use that version, or "
                              "remove the run directory and run again",
                              path, version, kManifestVersion));
  if (!taker.right() || !is_taken(root, "inputs") || !is_taken(root, "segments") || !is_taken(root, "pairs") ||
      !root.contains("spec") || !get_spec(root["spec"], manifest) || !get_stage(root, manifest.stage) ||
      !get(root, "extra", manifest.extra) || !within_a_run(manifest.segments))
    return damaged("it does not hold what a manifest holds");
  return manifest;
}

}  // namespace textkin::store
