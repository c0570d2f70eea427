// What a run directory was made with: every option that changes what lies in it, as a person would type it.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "engine/run/options.h"

namespace textkin::engine::run {

using RunSpec = std::vector<std::pair<std::string, std::string>>;

// Of a first pass after which nothing is searched: inputs, how they are read, and text.
RunSpec read_spec(const Reading& options);

// Of the first pass of a search: inputs, how they are read, text, sketch and bands. `keep` matters where its rule looks
// at a field. `algorithms`: what text and sketch are made by, with versions; a row that is no option.
RunSpec sketch_spec(const SettledRun& options, const std::string& keep, const std::string& algorithms);

inline constexpr const char* kAlgorithms = "algorithms";

// The other row that is no option: an index that the join asked, and its state; empty: none.
inline constexpr const char* kIndex = "index";

// What algorithms say of the values of fields, where any are read. In v1 integers beyond 53 bits were rounded.
std::string values_version(const input::InputSpec& spec);

// Of the join, besides: what it finds. `keep` is empty where all pairs are wanted.
RunSpec join_spec(const Search& search, const std::string& keep, const std::string& index);

}  // namespace textkin::engine::run
