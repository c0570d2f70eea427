// TextSample: some of a collection's texts, as they are, and how long all of them are.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "engine/run/read_options.h"
#include "textkin/progress.h"
#include "textkin/status.h"

namespace textkin::engine::read {

// Numbers of characters (code points), in steps of a sixteenth of each power of two.
class LengthCounts {
 public:
  void add(std::uint32_t length) { ++counts_[step_of(length)]; }
  // The least length of the step in which the share `share` of all lengths is reached; 0 of none.
  std::uint32_t at(double share) const;

 private:
  static std::size_t step_of(std::uint32_t length);
  static std::uint32_t least_of(std::size_t step);

  std::array<std::uint64_t, 33 * 16> counts_{};
};

struct TextSample {
  std::uint64_t documents = 0;   // of the collection
  std::uint64_t empty = 0;       // of them, without a character
  std::uint64_t characters = 0;  // of all
  std::uint64_t problems = 0;    // files and lines that could not be used
  LengthCounts lengths;          // of those that are not empty
  // Of those with the least hashes by `seed`, none twice, the first kMostBytesOfAText: a fair draw of the different
  // texts, whatever their order.
  std::vector<std::string> texts;
  std::uint64_t texts_characters = 0;  // of these
};

inline constexpr std::size_t kMostBytesOfAText = 64u << 10;
inline constexpr std::size_t kMostBytesOfTexts = 2u << 20;

// Reads INPUT once and keeps `most` texts at most, fewer where these are more than kMostBytesOfTexts together, and two
// at least. So little is held under any --memory, which therefore changes nothing. Errors: as of every reading.
Result<TextSample> sample_texts(const run::Reading& reading, std::size_t most, std::uint64_t seed, Progress& progress);

}  // namespace textkin::engine::read
