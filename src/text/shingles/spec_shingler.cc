#include "text/shingles/spec_shingler.h"

#include <algorithm>
#include <utility>

#include "base/free_room.h"
#include "hash/hash_sort.h"
#include "text/normalize/normalize_filter.h"
#include "text/shingles/shingle_hash.h"
#include "text/unicode/word_scan.h"

namespace textkin::text {
namespace {

constexpr std::size_t kKeptFeatures = 4u << 20;

}  // namespace

SpecShingler::SpecShingler(std::vector<std::unique_ptr<Normalizer>> normalizers, std::unique_ptr<Tokenizer> units,
                           std::uint32_t shingle_size, bool multiset)
    : normalizers_(std::move(normalizers)),
      units_(std::move(units)),
      shingle_size_(shingle_size),
      multiset_(multiset),
      ascii_lower_(make_ascii_lower()) {}

SpecShingler::Normalized SpecShingler::normalize(std::string_view text) {
  const bool is_ascii = ascii_prefix(text.data(), text.size()) == text.size();
  bool lower = false;
  int next = 0;
  const auto apply = [&](Normalizer& normalizer) {
    normalizer.apply(text, buffers_[next]);
    text = buffers_[next].view();
    next = 1 - next;
  };
  for (const auto& normalizer : normalizers_) {
    const AsciiEffect effect = normalizer->ascii_effect();
    if (is_ascii && effect == AsciiEffect::kNothing) continue;
    if (normalizer->lowers_ascii_only() || (is_ascii && effect == AsciiEffect::kLowers)) {
      lower = true;
      continue;
    }
    if (lower && effect != AsciiEffect::kEdits) {
      apply(*ascii_lower_);
      lower = false;
    }
    apply(*normalizer);
  }
  return {text, lower};
}

void SpecShingler::append_features(std::string_view text, std::vector<Feature>& out) {
  const std::size_t before = out.size();
  const Normalized normalized = normalize(text);
  units_->append_hashes(normalized.text, normalized.lower, out);
  out.resize(before + shingle(out.data() + before, out.size() - before, shingle_size_));
}

void SpecShingler::append_distinct(std::string_view text, std::vector<Feature>& out) {
  const std::size_t before = out.size();
  append_features(text, out);
  distinct_.make_distinct(out, before, multiset_);
}

void SpecShingler::append_counted(std::string_view text, std::vector<Feature>& out, std::vector<double>& counts) {
  features_.clear();
  append_features(text, features_);
  distinct_.append_counted(features_.data(), features_.size(), out, counts);
  // Room that only a rare text needs is not kept for the rest.
  if (features_.capacity() > kKeptFeatures) base::free_room(features_);
}

void SpecShingler::append_sorted(std::string_view text, std::vector<Feature>& out) {
  const std::size_t before = out.size();
  append_features(text, out);
  const std::size_t count = out.size() - before;
  if (multiset_) distinct_.replicate(out.data() + before, count);
  hash::sort_hashes(out.data() + before, count);
  out.erase(std::unique(out.begin() + static_cast<std::ptrdiff_t>(before), out.end()), out.end());
  if (count > kKeptFeatures && out.size() - before < count / 2) out.shrink_to_fit();
}

}  // namespace textkin::text
