#include "engine/run/read_settings.h"

#include "extract/catalog.h"
#include "text/shingles/weighted_shingler.h"

namespace textkin::engine::run {

input::ReadSettings read_settings(const Reading& reading, const MemoryShares& shares, const RunDirectory& directory) {
  input::ReadSettings settings{.asked = reading.inputs.spec};
  settings.extracted_suffixes = extract::suffixes();
  settings.spool_directory = directory.path();
  settings.checksums = directory.named();
  settings.block_bytes = shares.block_bytes;
  if (shares.longest_record < settings.longest_record) {
    settings.longest_record = shares.longest_record;
    settings.memory_a_byte = memory_of_a_record_byte(reading.text);
  }
  return settings;
}

std::function<std::string(std::string_view text)> text_check(const TextSpec& text) {
  if (text.weights != Weights::kSuffix) return {};
  return [unit = text.weight_unit](std::string_view items) { return text::check_weights(items, unit); };
}

}  // namespace textkin::engine::run
