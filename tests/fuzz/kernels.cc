// Any bytes through the vectorised kernels: on each target of this machine they give what their scalar twins give.
// Buffers are exactly as large as was promised, so that a sanitizer sees a step too far.
#include <algorithm>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "base/byte_count.h"
#include "base/cpu.h"
#include "draws.h"
#include "fuzzer.h"
#include "join/sets/overlap_kernel.h"
#include "text/normalize/normalize_icu.h"
#include "text/shingles/shingle_hash.h"
#include "text/unicode/char_class.h"
#include "text/unicode/char_scan.h"
#include "text/unicode/word_scan.h"

namespace textkin::fuzz::kernels {
namespace {

// The scalar answer first; every target that this machine has must give it too.
template <class Make>
void same_on_every_target(const Make& make) {
  require(base::force_simd("scalar").ok());
  const auto expected = make();
  for (const char* const target : {"auto", "avx512", "avx2", "sse4"})
    if (base::force_simd(target).ok()) require(make() == expected);
  require(base::force_simd("auto").ok());
}

struct Scanned {
  std::vector<char> copy;
  std::vector<std::uint64_t> masks;
  std::vector<std::uint32_t> edges;
  std::uint64_t counts = 0;
  bool any_high = false;

  bool operator==(const Scanned&) const = default;
};

Scanned scan(const std::vector<char>& text, const std::vector<std::uint64_t>& cuts, text::ByteClass byte_class,
             bool lower) {
  Scanned out;
  const std::size_t blocks = text::mask_blocks(text.size());
  out.copy.resize(64 * blocks + 64);
  std::vector<text::BlockMask> masks(blocks);
  out.any_high = text::classify(text.data(), text.size(), byte_class, lower, out.copy.data(), masks.data());
  for (const text::BlockMask& mask : masks) out.masks.insert(out.masks.end(), {mask.word, mask.high});
  out.edges.resize(text::edge_room(blocks));
  out.edges.resize(2 * text::spans(masks.data(), cuts.empty() ? nullptr : cuts.data(), blocks, out.edges.data()));
  std::vector<char> ascii(text.size() + 64);
  const std::size_t copied = text::copy_ascii(text.data(), text.size(), lower, ascii.data());
  require(copied == text::ascii_prefix(text.data(), text.size()));
  out.copy.insert(out.copy.end(), ascii.begin(), ascii.begin() + static_cast<std::ptrdiff_t>(copied));
  const std::string_view all(text.data(), text.size());
  out.counts = base::count_byte(all, '\n') << 32 | base::count_code_points(all);
  return out;
}

void word_scan(std::string_view bytes) {
  Draws draws(bytes);
  const auto byte_class = draws.flag() ? text::ByteClass::kVisible : text::ByteClass::kAlphanumeric;
  const bool lower = draws.flag();
  std::vector<std::uint64_t> cuts(draws.flag() ? text::mask_blocks(bytes.size()) : 0);
  for (std::uint64_t& cut : cuts) cut = draws.any<std::uint64_t>() & draws.any<std::uint64_t>();
  const std::vector<char> text(draws.rest().begin(), draws.rest().end());
  if (!cuts.empty()) cuts.resize(text::mask_blocks(text.size()));
  same_on_every_target([&] { return scan(text, cuts, byte_class, lower); });
}

// Words beyond ASCII by flags that are drawn, and normal forms, of which a part is told by kernels.
void char_scan(std::string_view bytes) {
  Draws draws(bytes);
  const auto word = static_cast<std::uint8_t>(draws.number(0, 255));
  const auto solo = static_cast<std::uint8_t>(draws.number(0, 255));
  const auto normalizer = draws.flag() ? text::make_nfkc_casefold() : text::make_nfc();
  const text::WordFlags flags(text::char_flags(), word, solo);
  const std::vector<char> text(draws.rest().begin(), draws.rest().end());
  same_on_every_target([&] {
    std::vector<char> copy(64 * text::mask_blocks(text.size()) + 64);
    std::vector<text::BlockMask> masks(text::mask_blocks(text.size()));
    std::vector<std::uint64_t> out(masks.size());
    text::classify(text.data(), text.size(), text::ByteClass::kAlphanumeric, false, copy.data(), masks.data());
    text::settle_high(copy.data(), text.size(), flags, masks.data(), out.data());
    for (const text::BlockMask& mask : masks) out.push_back(mask.word);
    text::ByteBuffer form;
    normalizer->apply({text.data(), text.size()}, form);
    return std::pair(out, std::string(form.view()));
  });
}

void shingle(std::string_view bytes) {
  Draws draws(bytes);
  const auto size = static_cast<std::uint32_t>(draws.flag() ? draws.number(1, 12) : draws.number(1, 1024));
  std::vector<std::uint64_t> units;
  while (!draws.rest().empty()) units.push_back(draws.flag() ? draws.any<std::uint64_t>() : draws.number(0, 3));
  same_on_every_target([&] {
    std::vector<std::uint64_t> features = units;
    features.resize(text::shingle(features.data(), features.size(), size));
    return features;
  });
}

// An ascending set; most steps are small, so that two of them share much.
std::vector<Feature> draw_set(Draws& draws) {
  std::vector<Feature> set;
  Feature last = draws.number(0, 3);
  for (auto left = draws.number(0, 300); left > 0; --left) {
    set.push_back(last);
    last += 1 + (draws.number(0, 15) == 0 ? draws.any<std::uint32_t>() : draws.number(0, 3));
  }
  return set;
}

void overlap(std::string_view bytes) {
  Draws draws(bytes);
  const std::vector<Feature> a = draw_set(draws);
  const std::vector<Feature> b = draw_set(draws);
  const std::uint64_t needed = draws.flag() ? draws.number(0, 300) : 0;
  std::vector<Feature> shared;
  std::ranges::set_intersection(a, b, std::back_inserter(shared));
  for (const char* const target : {"auto", "avx512", "avx2", "sse4"}) {
    if (!base::force_simd(target).ok()) continue;
    for (const auto kernel : {join::shared_scalar, join::shared_simd}) {
      const std::uint64_t found = kernel(a, b, needed);
      require(found == shared.size() || (found == join::kOutOfReach && shared.size() < needed));
    }
  }
  require(base::force_simd("auto").ok());
}

const Registered kWordScan({.name = "word_scan", .run = word_scan});
const Registered kCharScan({.name = "char_scan", .run = char_scan});
const Registered kShingle({.name = "shingle", .run = shingle});
const Registered kOverlap({.name = "overlap", .run = overlap});

}  // namespace
}  // namespace textkin::fuzz::kernels
