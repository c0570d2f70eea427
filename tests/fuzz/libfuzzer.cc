// The fuzzer that TEXTKIN_FUZZER names, under libFuzzer.
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <random>

#include "fuzzer.h"
#include "mutate.h"

namespace {

constexpr std::size_t kMostSteps = 4;

const textkin::fuzz::Fuzzer& fuzzer() {
  static const textkin::fuzz::Fuzzer& found =
      *std::ranges::find(textkin::fuzz::fuzzers(), TEXTKIN_FUZZER, &textkin::fuzz::Fuzzer::name);
  return found;
}

}  // namespace

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t most);

// libgumbo 0.10 forgets some bytes of a doctype that stands where none may. It runs in a process for each file.
extern "C" const char* __lsan_default_suppressions() { return "leak:libgumbo.so\n"; }

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzzer().run({reinterpret_cast<const char*>(data), size});
  return 0;
}

// Half of the mutations are libFuzzer's own, which know what was compared.
extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t most, unsigned seed) {
  std::mt19937 random(seed);
  if (random() % 2 == 0) return LLVMFuzzerMutate(data, size, most);
  std::string bytes(reinterpret_cast<const char*>(data), size);
  for (auto left = 1 + random() % kMostSteps; left > 0; --left) textkin::fuzz::mutate(bytes, fuzzer().words, random);
  bytes.resize(std::min(bytes.size(), most));
  std::memcpy(data, bytes.data(), bytes.size());
  return bytes.size();
}
