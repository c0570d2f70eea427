// A block file put together by hand after docs/format.md, right or wrong on purpose. For tests only.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/checksum.h"
#include "store/block_layout.h"

namespace textkin::store {

// The run that files of the tests belong to.
inline constexpr std::uint64_t kTestingRun = 0x0123456789ABCDEFu;

template <class T>
void put(std::string& out, T value) {
  for (std::size_t i = 0; i < sizeof value; ++i) out += static_cast<char>(static_cast<std::uint64_t>(value) >> (8 * i));
}

struct TestingBlock {
  std::uint32_t kind;
  std::uint32_t number;
  std::string bytes;
};

struct TestingFile {
  std::uint32_t version = kBlockFileVersion;
  std::uint64_t run = 0;
  std::vector<TestingBlock> blocks;                       // in the order in which they stand
  std::function<void(std::vector<std::uint64_t>&)> bend;  // changes the index, 4 words a block

  std::string bytes() const {
    std::string out = "tkblocks";
    put(out, version);
    put(out, std::uint32_t{0});
    put(out, run);
    put(out, base::checksum(out));
    std::vector<std::uint64_t> words;
    for (const TestingBlock& block : blocks) {
      out.resize((out.size() + 7) / 8 * 8);
      words.insert(words.end(), {block.kind | std::uint64_t{block.number} << 32, out.size(), block.bytes.size(),
                                 base::checksum(block.bytes)});
      out += block.bytes;
    }
    out.resize((out.size() + 7) / 8 * 8);
    if (bend) bend(words);
    std::string end;
    for (const std::uint64_t word : words) put(end, word);
    const std::uint64_t index_size = end.size();
    put(end, std::uint64_t{out.size()});
    put(end, index_size);
    put(end, base::checksum(end));
    return out + end + "tkblkend";
  }
};

}  // namespace textkin::store
