#include "engine/parts/read_rows.h"

#include <fmt/format.h>

#include <limits>
#include <utility>

#include "engine/run/read_settings.h"
#include "input/formats/jsonl.h"
#include "input/formats/rows.h"
#include "input/reading/record_parser.h"

namespace textkin::engine::parts {
namespace {

// No id of a document: it is no UTF-8.
constexpr const char* kName = "\xff";

input::ReadSettings settings_of(const run::ReadOptions& options) {
  input::ReadSettings settings{.asked = options.inputs.spec};
  settings.asked.stop_on_error = false;
  if (settings.asked.invalid_utf8 == input::InvalidUtf8::kFail) settings.asked.invalid_utf8 = input::InvalidUtf8::kSkip;
  settings.check_text = run::text_check(options.text);
  return settings;
}

std::vector<RefusedRow> refused_rows(const input::Source& source, std::vector<input::Problem>& problems) {
  std::vector<RefusedRow> refused;
  for (input::Problem& problem : problems) {
    const std::size_t place = input::place_in(source, problem.line).size() + 2;
    refused.push_back({problem.line - 1, std::move(problem.reason), problem.message.substr(place)});
  }
  return refused;
}

}  // namespace

Result<std::vector<RefusedRow>> read_rows(const run::ReadOptions& options, const MemorySource& rows) {
  input::SourceList list;
  std::shared_ptr<const MemorySource> held(&rows, [](const MemorySource*) {});
  list.sources.push_back(input::source_of_rows(kName, std::move(held)));
  input::Block block;
  block.pieces.push_back({.size = rows.rows()});
  input::ParsedBlock parsed;
  TEXTKIN_RETURN_IF_ERROR(input::RecordParser(settings_of(options), list).parse(block, parsed));
  return refused_rows(list.sources.front(), parsed.problems);
}

Result<ReadLines> read_lines(const run::ReadOptions& options, const MemorySource& lines) {
  input::SourceList list;
  input::Source source;
  source.name = kName;
  source.format = &input::jsonl_format();
  list.sources.push_back(std::move(source));
  input::Block block;
  block.bytes.reserve(lines.text_bytes() + lines.rows() + input::Block::kPadding);
  for (std::uint64_t row = 0; row < lines.rows(); ++row) {
    const std::string_view line = lines.text(row);
    if (line.find('\n') != std::string_view::npos)
      return Status(Code::kInvalidArgument, fmt::format("row {} holds more than one line", row));
    block.bytes.insert(block.bytes.end(), line.begin(), line.end());
    block.bytes.push_back('\n');
  }
  block.pieces.push_back({.size = block.bytes.size()});
  block.bytes.insert(block.bytes.end(), input::Block::kPadding, '\0');
  input::ParsedBlock parsed;
  TEXTKIN_RETURN_IF_ERROR(input::RecordParser(settings_of(options), list).parse(block, parsed));

  ReadLines read;
  read.refused = refused_rows(list.sources.front(), parsed.problems);
  std::size_t next = 0;
  for (std::uint64_t row = 0; row < lines.rows(); ++row) {
    const bool usable = next < parsed.documents.size() && parsed.documents[next].record.line == row + 1;
    const Document document = usable ? parsed.documents[next] : Document();
    const FieldValue value = usable && !parsed.values.empty() ? parsed.values[next] : FieldValue();
    next += usable;
    // A record without an id is called by its place.
    const bool named = usable && !document.id.starts_with(kName);
    read.usable.push_back(usable);
    read.named.push_back(named);
    read.ids.add(named ? document.id : std::string_view());
    read.texts.add(document.text);
    read.numbers.push_back(value.kind == FieldValue::Kind::kNumber ? value.number
                                                                   : std::numeric_limits<double>::quiet_NaN());
    read.beyond.push_back(value.beyond);
    read.textual.push_back(value.kind == FieldValue::Kind::kText);
    read.values.add(value.kind == FieldValue::Kind::kText ? value.text : std::string_view());
  }
  return read;
}

}  // namespace textkin::engine::parts
