#include "input/reading/span_annotations.h"

#include <fmt/format.h>
#include <simdjson.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>
#include <optional>
#include <pugixml.hpp>
#include <string_view>

#include "base/packing/packing.h"
#include "base/packing/unpack.h"

namespace textkin::input {
namespace {

namespace fs = std::filesystem;

Result<std::string> read_file(const std::string& path) {
  TEXTKIN_ASSIGN_OR_RETURN(base::Unpacker file, base::Unpacker::open(path, base::packing_of(path)));
  std::string bytes;
  constexpr std::size_t kStep = 1u << 16;
  while (true) {
    const std::size_t before = bytes.size();
    bytes.resize(before + kStep);
    TEXTKIN_ASSIGN_OR_RETURN(const std::size_t count, file.read(bytes.data() + before, kStep));
    bytes.resize(before + count);
    if (count == 0) return bytes;  // fewer bytes may stand before an error
  }
}

std::optional<std::uint64_t> number(std::string_view text) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || text.empty()) return {};
  return value;
}

// What append_field() of the outputs did, undone.
std::string unescaped(std::string_view field) {
  std::string out;
  for (std::size_t i = 0; i < field.size(); ++i) {
    if (field[i] != '\\' || i + 1 == field.size()) {
      out += field[i];
      continue;
    }
    const char c = field[++i];
    out += c == 't' ? '\t' : c == 'n' ? '\n' : c == 'r' ? '\r' : c;
  }
  return out;
}

std::vector<std::string_view> split(std::string_view text, char at) {
  std::vector<std::string_view> out;
  while (true) {
    const std::size_t end = text.find(at);
    out.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return out;
    text.remove_prefix(end + 1);
  }
}

Status read_xml(const std::string& path, std::vector<SpanAnnotation>& out) {
  TEXTKIN_ASSIGN_OR_RETURN(const std::string bytes, read_file(path));
  pugi::xml_document xml;
  const pugi::xml_parse_result parsed = xml.load_buffer(bytes.data(), bytes.size());
  if (!parsed)
    return Status(Code::kBadInput,
                  fmt::format("{}: not XML at byte {}: {}", path, parsed.offset, parsed.description()));
  const pugi::xml_node document = xml.child("document");
  if (!document) return Status(Code::kBadInput, fmt::format("{}: no <document> element", path));
  for (const pugi::xml_node feature : document.children("feature")) {
    const std::string_view name = feature.attribute("name").as_string();
    if (name != "plagiarism" && name != "detected-plagiarism") continue;
    if (!feature.attribute("source_reference")) continue;
    SpanAnnotation annotation{.suspicious = document.attribute("reference").as_string(),
                              .source = feature.attribute("source_reference").as_string()};
    const std::array<std::pair<const char*, std::uint64_t*>, 4> numbers{{{"this_offset", &annotation.suspicious_offset},
                                                                         {"this_length", &annotation.suspicious_length},
                                                                         {"source_offset", &annotation.source_offset},
                                                                         {"source_length", &annotation.source_length}}};
    for (const auto& [attribute, value] : numbers) {
      const std::string_view text = feature.attribute(attribute).as_string();
      const std::optional<std::uint64_t> parsed_number = number(text);
      if (!parsed_number)
        return Status(Code::kBadInput, fmt::format("{}: {} of a feature at byte {} is not a number: '{}'", path,
                                                   attribute, feature.offset_debug(), text.substr(0, 40)));
      *value = *parsed_number;
    }
    out.push_back(std::move(annotation));
  }
  return {};
}

Status read_folder(const std::string& folder, std::vector<SpanAnnotation>& out) {
  std::vector<std::string> paths;
  std::error_code error;
  for (auto at = fs::recursive_directory_iterator(folder, error); !error && at != fs::recursive_directory_iterator();
       at.increment(error))
    if (at->path().extension() == ".xml" && at->is_regular_file(error)) paths.push_back(at->path().string());
  if (error) return Status(Code::kIo, fmt::format("{} cannot be listed: {}", folder, error.message()));
  std::ranges::sort(paths);
  for (const std::string& path : paths) TEXTKIN_RETURN_IF_ERROR(read_xml(path, out));
  return {};
}

constexpr std::array<std::string_view, 6> kColumns{"a", "b", "a_offset", "a_length", "b_offset", "b_length"};
constexpr std::string_view kForms =
    "passages are a folder of PAN's XML files, JSON lines, or a table that "
    "begins with a header: a, b, a_offset, "
    "a_length, b_offset, b_length";

std::array<std::uint64_t*, 4> numbers_of(SpanAnnotation& annotation) {
  return {&annotation.suspicious_offset, &annotation.suspicious_length, &annotation.source_offset,
          &annotation.source_length};
}

std::string_view next_line(std::string_view& rest) {
  const std::size_t end = rest.find('\n');
  std::string_view line = rest.substr(0, end);
  rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
  if (line.ends_with('\r')) line.remove_suffix(1);  // none that is of a field: those are escaped
  return line;
}

Status read_table(const std::string& path, std::string_view rest, std::vector<SpanAnnotation>& out) {
  const std::vector<std::string_view> header = split(next_line(rest), '\t');
  std::array<std::size_t, kColumns.size()> places{};
  for (std::size_t i = 0; i < kColumns.size(); ++i) {
    const auto found = std::ranges::find(header, kColumns[i]);
    if (found == header.end())
      return Status(Code::kBadInput, fmt::format("{}:1: no column '{}'; {}", path, kColumns[i], kForms));
    places[i] = static_cast<std::size_t>(found - header.begin());
  }
  for (std::uint64_t line = 2; !rest.empty(); ++line) {
    const std::vector<std::string_view> fields = split(next_line(rest), '\t');
    if (fields.size() != header.size())
      return Status(Code::kBadInput,
                    fmt::format("{}:{}: {} fields, the header has {}", path, line, fields.size(), header.size()));
    SpanAnnotation annotation{.suspicious = unescaped(fields[places[0]]), .source = unescaped(fields[places[1]])};
    const std::array<std::uint64_t*, 4> numbers = numbers_of(annotation);
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      const std::optional<std::uint64_t> value = number(fields[places[i + 2]]);
      if (!value)
        return Status(Code::kBadInput, fmt::format("{}:{}: {} is not a number: '{}'", path, line, kColumns[i + 2],
                                                   fields[places[i + 2]].substr(0, 40)));
      *numbers[i] = *value;
    }
    out.push_back(std::move(annotation));
  }
  return {};
}

Status read_json_lines(const std::string& path, std::string_view rest, std::vector<SpanAnnotation>& out) {
  simdjson::dom::parser parser;
  for (std::uint64_t line = 1; !rest.empty(); ++line) {
    const std::string_view bytes = next_line(rest);
    if (bytes.find_first_not_of(" \t") == std::string_view::npos) continue;
    simdjson::dom::object object;
    if (const auto error = parser.parse(bytes.data(), bytes.size()).get(object); error != simdjson::SUCCESS)
      return Status(Code::kBadInput,
                    fmt::format("{}:{}: no JSON object: {}; {}", path, line, simdjson::error_message(error), kForms));
    SpanAnnotation annotation;
    const std::array<std::string*, 2> names{&annotation.suspicious, &annotation.source};
    for (std::size_t i = 0; i < names.size(); ++i) {
      std::string_view name;
      if (object[kColumns[i]].get(name) != simdjson::SUCCESS)
        return Status(Code::kBadInput, fmt::format("{}:{}: '{}' is no string, or not there", path, line, kColumns[i]));
      *names[i] = name;
    }
    const std::array<std::uint64_t*, 4> numbers = numbers_of(annotation);
    for (std::size_t i = 0; i < numbers.size(); ++i)
      if (object[kColumns[i + 2]].get(*numbers[i]) != simdjson::SUCCESS)
        return Status(Code::kBadInput,
                      fmt::format("{}:{}: '{}' is no number from 0 on, or not there", path, line, kColumns[i + 2]));
    out.push_back(std::move(annotation));
  }
  return {};
}

Status read_file_of_passages(const std::string& path, std::vector<SpanAnnotation>& out) {
  TEXTKIN_ASSIGN_OR_RETURN(const std::string bytes, read_file(path));
  const bool json = bytes.starts_with('{');
  return json ? read_json_lines(path, bytes, out) : read_table(path, bytes, out);
}

}  // namespace

Result<std::vector<SpanAnnotation>> read_annotations(const std::string& path) {
  std::vector<SpanAnnotation> out;
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (!fs::exists(status)) return Status(Code::kNotFound, fmt::format("{} does not exist", path));
  TEXTKIN_RETURN_IF_ERROR(fs::is_directory(status) ? read_folder(path, out) : read_file_of_passages(path, out));
  return out;
}

}  // namespace textkin::input
