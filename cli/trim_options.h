// What `trim` and `dedup --unit` have in common: what of documents goes, and what is told of it.
#pragma once

#include <CLI/App.hpp>
#include <cstdint>

#include "engine/trim/trim_options.h"

namespace textkin::cli {

// Lengths as they are typed, before it is known of what.
struct TrimLengths {
  std::uint32_t words = 50;
  std::uint32_t bytes = 0;
  std::uint32_t min_words = engine::trim::kLeastWordsOfUnit;
};

void add_trim_lengths(CLI::App& command, TrimLengths& lengths);                  // --words, --bytes, --min-words
void add_min_words(CLI::App& command, TrimLengths& lengths, const char* group);  // part of them
void add_emptied(CLI::App& command, engine::trim::TrimOptions& wanted);

// What of `lengths` the kind of pieces takes.
void settle_lengths(const TrimLengths& lengths, engine::trim::PieceSpec& pieces);

}  // namespace textkin::cli
