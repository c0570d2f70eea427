// TrimStats: what a run of `trim` did, in numbers.
#pragma once

#include <cstdint>
#include <string>

#include "textkin/run_facts.h"

namespace textkin {

struct TrimStats : RunFacts {
  std::string pieces;             // "passage", "line", ...
  std::uint64_t least = 0;        // words, or bytes
  bool bytes = false;             // that is what `least` counts
  std::string keep;
  std::uint64_t words = 0;        // of all documents
  std::uint64_t changed = 0;      // documents of which something went
  std::uint64_t emptied = 0;      // of them those without a word left
  bool drops_emptied = false;
  std::uint64_t removed = 0;            // stretches that went
  std::uint64_t removed_words = 0;
  std::uint64_t removed_characters = 0;
  std::uint64_t short_units = 0;  // lines, paragraphs, sentences of too few words, which stay
};

}  // namespace textkin
