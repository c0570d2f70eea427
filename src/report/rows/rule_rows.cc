#include "report/rows/rule_rows.h"

#include "report/format.h"

namespace textkin::report {

void append_rule_header(std::string& out) { out += "a\tb\tsimilarity\tconfidence\tshared\tsize_a\tsize_b\n"; }

void append_rule_tsv(const RuleRow& row, std::string& out) {
  append_field(row.a, out);
  out += '\t';
  append_field(row.b, out);
  for (const double value : {row.similarity, row.confidence}) {
    out += '\t';
    append_number(value, out);
  }
  for (const std::uint64_t value : {row.shared, row.size_a, row.size_b}) {
    out += '\t';
    append_number(value, out);
  }
  out += '\n';
}

void append_rule_json(const RuleRow& row, std::string& out) {
  out += "{\"a\":";
  append_json(row.a, out);
  out += ",\"b\":";
  append_json(row.b, out);
  out += ",\"similarity\":";
  append_number(row.similarity, out);
  out += ",\"confidence\":";
  append_number(row.confidence, out);
  out += ",\"shared\":";
  append_number(row.shared, out);
  out += ",\"size_a\":";
  append_number(row.size_a, out);
  out += ",\"size_b\":";
  append_number(row.size_b, out);
  out += "}\n";
}

}  // namespace textkin::report
