// A simple random sample without replacement: every subset of that size is equally likely.
//
// Selection sampling (Knuth, TAOCP 2, algorithm 3.4.2S) with the Mersenne twister of 64 bits: one pass, no table, and
// the sample comes in ascending order. The same population, size and seed give the same sample on every machine.
// Cost: one draw an element of the population up to the last chosen one. Threads: any.
#pragma once

#include <cstdint>
#include <vector>

namespace textkin::stats {

// `size` numbers of [0, population), ascending; all of them where there are no more.
std::vector<std::uint32_t> sample_without_replacement(std::uint32_t population, std::uint64_t size, std::uint64_t seed);

}  // namespace textkin::stats
