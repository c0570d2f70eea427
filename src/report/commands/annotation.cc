#include "report/commands/annotation.h"

#include <fmt/format.h>

#include "report/text/format.h"

namespace textkin::report {

void append_annotation(bool kept, bool in_cluster, std::string_view cluster, double similarity,
                       std::string_view kept_in, std::string& out) {
  out += kept ? "\"textkin\":{\"kept\":true,\"cluster\":" : "\"textkin\":{\"kept\":false,\"cluster\":";
  if (in_cluster) {
    append_json(cluster, out);
    out += ",\"similarity\":";
    append_number(similarity, out);
  } else {
    out += "null,\"similarity\":null";
  }
  if (!kept_in.empty()) {
    out += ",\"kept_in\":";
    if (in_cluster)
      append_json(kept_in, out);
    else
      out += "null";
  }
  out += '}';
}

void append_leak(std::string_view set, std::string_view item, std::uint64_t shared, std::uint64_t items,
                 std::string& out) {
  out += "\"textkin\":{\"set\":";
  append_json(set, out);
  out += ",\"item\":";
  append_json(item, out);
  out += fmt::format(",\"shared\":{},\"items\":{}}}", shared, items);
}

}  // namespace textkin::report
