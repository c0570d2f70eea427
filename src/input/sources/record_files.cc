#include "input/sources/record_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <string_view>

#include "input/formats/catalog.h"
#include "input/formats/format.h"
#include "input/formats/jsonl.h"
#include "input/json/array_in_object.h"
#include "input/sources/first_bytes.h"

namespace textkin::input {
namespace {

bool is_called_json(const Source& source) { return without_packing(source.path).ends_with(".json"); }

Status no_text_field(const Source& source, const std::vector<std::string>& text_fields, const std::string& elsewhere) {
  const std::string there = elsewhere.empty() ? "" : fmt::format(" (\"{}\" is there)", elsewhere);
  return Status(
      Code::kBadInput,
      fmt::format("{}: holds JSON records without a field \"{}\"{}; name it (--text-field), or --as document to "
                  "read all of it as one text",
                  source.name, fmt::join(text_fields, "\", \""), there));
}

Status is_wide(const Source& source, std::string_view encoding) {
  return Status(
      Code::kBadInput,
      fmt::format("{0}: is {1}, and JSON is read as UTF-8; convert it (iconv -f {1} -t UTF-8)", source.name, encoding));
}

Status is_table(const Source& source) {
  return Status(
      Code::kBadInput,
      fmt::format("{}: holds a table of Parquet or Arrow under a name that does not say so; name it *.parquet or "
                  "*.arrow, or --as document to read its bytes as one text",
                  source.name));
}

Status is_ours(const Source& source) {
  return Status(
      Code::kBadInput,
      fmt::format("{}: is a file that textkin keeps (signatures, or of a run directory or an index) and no text; name "
                  "what it was made from, or --as document to read its bytes as one text",
                  source.name));
}

// What packs bytes that begin so; empty: nothing.
std::string_view packer_of(std::string_view bytes) {
  if (bytes.starts_with("\x1F\x8B")) return "gzip";
  if (bytes.starts_with("\x28\xB5\x2F\xFD")) return "zstd";
  if (bytes.starts_with(std::string_view("\xFD\x37zXZ\0", 6))) return "xz";
  return bytes.starts_with("BZh") && bytes.substr(std::min<std::size_t>(bytes.size(), 4)).starts_with("1AY&SY")
             ? "bzip2"
             : "";
}

bool says_nothing(const InputSpec& spec) { return spec.read_as == kBySuffix && !spec.lines && !spec.records; }

}  // namespace

Status check_stream(const InputSpec& spec, const Source& source, std::string_view bytes, bool ended) {
  if (!source.stream || !says_nothing(spec)) return {};
  const auto refuse = [&](std::string_view what, std::string_view how) {
    return Status(Code::kBadInput,
                  fmt::format("{}: is a pipe whose name does not say what it gives, and gives {}; {}, or "
                              "--as document to read its bytes as one text",
                              source.name, what, how));
  };
  if (source.compression == Compression::kNone)
    if (const std::string_view packer = packer_of(bytes); !packer.empty())
      return refuse(fmt::format("{} data", packer), fmt::format("unpack it before ({} -dc)", packer));
  const FirstBytes told = told_by_bytes(bytes, ended, spec.text_fields);
  if (told.table) return refuse("a table of Parquet or Arrow", "put it into a file *.parquet or *.arrow");
  if (told.ours) return refuse("a file that textkin keeps", "name what it was made from");
  const bool lines = told.shape == FirstBytes::Shape::kLines;
  if (told.has_text || (told.objects > 1 && is_called_json(source)))
    return refuse("JSON records", lines ? "--as jsonl reads them" : "put them into a file, which is looked into");
  return {};
}

Status find_records(const InputSpec& spec, std::size_t first, SourceList& list) {
  if (!says_nothing(spec)) return {};
  for (Source& source : std::span(list.sources).subspan(first)) {
    if (source.memory != nullptr || source.size == 0 || source.format->unit() != Unit::kFile) continue;
    const FirstBytes bytes = look_at_first_bytes(source, spec.text_fields);
    if (bytes.table && (source.is_argument || spec.extraction.program.empty())) return is_table(source);
    if (bytes.ours && (source.is_argument || spec.extraction.program.empty())) return is_ours(source);
    if (!bytes.encoding.empty() && is_called_json(source) && (source.is_argument || spec.extraction.program.empty()))
      return is_wide(source, bytes.encoding);
    const bool in_object = bytes.shape == FirstBytes::Shape::kObject;
    const bool values = in_object || bytes.shape == FirstBytes::Shape::kValues;
    if (bytes.keys.size() > 1) {
      if (source.is_argument && (bytes.has_text || !bytes.elsewhere.empty()))
        return many_arrays(source.name, bytes.keys);
      continue;
    }
    if (bytes.shape == FirstBytes::Shape::kOther) continue;
    if (!bytes.has_text && (bytes.objects < 2 || !is_called_json(source))) continue;
    if (!bytes.has_text && values) {
      if (source.is_argument) return no_text_field(source, spec.text_fields, bytes.elsewhere);
      continue;
    }
    source.format = &jsonl_format();
    source.holds_values = values;
    source.in_object = in_object;
    source.seekable = source.seekable && !values;
    list.told_by_bytes.push_back(source.name);
  }
  return {};
}

}  // namespace textkin::input
