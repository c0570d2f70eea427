// The catalogue of table formats: each writes the rows of every table.
#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "report/formats/row_writer.h"
#include "textkin/status.h"

namespace textkin::report {

struct Format {
  std::string_view name;  // "tsv"
  std::string_view doc;
  // Writes rows with a cell for each of these columns, whose names must outlive it.
  std::unique_ptr<const RowWriter> (*make)(std::span<const std::string_view> columns);
};

std::span<const Format> formats();

// Of tables that a command writes in one format only, as the suffix of their files says.
const Format& tsv_format();
const Format& jsonl_format();

// The format of that name; null where it is one of `own`, which a command has beside the catalogue.
// kInvalidArgument names all that the command takes.
Result<const Format*> find_format(std::string_view name, std::span<const std::string_view> own = {});

}  // namespace textkin::report
