#include "archive/rows.h"

#include "archive/byte_strings.h"

namespace textkin::archive {

std::string encode(const Words& words) {
  std::string out;
  for (const auto& [option, value] : words) {
    put_string(option, out);
    put_string(value, out);
  }
  return out;
}

bool decode(std::string_view bytes, Words& out) {
  out.clear();
  TakenBytes taken(bytes);
  while (taken.ok() && !taken.at_end()) {
    const std::string_view option = taken.string();
    out.emplace_back(option, taken.string());
  }
  return taken.ok();
}

std::string encode(const State& state) {
  std::string out;
  put_number(state.identity, out);
  put_number(state.sequence, out);
  put_number(state.next, out);
  put_number(state.alive, out);
  put_number(state.segments, out);
  put_number(state.purged, out);
  put_number(state.text_bytes, out);
  return out;
}

bool decode(std::string_view bytes, State& out) {
  TakenBytes taken(bytes);
  out.identity = taken.number<std::uint64_t>();
  out.sequence = taken.number<std::uint64_t>();
  out.next = taken.number<DocId>();
  out.alive = taken.number<DocId>();
  out.segments = taken.number<std::uint32_t>();
  out.purged = taken.number<std::uint64_t>();
  out.text_bytes = taken.number<std::uint64_t>();
  return taken.at_end();
}

std::string encode(const SegmentRow& row) {
  std::string out;
  put_number(row.last, out);
  put_number(row.name, out);
  return out;
}

bool decode(std::string_view key, std::string_view bytes, SegmentRow& out) {
  TakenBytes taken(bytes);
  out.first = number_of_key(key);
  out.last = taken.number<DocId>();
  out.name = taken.number<std::uint32_t>();
  return taken.at_end() && out.first < out.last;
}

}  // namespace textkin::archive
