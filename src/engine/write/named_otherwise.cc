#include "engine/write/named_otherwise.h"

#include "engine/write/promised_format.h"
#include "input/formats/catalog.h"
#include "input/formats/jsonl.h"
#include "input/sources/sources.h"

namespace textkin::engine::write {
namespace {

// That a file of this name is read as; null: the name says nothing, or no format of records.
const input::Format* format_said(const std::string& output) {
  for (const input::InputFormat& row : input::formats())
    if (input::has_whole_run_suffix(row, output)) return &row.format();
  return input::format_by_suffix(output);
}

// Lines of a file whose name promises `format` may stand for records, or for ids.
bool is_list(const PromisedFormat& format) { return format.name == "tsv" || format.name == "csv"; }

}  // namespace

bool names_records(const std::string& output) {
  const PromisedFormat* promised = promised_format(output);
  return format_said(output) != nullptr || (promised != nullptr && !is_list(*promised));
}

bool names_format(const std::string& output) {
  return format_said(output) != nullptr || promised_format(output) != nullptr;
}

bool named_otherwise(const std::string& output, const input::Format* format) {
  if (const input::Format* said = format_said(output)) return said != format;
  const PromisedFormat* promised = promised_format(output);
  // JSON lines are records under the name .json, too.
  return promised != nullptr && !(promised->name == "json" && format == &input::jsonl_format());
}

}  // namespace textkin::engine::write
