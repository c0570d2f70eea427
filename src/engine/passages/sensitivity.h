// Sensitivity: how long what is found must be, as a choice between what is missed and what is found wrongly.
#pragma once

#include <cstdint>
#include <string_view>

#include "align/aligner.h"
#include "textkin/words.h"

namespace textkin::engine::passages {

enum class Sensitivity : std::uint8_t { kStrict, kNormal, kShort };
inline constexpr Words<Sensitivity, 3> kSensitivityWords{
    {{"strict", Sensitivity::kStrict}, {"normal", Sensitivity::kNormal}, {"short", Sensitivity::kShort}}};

struct Preset {
  std::uint32_t guarantee;   // as AlignSpec's
  std::uint32_t min_length;  // as AlignSpec's
  std::string_view text;     // what was measured (bench/passages/innocents.py), a line for a person
};

Preset preset_of(Sensitivity sensitivity);

// That of the preset, or that other values were given.
std::string_view text_of(Sensitivity sensitivity, const align::AlignSpec& spec);

}  // namespace textkin::engine::passages
