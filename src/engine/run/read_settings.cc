#include "engine/run/read_settings.h"

#include <fmt/format.h>

#include <algorithm>

#include "extract/catalog.h"
#include "input/blocks/extractor_program.h"
#include "text/shingles/weighted_shingler.h"

namespace textkin::engine::run {

input::ReadSettings read_settings(const Reading& reading, const MemoryShares& shares, const RunDirectory& directory,
                                  std::uint64_t later_a_byte) {
  input::ReadSettings settings{.asked = reading.inputs.spec, .asked_of_other_side = against_spec(reading.inputs)};
  settings.extracted_suffixes = extract::suffixes();
  settings.extractor = input::standing_extractor(settings.asked.extraction);
  settings.spool_directory = directory.path();
  settings.checksums = directory.named() || reading.checksums;
  settings.block_bytes = shares.block_bytes;
  settings.windows = window_limit(shares);
  if (shares.longest_record < settings.longest_record) {
    settings.longest_record = shares.longest_record;
    settings.would_do = [given = shares.given, a_byte = memory_of_a_record_byte(reading.text),
                         windows = shares.asked_windows, later_a_byte](std::uint64_t bytes) {
      return given.told(std::max((bytes + bytes / 8) * a_byte, bytes * later_a_byte) + windows);
    };
  }
  return settings;
}

base::WindowLimit window_limit(const MemoryShares& shares) {
  const auto would_do = [asked = shares.asked_windows, given = shares.given](std::uint64_t bytes) {
    return fmt::format("--memory {} would do", given.told(memory_for_window(bytes, asked)));
  };
  return {.most = shares.windows, .would_do = would_do};
}

std::function<std::string(std::string_view text)> text_check(const TextSpec& text) {
  if (text.weights != Weights::kSuffix) return {};
  return [unit = text.weight_unit](std::string_view items) { return text::check_weights(items, unit); };
}

}  // namespace textkin::engine::run
