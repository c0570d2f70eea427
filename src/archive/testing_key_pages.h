// Pages as earlier versions wrote them.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>
#include <string>

#include "archive/byte_strings.h"
#include "archive/fingerprint_keys.h"
#include "archive/key_page.h"
#include "archive/key_page_bytes.h"

namespace textkin::archive {

inline std::string plain_page(std::span<const base::KeyValue> records, DocId first) {
  std::string out;
  out.reserve(records.size() * (sizeof(std::uint64_t) + sizeof(DocId)));
  for (const base::KeyValue& record : records) put_number(record.key, out);
  for (const base::KeyValue& record : records) put_number(static_cast<DocId>(record.value - first), out);
  return out;
}

inline std::string packed_page(std::span<const base::KeyValue> records, DocId first) {
  const std::uint64_t first_key = records.front().key >> kCutBits;
  const auto key_bits = static_cast<unsigned>(std::bit_width((records.back().key >> kCutBits) - first_key));
  std::uint64_t last = 0;
  for (const base::KeyValue& record : records) last = std::max(last, record.value - first);
  const auto document_bits = static_cast<unsigned>(std::bit_width(last));
  std::string out;
  put_number(first_key, out);
  out.push_back(static_cast<char>(key_bits));
  out.push_back(static_cast<char>(document_bits));
  out.resize(kPackedHead + bytes_of_bits(records.size() * (key_bits + document_bits)) + kBehindBits);
  PutBits bits(out.data() + kPackedHead);
  for (const base::KeyValue& record : records) bits.put((record.key >> kCutBits) - first_key, key_bits);
  for (const base::KeyValue& record : records) bits.put(record.value - first, document_bits);
  return out;
}

}  // namespace textkin::archive
