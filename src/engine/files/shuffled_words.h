// Copies of a text with its words in another order, as Bergillos, Rambla and Cabeza 2018 make their data: documents of
// the same words that share hardly a long shingle.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace textkin::engine::files {

// A line a copy: the words of `text`, what stands between white space, in an order drawn uniformly for each (Fisher,
// Yates), with one space between. The same for the same seed, and the first copies the same for any number of them.
std::string shuffled_words(std::string_view text, std::uint32_t copies, std::uint64_t seed);

}  // namespace textkin::engine::files
