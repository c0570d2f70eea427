#include "report/rows/pair_rows.h"

#include "report/format.h"

namespace textkin::report {

void append_tsv_header(bool with_p_value, std::string& out) {
  out += "a\tb\tsimilarity\tlower\tupper\tbasis\tshared\tsize_a\tsize_b";
  out += with_p_value ? "\tlog10_p_value\n" : "\n";
}

void append_tsv_row(const PairRow& row, std::string& out) {
  append_field(row.a, out);
  out += '\t';
  append_field(row.b, out);
  for (const double value : {row.similarity, row.lower, row.upper}) {
    out += '\t';
    append_number(value, out);
  }
  out += '\t';
  out += row.basis;
  for (const std::uint64_t value : {row.shared, row.size_a, row.size_b}) {
    out += '\t';
    append_number(value, out);
  }
  if (row.log10_p_value) {
    out += '\t';
    append_number(*row.log10_p_value, out);
  }
  out += '\n';
}

void append_jsonl_header(bool, std::string&) {}

void append_jsonl_row(const PairRow& row, std::string& out) {
  out += "{\"a\":";
  append_json(row.a, out);
  out += ",\"b\":";
  append_json(row.b, out);
  out += ",\"similarity\":";
  append_number(row.similarity, out);
  out += ",\"lower\":";
  append_number(row.lower, out);
  out += ",\"upper\":";
  append_number(row.upper, out);
  out += ",\"basis\":";
  append_json(row.basis, out);
  out += ",\"shared\":";
  append_number(row.shared, out);
  out += ",\"size_a\":";
  append_number(row.size_a, out);
  out += ",\"size_b\":";
  append_number(row.size_b, out);
  if (row.log10_p_value) {
    out += ",\"log10_p_value\":";
    append_number(*row.log10_p_value, out);
  }
  out += "}\n";
}

}  // namespace textkin::report
