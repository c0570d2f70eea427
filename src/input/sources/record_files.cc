#include "input/sources/record_files.h"

#include <fmt/format.h>

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

}  // namespace

Status find_records(const InputSpec& spec, std::size_t first, SourceList& list) {
  if (spec.read_as != kBySuffix || spec.lines || spec.records) return {};
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
