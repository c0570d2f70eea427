#include "input/reading/span_annotations.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>
#include <optional>
#include <pugixml.hpp>
#include <string_view>

#include "base/file.h"

namespace textkin::input {
namespace {

namespace fs = std::filesystem;

Result<std::string> read_file(const std::string& path) {
  TEXTKIN_ASSIGN_OR_RETURN(base::File file, base::File::open(path));
  std::string bytes;
  constexpr std::size_t kStep = 1u << 16;
  while (true) {
    const std::size_t before = bytes.size();
    bytes.resize(before + kStep);
    TEXTKIN_ASSIGN_OR_RETURN(const std::size_t count, file.read(bytes.data() + before, kStep));
    bytes.resize(before + count);
    if (count < kStep) return bytes;
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

Status read_table(const std::string& path, std::vector<SpanAnnotation>& out) {
  constexpr std::array<std::string_view, 6> kColumns{"a", "b", "a_offset", "a_length", "b_offset", "b_length"};
  TEXTKIN_ASSIGN_OR_RETURN(const std::string bytes, read_file(path));
  std::string_view rest = bytes;
  const auto next_line = [&] {
    const std::size_t end = rest.find('\n');
    const std::string_view line = rest.substr(0, end);
    rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
    return line;
  };
  const std::vector<std::string_view> header = split(next_line(), '\t');
  std::array<std::size_t, kColumns.size()> places{};
  for (std::size_t i = 0; i < kColumns.size(); ++i) {
    const auto found = std::ranges::find(header, kColumns[i]);
    if (found == header.end())
      return Status(Code::kBadInput,
                    fmt::format("{}:1: no column '{}'; a table of passages begins with a header: a, b, "
                                "a_offset, a_length, b_offset, b_length",
                                path, kColumns[i]));
    places[i] = static_cast<std::size_t>(found - header.begin());
  }
  for (std::uint64_t line = 2; !rest.empty(); ++line) {
    const std::vector<std::string_view> fields = split(next_line(), '\t');
    if (fields.size() != header.size())
      return Status(Code::kBadInput,
                    fmt::format("{}:{}: {} fields, the header has {}", path, line, fields.size(), header.size()));
    SpanAnnotation annotation{.suspicious = unescaped(fields[places[0]]), .source = unescaped(fields[places[1]])};
    const std::array<std::uint64_t*, 4> numbers{&annotation.suspicious_offset, &annotation.suspicious_length,
                                                &annotation.source_offset, &annotation.source_length};
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

}  // namespace

Result<std::vector<SpanAnnotation>> read_annotations(const std::string& path) {
  std::vector<SpanAnnotation> out;
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (!fs::exists(status)) return Status(Code::kNotFound, fmt::format("{} does not exist", path));
  TEXTKIN_RETURN_IF_ERROR(fs::is_directory(status) ? read_folder(path, out) : read_table(path, out));
  return out;
}

}  // namespace textkin::input
