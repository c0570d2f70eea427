// Fuzzer: a function of any bytes that ends the process where something does not hold. `make fuzz` drives each by
// clang's libFuzzer (libfuzzer.cc); `make test` runs all over their seeds and some mutations of them (replay.cc).
//
// Each is a file NAME.cc in a namespace of its own name, which defines `kFuzzer` and registers it. Seeds are the files
// of seeds/NAME. Bytes that a format makes hard to guess (checksums, archives, indexes) the fuzzer puts right itself.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <source_location>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace textkin::fuzz {

struct Fuzzer {
  std::string_view name;
  void (*run)(std::string_view bytes);
  // Pieces that inputs are made of: mutations put them in, take what lies between two out, or double it.
  std::span<const std::string_view> words = {};
};

// All that the program was linked with.
inline std::vector<Fuzzer>& fuzzers() {
  static std::vector<Fuzzer> all;
  return all;
}

struct Registered {
  explicit Registered(const Fuzzer& fuzzer) { fuzzers().push_back(fuzzer); }
};

// Ends the process as a crash does: what must hold did not, there.
inline void require(bool holds, std::source_location where = std::source_location::current()) {
  if (holds) return;
  std::fprintf(stderr, "%s:%u: does not hold\n", where.file_name(), where.line());
  std::abort();
}

}  // namespace textkin::fuzz
