#include "text/shingles/text_gauge.h"

#include <utility>

#include "text/unicode/word_scan.h"

namespace textkin::text {
namespace {

bool begins_character(char byte) { return (static_cast<unsigned char>(byte) & 0xC0) != 0x80; }

}  // namespace

TextGauge::TextGauge(std::vector<std::unique_ptr<Normalizer>> normalizers, std::unique_ptr<Tokenizer> units)
    : normalizers_(std::move(normalizers)), units_(std::move(units)) {}

TextSize TextGauge::measure(std::string_view text) {
  const bool is_ascii = ascii_prefix(text.data(), text.size()) == text.size();
  TextSize size;
  while (!text.empty()) {
    std::size_t end = std::min(text.size(), kSliceBytes);
    while (end < text.size() && !begins_character(text[end])) ++end;
    const std::string_view slice = normalize_all(normalizers_, text.substr(0, end), buffers_);
    hashes_.clear();
    units_->append_hashes(slice, false, hashes_);
    size.units += hashes_.size();
    if (!is_ascii) size.normalized += slice.size();
    text.remove_prefix(end);
  }
  return size;
}

}  // namespace textkin::text
