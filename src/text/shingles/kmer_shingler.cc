#include "text/shingles/kmer_shingler.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/sort.h"
#include "hash/mix.h"

namespace textkin::text {
namespace {

constexpr std::uint8_t kSpace = 4;
constexpr std::uint8_t kLineEnd = 5;
constexpr std::uint8_t kBreak = 6;
constexpr std::uint8_t kHeader = 7;  // where a line begins; elsewhere it breaks the run

constexpr std::array<std::uint8_t, 256> kKinds = [] {
  std::array<std::uint8_t, 256> kinds{};
  kinds.fill(kBreak);
  constexpr std::string_view kBases = "ACGT";
  for (std::uint8_t i = 0; i < kBases.size(); ++i)
    kinds[static_cast<unsigned char>(kBases[i])] = kinds[static_cast<unsigned char>(kBases[i] + 0x20)] = i;
  for (const char c : {' ', '\t', '\v', '\f'}) kinds[static_cast<unsigned char>(c)] = kSpace;
  kinds['\n'] = kinds['\r'] = kLineEnd;
  kinds['>'] = kinds[';'] = kHeader;
  return kinds;
}();

// Appends the features of `text`, repeats included.
void append_kmers(std::string_view text, std::uint32_t size, std::vector<Feature>& out) {
  const std::uint64_t mask = ~std::uint64_t{0} >> (64 - 2 * size);
  const std::uint32_t top = 2 * (size - 1);
  std::uint64_t forward = 0;
  std::uint64_t reverse = 0;
  std::uint32_t run = 0;  // nucleotides in a row, at most `size`
  bool line_begins = true;
  const std::size_t before = out.size();
  out.resize(before + text.size());
  Feature* write = out.data() + before;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::uint64_t kind = kKinds[static_cast<unsigned char>(text[i])];
    if (kind < kSpace) [[likely]] {
      forward = (forward << 2 | kind) & mask;
      reverse = reverse >> 2 | (3 - kind) << top;
      run += run < size;
      if (run == size) *write++ = hash::stream_word(kKmerSeed, std::min(forward, reverse));
      line_begins = false;
      continue;
    }
    if (kind != kSpace && kind != kLineEnd) {
      run = 0;
      if (kind == kHeader && line_begins) i = std::min(text.find_first_of("\r\n", i), text.size()) - 1;
    }
    line_begins = kind == kLineEnd;
  }
  out.resize(static_cast<std::size_t>(write - out.data()));
}

}  // namespace

double canonical_kmers(std::uint32_t size) {
  const double all = std::pow(4.0, size);
  return size % 2 == 1 ? all / 2 : (all + std::pow(4.0, size / 2)) / 2;
}

void KmerShingler::append_distinct(std::string_view text, std::vector<Feature>& out) {
  const std::size_t before = out.size();
  append_kmers(text, size_, out);
  if (multiset_) {
    distinct_.make_distinct(out, before, true);
    return;
  }
  base::sort(out.data() + before, out.size() - before);
  out.erase(std::unique(out.begin() + static_cast<std::ptrdiff_t>(before), out.end()), out.end());
}

void KmerShingler::append_counted(std::string_view text, std::vector<Feature>& out, std::vector<double>& counts) {
  repeated_.clear();
  append_kmers(text, size_, repeated_);
  distinct_.append_counted(repeated_.data(), repeated_.size(), out, counts);
}

void KmerShingler::append_sorted(std::string_view text, std::vector<Feature>& out) {
  const std::size_t before = out.size();
  append_distinct(text, out);
  if (multiset_) base::sort(out.data() + before, out.size() - before);
}

}  // namespace textkin::text
