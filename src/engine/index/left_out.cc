#include "engine/index/left_out.h"

#include <algorithm>

#include "base/sort.h"

namespace textkin::engine::index {

void LeftOut::clear() {
  ranges_.fill({});
  stretches_.clear();
  records_ = 0;
}

void LeftOut::add(std::uint32_t band, std::uint64_t key, std::uint32_t rows,
                  const std::vector<archive::Stretch>& stretches) {
  const auto [low, high] = archive::keys_of_prefix(key, rows);
  ranges_[band] = {.low = low, .high = high};
  for (const archive::Stretch& stretch : stretches) {
    stretches_.push_back(stretch);
    records_ += stretch.size();
  }
}

Status LeftOut::sample(std::uint64_t most, std::vector<DocId>& out) const {
  out.clear();
  const std::uint64_t count = std::min(most, records_);
  std::uint64_t before = 0;  // records of the stretches before
  std::size_t at = 0;
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::uint64_t record = records_ / count * i + records_ % count * i / count;
    while (record - before >= stretches_[at].size()) before += stretches_[at++].size();
    const std::uint64_t begin = stretches_[at].begin + record - before;
    TEXTKIN_RETURN_IF_ERROR(stretches_[at].of->append_documents(stretches_[at].list, begin, begin + 1, out));
  }
  base::sort(out.data(), out.size());
  return {};
}

std::uint32_t LeftOut::times(const archive::BandKeys& keys) const {
  std::uint32_t times = 0;
  for (std::uint32_t band = 0; band < archive::kBands; ++band)
    times += ranges_[band].low <= keys[band] && keys[band] <= ranges_[band].high ? 1 : 0;
  return std::max(times, 1u);
}

}  // namespace textkin::engine::index
