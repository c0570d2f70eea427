#include "engine/read/text_sample.h"

#include <atomic>
#include <bit>
#include <iterator>
#include <map>
#include <utility>

#include "base/byte_count.h"
#include "base/checksum.h"
#include "engine/read/text_pass.h"
#include "hash/mix.h"
#include "text/unicode/utf8.h"

namespace textkin::engine::read {
namespace {

std::string_view beginning_of(std::string_view text) {
  if (text.size() <= kMostBytesOfAText) return text;
  return text.substr(0, text::code_point_start(text, kMostBytesOfAText));
}

struct SampleBlock : BlockVisitor::Made {
  std::vector<std::pair<std::uint64_t, std::string>> texts;
};

class SampleVisitor final : public VisitorOf<SampleBlock> {
 public:
  SampleVisitor(std::size_t most, std::uint64_t seed, TextSample& out) : most_(most), seed_(seed), out_(out) {}

  Status make(std::span<const Document> documents, unsigned /*worker*/, SampleBlock& made) override {
    for (const Document& document : documents) {
      made.sizes.push_back(static_cast<std::uint32_t>(base::count_code_points(document.text)));
      const std::uint64_t hash = hash::mix64(base::checksum(document.text) ^ seed_);
      if (made.sizes.back() > 0 && hash < limit_.load(std::memory_order_relaxed))
        made.texts.emplace_back(hash, beginning_of(document.text));
    }
    return {};
  }

  Status take(DocId /*first*/, SampleBlock& made) override {
    for (const std::uint32_t size : made.sizes) {
      ++out_.documents;
      out_.characters += size;
      size == 0 ? static_cast<void>(++out_.empty) : out_.lengths.add(size);
    }
    for (auto& [hash, text] : made.texts) {
      const auto [at, fresh] = texts_.try_emplace(hash, std::move(text));
      if (fresh) bytes_ += at->second.size();
    }
    while (texts_.size() > most_ || (bytes_ > kMostBytesOfTexts && texts_.size() > 2)) {
      const auto last = std::prev(texts_.end());
      limit_.store(last->first, std::memory_order_relaxed);
      bytes_ -= last->second.size();
      texts_.erase(last);
    }
    return {};
  }

  void refuse(const input::Problem& /*problem*/) override { ++out_.problems; }
  bool keeps_documents() const override { return false; }

  void finish() {
    for (auto& [hash, text] : texts_) {
      out_.texts_characters += base::count_code_points(text);
      out_.texts.push_back(std::move(text));
    }
  }

 private:
  const std::size_t most_;
  const std::uint64_t seed_;
  std::atomic<std::uint64_t> limit_ = ~std::uint64_t{0};  // what has no smaller hash is never kept
  std::map<std::uint64_t, std::string> texts_;
  std::uint64_t bytes_ = 0;
  TextSample& out_;
};

}  // namespace

std::size_t LengthCounts::step_of(std::uint32_t length) {
  if (length < 32) return length;
  const auto octave = static_cast<std::size_t>(std::bit_width(length)) - 5;
  return octave * 16 + (length >> octave);
}

std::uint32_t LengthCounts::least_of(std::size_t step) {
  if (step < 32) return static_cast<std::uint32_t>(step);
  const std::size_t octave = step / 16 - 1;
  return static_cast<std::uint32_t>((step - octave * 16) << octave);
}

std::uint32_t LengthCounts::at(double share) const {
  std::uint64_t all = 0;
  for (const std::uint64_t count : counts_) all += count;
  const double wanted = share * static_cast<double>(all);
  std::uint64_t seen = 0;
  for (std::size_t step = 0; step < counts_.size(); ++step) {
    seen += counts_[step];
    if (seen > 0 && static_cast<double>(seen) >= wanted) return least_of(step);
  }
  return 0;
}

Result<TextSample> sample_texts(const run::Reading& reading, std::size_t most, std::uint64_t seed, Progress& progress) {
  TextSample out;
  SampleVisitor visitor(most, seed, out);
  TEXTKIN_ASSIGN_OR_RETURN(Collection collection, open_collection(reading, ""));
  TEXTKIN_RETURN_IF_ERROR(read_texts(collection, {}, visitor, progress));
  visitor.finish();
  return out;
}

}  // namespace textkin::engine::read
