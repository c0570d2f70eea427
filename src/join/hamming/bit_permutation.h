// BitPermutation: a permutation of the bits of a fingerprint that moves runs of bits as they are.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "join/hamming/fingerprints.h"

namespace textkin::join {

class BitPermutation {
 public:
  // `length` bits, the lowest of which is bit `low`.
  struct Run {
    std::uint32_t low;
    std::uint32_t length;
  };

  // The result has the bits of the runs, first run highest. Runs must cover each bit once.
  explicit BitPermutation(std::vector<Run> runs) : runs_(std::move(runs)) {}

  Fingerprint operator()(Fingerprint code) const {
    Fingerprint out = 0;
    for (const Run run : runs_)
      out = (run.length == 128 ? 0 : out << run.length) | (code >> run.low & low_bits(run.length));
    return out;
  }

  // A fingerprint whose `count` lowest bits are set.
  static Fingerprint low_bits(std::uint32_t count) {
    return count == 128 ? ~Fingerprint{0} : (Fingerprint{1} << count) - 1;
  }

 private:
  std::vector<Run> runs_;
};

}  // namespace textkin::join
