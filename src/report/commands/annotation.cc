#include "report/commands/annotation.h"

#include "report/text/format.h"

namespace textkin::report {

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

}  // namespace textkin::report
