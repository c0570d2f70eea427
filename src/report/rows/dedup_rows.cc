#include "report/rows/dedup_rows.h"

#include "report/format.h"

namespace textkin::report {

void append_removed_row(std::string_view id, std::string_view kept, double similarity, bool identical,
                        std::string& out) {
  out += "{\"id\":";
  append_json(id, out);
  out += ",\"kept\":";
  append_json(kept, out);
  out += ",\"similarity\":";
  append_number(similarity, out);
  out += ",\"basis\":\"exact\",\"cluster\":";
  append_json(kept, out);
  out += identical ? ",\"reason\":\"identical\"}\n" : ",\"reason\":\"similar\"}\n";
}

void append_cluster_header(std::string& out) { out += "cluster\tid\trole\tsimilarity\n"; }

void append_cluster_row(std::string_view cluster, std::string_view id, bool kept, double similarity, std::string& out) {
  append_field(cluster, out);
  out += '\t';
  append_field(id, out);
  out += kept ? "\tkept\t" : "\tremoved\t";
  append_number(similarity, out);
  out += '\n';
}

void append_annotation(bool kept, bool in_cluster, std::string_view cluster, double similarity, std::string& out) {
  out += kept ? "\"textkin\":{\"kept\":true,\"cluster\":" : "\"textkin\":{\"kept\":false,\"cluster\":";
  if (in_cluster) {
    append_json(cluster, out);
    out += ",\"similarity\":";
    append_number(similarity, out);
  } else {
    out += "null,\"similarity\":null";
  }
  out += '}';
}

void append_problem_row(std::string_view file, std::uint64_t line, std::string_view reason, std::string_view message,
                        std::string& out) {
  out += "{\"file\":";
  append_json(file, out);
  out += ",\"line\":";
  if (line == 0) {
    out += "null";
  } else {
    append_number(line, out);
  }
  out += ",\"reason\":";
  append_json(reason, out);
  out += ",\"message\":";
  append_json(message, out);
  out += "}\n";
}

}  // namespace textkin::report
