// What a run sets for the reading of its input, beside what was asked of it: sizes that fit the memory, where scratch
// goes, which files are extracted.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "base/packing/window_limit.h"
#include "engine/run/memory_shares.h"
#include "engine/run/read_options.h"
#include "engine/run/run_directory.h"
#include "input/blocks/read_settings.h"
#include "textkin/text_spec.h"

namespace textkin::engine::run {

// `directory` takes the scratch files. `later_a_byte`: what comes after the reading needs so much memory for a byte of
// a document. Without a check of the texts.
input::ReadSettings read_settings(const Reading& reading, const MemoryShares& shares, const RunDirectory& directory,
                                  std::uint64_t later_a_byte);

// Of packed input; a message says with how much memory it could be read.
base::WindowLimit window_limit(const MemoryShares& shares);

// Why a text cannot be a set of weighted items; null where texts have no weights.
std::function<std::string(std::string_view text)> text_check(const TextSpec& text);

}  // namespace textkin::engine::run
