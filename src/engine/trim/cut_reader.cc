#include "engine/trim/cut_reader.h"

namespace textkin::engine::trim {

// Both records of a run are of one document, but may lie in two partitions.
Status CutReader::append_before(DocId end, std::vector<ChosenRun>& out) {
  while (true) {
    if (records_.size() - next_ < 2 && partition_ < base::RecordPartitions::kPartitions) {
      records_.erase(records_.begin(), records_.begin() + static_cast<std::ptrdiff_t>(next_));
      next_ = 0;
      const std::size_t before = records_.size();
      TEXTKIN_RETURN_IF_ERROR(chosen_.records->take(partition_++, records_));
      base::sort(records_.data() + before, records_.size() - before);
      continue;
    }
    if (next_ == records_.size()) return {};
    const base::KeyValue& first = records_[next_];
    if (code_.place_of_key(first.key).document >= end) return {};
    const base::KeyValue& last = records_[next_ + 1];
    out.push_back({.first = code_.place_of_key(first.key),
                   .last = code_.place_of_key(last.key),
                   .first_stays = code_.place_of_key(first.value),
                   .last_stays = code_.place_of_key(last.value)});
    next_ += 2;
  }
}

}  // namespace textkin::engine::trim
