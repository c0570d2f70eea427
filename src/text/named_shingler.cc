#include "text/named_shingler.h"

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "text/shingle_hash.h"

namespace textkin::text {

NamedShingler::NamedShingler(std::vector<std::unique_ptr<Normalizer>> normalizers, std::unique_ptr<Tokenizer> units,
                             std::uint32_t shingle_size, std::string_view between)
    : normalizers_(std::move(normalizers)), units_(std::move(units)), shingle_size_(shingle_size), between_(between) {}

void NamedShingler::append(std::string_view text, std::vector<NamedShingle>& out) {
  int next = 0;
  for (const auto& normalizer : normalizers_) {
    normalizer->apply(text, buffers_[next]);
    text = buffers_[next].view();
    next = 1 - next;
  }
  tokens_.clear();
  features_.clear();
  units_->append_tokens(text, false, tokens_);
  units_->append_hashes(text, false, features_);
  const std::size_t length = std::min<std::size_t>(shingle_size_, tokens_.size());
  features_.resize(shingle(features_.data(), features_.size(), shingle_size_));

  std::unordered_set<Feature> seen;
  for (std::size_t place = 0; place < features_.size(); ++place) {
    if (!seen.insert(features_[place]).second) continue;
    std::string name;
    for (std::size_t i = 0; i < length; ++i) name += (i == 0 ? "" : between_) + tokens_[place + i];
    out.push_back({features_[place], std::move(name)});
  }
}

}  // namespace textkin::text
