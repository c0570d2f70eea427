// What a door needs of the process: SIMD target, interruption, and the catalogues for its help.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "textkin/status.h"

namespace textkin::engine {

Status force_simd(std::string_view name);  // "auto", "avx512", "avx2", "sse4", "scalar"
void bound_heap(std::uint64_t memory);     // 0: half of the machine
void request_interrupt();                  // async-signal-safe: long work ends with kInterrupted
bool interrupted();
void forget_interrupt();  // before another run in the same process; none may be on its way

// The nearest of `names` to what was typed; empty if none is near.
std::string_view nearest_name(std::string_view typed, std::span<const std::string_view> names);

// A catalogue for a help text: name and one line each.
struct Choice {
  std::string name;
  std::string doc;
};
std::vector<Choice> normalizer_choices();
std::vector<Choice> token_choices();
std::vector<Choice> fingerprint_choices();
std::vector<Choice> stop_word_choices();
std::vector<Choice> stemmer_choices();
std::vector<Choice> sketch_choices();
std::vector<Choice> family_choices();
std::vector<Choice> keep_choices();
std::vector<Choice> format_choices();
std::vector<Choice> measure_choices();

}  // namespace textkin::engine
