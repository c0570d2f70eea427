#include "report/rows/simhash_rows.h"

#include "report/format.h"

namespace textkin::report {

void append_simhash_header(bool json, std::string& out) {
  if (!json) out += "a\tb\tdistance\testimate\tcosine\tjaccard\n";
}

void append_simhash_row(const SimHashRow& row, bool json, std::string& out) {
  const auto put = [&](std::string_view name, auto value, auto append) {
    if (json) {
      out += name == "a" ? "{\"" : ",\"";
      out += name;
      out += "\":";
    } else if (name != "a") {
      out += '\t';
    }
    append(value, out);
  };
  const auto text = [&](std::string_view value, std::string& to) {
    json ? append_json(value, to) : append_field(value, to);
  };
  const auto number = [](auto value, std::string& to) { append_number(value, to); };
  put("a", row.a, text);
  put("b", row.b, text);
  put("distance", row.distance, number);
  put("estimate", row.estimate, number);
  put("cosine", row.cosine, number);
  put("jaccard", row.jaccard, number);
  out += json ? "}\n" : "\n";
}

void append_simhash_cluster_header(std::string& out) { out += "cluster\tid\tdistance\n"; }

void append_simhash_cluster_row(std::string_view cluster, std::string_view id, std::uint64_t distance,
                                std::string& out) {
  append_field(cluster, out);
  out += '\t';
  append_field(id, out);
  out += '\t';
  append_number(distance, out);
  out += '\n';
}

void append_simhash_plan_header(std::string& out) {
  out += "blocks\ttables\tleast_key_bits\tmost_key_bits\tmatches_a_probe\tstorage_bytes\tchosen\n";
}

void append_simhash_plan_row(const SimHashPlanRow& row, std::string& out) {
  for (const std::uint64_t value : {row.blocks, row.tables, row.least_key_bits, row.most_key_bits}) {
    append_number(value, out);
    out += '\t';
  }
  append_number(row.matches_a_probe, out);
  out += '\t';
  append_number(row.storage_bytes, out);
  out += row.chosen ? "\tyes\n" : "\tno\n";
}

}  // namespace textkin::report
