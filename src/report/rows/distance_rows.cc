#include "report/rows/distance_rows.h"

#include <array>

#include "report/catalog.h"
#include "report/format.h"

namespace textkin::report {
namespace {

void append_tsv_header(std::string& out) { out += "a\tb\tdistance\tp_value\tjaccard\tlower\tupper\tshared\thashes\n"; }

void append_tsv_row(const DistanceRow& row, std::string& out) {
  append_field(row.a, out);
  out += '\t';
  append_field(row.b, out);
  out += '\t';
  append_number(row.distance, out);
  out += '\t';
  if (row.p_value.has_value()) append_number(*row.p_value, out);
  for (const double value : {row.jaccard, row.lower, row.upper}) {
    out += '\t';
    append_number(value, out);
  }
  for (const std::uint64_t value : {row.shared, row.hashes}) {
    out += '\t';
    append_number(value, out);
  }
  out += '\n';
}

void append_jsonl_header(std::string&) {}

void append_jsonl_row(const DistanceRow& row, std::string& out) {
  out += "{\"a\":";
  append_json(row.a, out);
  out += ",\"b\":";
  append_json(row.b, out);
  out += ",\"distance\":";
  append_number(row.distance, out);
  out += ",\"p_value\":";
  if (row.p_value.has_value())
    append_number(*row.p_value, out);
  else
    out += "null";
  out += ",\"jaccard\":";
  append_number(row.jaccard, out);
  out += ",\"lower\":";
  append_number(row.lower, out);
  out += ",\"upper\":";
  append_number(row.upper, out);
  out += ",\"shared\":";
  append_number(row.shared, out);
  out += ",\"hashes\":";
  append_number(row.hashes, out);
  out += "}\n";
}

// In the order of formats(), whose names they have.
constexpr std::array<DistanceFormat, 2> kDistanceFormats{{
    {"tsv", append_tsv_header, append_tsv_row},
    {"jsonl", append_jsonl_header, append_jsonl_row},
}};

}  // namespace

Result<const DistanceFormat*> find_distance_format(std::string_view name) {
  TEXTKIN_ASSIGN_OR_RETURN(const Format* known, find_format(name));
  return &kDistanceFormats[static_cast<std::size_t>(known - formats().data())];
}

}  // namespace textkin::report
