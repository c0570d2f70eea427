#include "report/rows/ranking_rows.h"

#include <fmt/format.h>

#include <iterator>

#include "report/format.h"

namespace textkin::report {
namespace {

double share(std::uint32_t part, std::uint32_t whole) { return whole == 0 ? 0.0 : static_cast<double>(part) / whole; }

}  // namespace

void append_ranking_header(std::string& out) {
  out += "a\tb\tlongest\tmatched_a\tmatched_b\twords_a\twords_b\tshare_a\tshare_b\tpassages\n";
}

void append_ranking_tsv(const Page& page, const PagePair& pair, std::string& out) {
  const PageDocument& a = page.documents[pair.a];
  const PageDocument& b = page.documents[pair.b];
  append_field(a.id, out);
  out += '\t';
  append_field(b.id, out);
  fmt::format_to(std::back_inserter(out), "\t{}\t{}\t{}\t{}\t{}\t", pair.longest, pair.a_matched, pair.b_matched,
                 a.counted, b.counted);
  append_number(share(pair.a_matched, a.counted), out);
  out += '\t';
  append_number(share(pair.b_matched, b.counted), out);
  fmt::format_to(std::back_inserter(out), "\t{}\n", pair.counted);
}

void append_ranking_jsonl(const Page& page, const PagePair& pair, std::string& out) {
  const PageDocument& a = page.documents[pair.a];
  const PageDocument& b = page.documents[pair.b];
  out += "{\"a\":";
  append_json(a.id, out);
  out += ",\"b\":";
  append_json(b.id, out);
  fmt::format_to(std::back_inserter(out),
                 ",\"longest\":{},\"matched_a\":{},\"matched_b\":{},\"words_a\":{},\"words_b\":{},\"share_a\":",
                 pair.longest, pair.a_matched, pair.b_matched, a.counted, b.counted);
  append_number(share(pair.a_matched, a.counted), out);
  out += ",\"share_b\":";
  append_number(share(pair.b_matched, b.counted), out);
  fmt::format_to(std::back_inserter(out), ",\"passages\":{}}}\n", pair.counted);
}

}  // namespace textkin::report
