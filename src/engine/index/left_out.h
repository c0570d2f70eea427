// LeftOut: documents that share a common key with a question, and were not looked at because there are too many of
// them.
//
// What a law promises of bands that were asked holds of a document whose cells are drawn as any others are. Documents
// that all hold one template agree in the bands of the template, which are those that are left out: of them far fewer
// are found than the law says. So some of them are looked at, evenly spread over the records, and counted.
//
// A document stands in the range of several bands; each of its records stands for a part of it. Threads: one.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "archive/band_keys.h"
#include "archive/key_lists.h"
#include "textkin/document.h"
#include "textkin/status.h"

namespace textkin::engine::index {

class LeftOut {
 public:
  void clear();
  // The records of a band whose keys agree with `key` in so many rows, whether or not some of them were looked at.
  void add(std::uint32_t band, std::uint64_t key, std::uint32_t rows, const std::vector<archive::Stretch>& stretches);

  std::uint64_t records() const { return records_; }
  // Replaces `out` by the documents of `most` records, or of all, ascending; one may stand there several times.
  Status sample(std::uint64_t most, std::vector<DocId>& out) const;
  // In how many of the ranges a document of these keys stands; 1 at least.
  std::uint32_t times(const archive::BandKeys& keys) const;

 private:
  struct Range {
    std::uint64_t low = 1;  // none
    std::uint64_t high = 0;
  };
  std::array<Range, archive::kBands> ranges_;
  std::vector<archive::Stretch> stretches_;
  std::uint64_t records_ = 0;
};

}  // namespace textkin::engine::index
