// The catalogues as a door shows them in its help, and the name that a typing error was meant for.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace textkin::engine::commands {

// The nearest of `names` to what was typed; empty if none is near.
std::string_view nearest_name(std::string_view typed, std::span<const std::string_view> names);

// A catalogue for a help text: name and one line each.
struct Choice {
  std::string name;
  std::string doc;
};
std::vector<std::string> input_format_names();  // of --as
std::vector<Choice> normalizer_choices();
std::vector<Choice> token_choices();
std::vector<Choice> fingerprint_choices();
std::vector<Choice> stop_word_choices();
std::vector<Choice> stemmer_choices();
std::vector<Choice> sketch_choices();
// What --sketch is known by where an alias of the literature was typed; what is none stays.
std::string sketch_name(std::string_view typed);
// The most cells that it has; of what is none as many as a number can be.
std::uint32_t most_cells(std::string_view sketch);
std::vector<Choice> family_choices();
std::vector<Choice> keep_choices();
std::vector<Choice> format_choices();
std::vector<Choice> measure_choices();
std::vector<std::string> banded_measure_names();  // those that both methods have

}  // namespace textkin::engine::commands
