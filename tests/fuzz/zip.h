// A ZIP archive of parts as they are, with right sizes and checksums, so that fuzzers reach what is behind them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace textkin::fuzz {

using ZipParts = std::vector<std::pair<std::string_view, std::string_view>>;  // names and bytes

inline std::uint32_t crc32(std::string_view bytes) {
  std::uint32_t crc = ~0u;
  for (const char byte : bytes) {
    crc ^= static_cast<unsigned char>(byte);
    for (int bit = 0; bit < 8; ++bit) crc = crc >> 1 ^ (0xEDB88320u & (~(crc & 1) + 1));
  }
  return ~crc;
}

inline std::string zip_of(const ZipParts& parts) {
  std::string out, directory;
  const auto put = [](std::string& to, std::uint64_t value, int bytes) {
    for (int i = 0; i < bytes; ++i) to += static_cast<char>(i < 8 ? value >> 8 * i : 0);
  };
  const auto describe = [&](std::string& to, std::string_view name, std::string_view bytes) {
    put(to, 20, 2);  // version
    put(to, 0, 8);   // flags, stored, time and date
    put(to, crc32(bytes), 4);
    put(to, bytes.size(), 4);
    put(to, bytes.size(), 4);
    put(to, name.size(), 2);
    put(to, 0, 2);  // extra
  };
  for (const auto& [name, bytes] : parts) {
    const std::size_t offset = out.size();
    out += "PK\x03\x04";
    describe(out, name, bytes);
    out.append(name).append(bytes);
    directory += "PK\x01\x02";
    put(directory, 20, 2);
    describe(directory, name, bytes);
    put(directory, 0, 10);  // comment, disk, attributes
    put(directory, offset, 4);
    directory += name;
  }
  const std::size_t begin = out.size();
  out += directory;
  out += "PK\x05\x06";
  put(out, 0, 4);
  put(out, parts.size(), 2);
  put(out, parts.size(), 2);
  put(out, directory.size(), 4);
  put(out, begin, 4);
  put(out, 0, 2);
  return out;
}

}  // namespace textkin::fuzz
