#include "engine/commands/choices.h"

#include <limits>

#include "base/names/nearest.h"
#include "cluster/keep_policy.h"
#include "hash/catalog.h"
#include "input/formats/catalog.h"
#include "join/measures/catalog.h"
#include "join/measures/measure.h"
#include "report/formats/catalog.h"
#include "sketch/catalog.h"
#include "text/catalog.h"

namespace textkin::engine::commands {
namespace {

template <class Entries>
std::vector<Choice> choices(const Entries& entries) {
  std::vector<Choice> out;
  for (const auto& entry : entries) out.push_back({std::string(entry.name), std::string(entry.doc)});
  return out;
}

std::vector<Choice> bare_choices(const std::vector<std::string_view>& names) {
  std::vector<Choice> out;
  for (const std::string_view name : names) out.push_back({std::string(name), ""});
  return out;
}

}  // namespace

std::string_view nearest_name(std::string_view typed, std::span<const std::string_view> names) {
  return base::nearest(typed, names);
}

std::vector<std::string> input_format_names() {
  std::vector<std::string> names;
  for (const input::InputFormat& format : input::formats())
    if (!format.name.empty()) names.emplace_back(format.name);
  return names;
}

std::vector<Choice> normalizer_choices() { return choices(text::normalizers()); }
std::vector<Choice> token_choices() { return choices(text::tokenizers()); }
std::vector<Choice> fingerprint_choices() { return choices(text::fingerprints()); }
std::vector<Choice> stop_word_choices() { return bare_choices(text::stop_word_lists()); }
std::vector<Choice> stemmer_choices() { return bare_choices(text::stemmers()); }
std::vector<Choice> sketch_choices() { return choices(sketch::catalog()); }
std::string sketch_name(std::string_view typed) { return unaliased(typed, sketch::aliases()); }
std::uint32_t most_cells(std::string_view sketch) {
  for (const sketch::SketchEntry& entry : sketch::catalog())
    if (entry.name == sketch) return entry.max_cells;
  return std::numeric_limits<std::uint32_t>::max();
}

std::vector<Choice> family_choices() { return choices(hash::families()); }
std::vector<Choice> format_choices() { return choices(report::formats()); }

std::vector<Choice> measure_choices() {
  std::vector<Choice> out;
  for (const join::Measure* measure : join::measures())
    out.push_back({std::string(measure->name), std::string(measure->doc)});
  return out;
}

std::vector<std::string> banded_measure_names() {
  std::vector<std::string> out;
  for (const join::Measure* measure : join::measures())
    if (measure->why_no_bands.empty()) out.emplace_back(measure->name);
  return out;
}

std::vector<Choice> keep_choices() {
  std::vector<Choice> out;
  for (const cluster::KeepPolicyForm& entry : cluster::keep_policies())
    out.push_back({std::string(entry.form), std::string(entry.doc)});
  return out;
}

}  // namespace textkin::engine::commands
