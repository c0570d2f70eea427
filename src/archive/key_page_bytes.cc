#include "archive/key_page_bytes.h"

#include <algorithm>
#include <bit>
#include <vector>

#include "archive/byte_strings.h"
#include "archive/key_page.h"

namespace textkin::archive {

std::string spaced_page(std::span<const base::KeyValue> records, DocId first, unsigned cut) {
  const std::uint64_t first_key = records.front().key >> cut;
  const std::uint64_t spread = (records.back().key >> cut) - first_key;
  const auto apart = static_cast<int>(std::bit_width(spread / records.size()));
  const auto key_bits = static_cast<unsigned>(std::clamp(apart - 1, 0, kMostKeyBits));
  std::uint64_t last = 0;
  for (const base::KeyValue& record : records) last = std::max(last, record.value - first);
  const auto document_bits = static_cast<unsigned>(std::bit_width(last));
  const auto upper_words = static_cast<std::uint32_t>((records.size() + (spread >> key_bits)) / 64 + 1);
  std::vector<std::uint64_t> upper(upper_words, 0);
  for (std::size_t i = 0; i < records.size(); ++i) {
    const std::uint64_t at = (((records[i].key >> cut) - first_key) >> key_bits) + i;
    upper[at / 64] |= std::uint64_t{1} << at % 64;
  }
  std::string out;
  put_number(first_key, out);
  out.push_back(static_cast<char>(key_bits));
  out.push_back(static_cast<char>(document_bits));
  out.push_back(static_cast<char>(cut));
  put_number(upper_words, out);
  out.append(reinterpret_cast<const char*>(upper.data()), upper.size() * sizeof upper[0]);
  const std::size_t behind = out.size();
  out.resize(behind + bytes_of_bits(records.size() * (key_bits + document_bits)) + kBehindBits);
  PutBits bits(out.data() + behind);
  const std::uint64_t low = (std::uint64_t{1} << key_bits) - 1;
  for (const base::KeyValue& record : records) bits.put(((record.key >> cut) - first_key) & low, key_bits);
  for (const base::KeyValue& record : records) bits.put(record.value - first, document_bits);
  return out;
}

}  // namespace textkin::archive
