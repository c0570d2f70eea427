#include "archive/entry.h"

#include "archive/byte_strings.h"

namespace textkin::archive {

std::string encode(const Entry& entry) {
  std::string out;
  put_number(entry.added, out);
  put_number(entry.removed, out);
  put_number(entry.size, out);
  put_number(entry.text_bytes, out);
  put_number(entry.checksum, out);
  put_string(entry.id, out);
  put_number(static_cast<std::uint32_t>(entry.fields.size()), out);
  for (const std::string& field : entry.fields) put_string(field, out);
  return out;
}

bool decode(std::string_view bytes, Entry& out) {
  TakenBytes taken(bytes);
  out.added = taken.number<std::uint64_t>();
  out.removed = taken.number<std::uint64_t>();
  out.size = taken.number<std::uint32_t>();
  out.text_bytes = taken.number<std::uint32_t>();
  out.checksum = taken.number<std::uint64_t>();
  out.id = taken.string();
  const auto fields = taken.number<std::uint32_t>();
  out.fields.clear();
  for (std::uint32_t i = 0; i < fields && taken.ok(); ++i) out.fields.emplace_back(taken.string());
  return taken.at_end();
}

}  // namespace textkin::archive
