// ReadSettings: how one run reads its input: what was asked, and what the run sets beside it.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/packing/window_limit.h"
#include "input/blocks/input_spec.h"

namespace textkin::base {
class ForkServer;
}

namespace textkin::input {

// So that a record with its line end can be counted in 32 bits.
inline constexpr std::uint64_t kLongestRecord = 0xFFFFFFF0u;

struct ReadSettings {
  InputSpec asked;
  InputSpec asked_of_other_side = {};  // the same of sources that are: of it only what their records are read by counts
  // Why a text cannot be used, for a person; empty where it can. Called from many threads. Null: every text can.
  std::function<std::string(std::string_view text)> check_text = {};
  // Of files whose text is extracted where that was asked; lower case, without dots.
  std::vector<std::string> extracted_suffixes = {};
  // extraction.program where it stands ready; null: it is begun for each file.
  std::shared_ptr<base::ForkServer> extractor = {};
  std::string spool_directory = {};               // where streams that cannot be read again are spooled; must exist
  bool checksums = false;                         // of every source's unpacked bytes, as they are read
  std::uint64_t block_bytes = 1u << 20;           // size of the blocks that are read; results do not depend on it
  std::uint64_t longest_record = kLongestRecord;  // bytes; a longer line or file is a Problem
  // Where longest_record is what memory has room for: how much would do for a record of so many bytes, as "N MiB". Then
  // a longer one ends the run, kExhausted with that: which documents are used must not depend on the memory.
  std::function<std::string(std::uint64_t bytes)> would_do = {};
  base::WindowLimit windows = {};  // of packed input
};

}  // namespace textkin::input
