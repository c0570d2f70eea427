// FingerprintVisitor: makes the records of align/fingerprint_join.h of texts, and counts what is excluded of them.
#pragma once

#include <array>
#include <memory>
#include <span>
#include <vector>

#include "align/winnow.h"
#include "base/spilling_records.h"
#include "engine/passages/exclusions.h"
#include "engine/passages/found_passages.h"
#include "engine/passages/passage_memory.h"
#include "engine/passages/text_fingerprints.h"
#include "engine/read/block_visitor.h"
#include "textkin/document.h"

namespace textkin::engine::passages {

struct FingerprintBlock : read::BlockVisitor::Made {
  std::uint64_t fingerprints = 0;
  std::vector<base::KeyValue> records;  // documents numbered from 0
  std::array<std::uint64_t, kExclusionKinds> excluded_words{};
};

class FingerprintVisitor final : public read::VisitorOf<FingerprintBlock> {
 public:
  // `found` has its exclusions and its language; both must outlive it. Records go to `out`, what is counted to `found`.
  // A document whose words have no room is left out, and the run must end with too_large().
  FingerprintVisitor(const align::WinnowSpec& spec, unsigned threads, base::SpillingRecords& out, FoundPassages& found);

  Status make(std::span<const Document> documents, unsigned thread, FingerprintBlock& made) override;
  Status take(DocId first, FingerprintBlock& made) override;
  void refuse(const input::Problem& problem) override;

  // kExhausted with what would do for the largest document that had no room.
  Status too_large() const { return too_large_.check(); }

 private:
  struct Worker {
    Worker(const align::WinnowSpec& spec, const FoundPassages& found)
        : finder(found.exclusions), fingerprints(found.words, spec) {}
    ExclusionFinder finder;
    std::vector<ExcludedSpan> excluded;
    TextFingerprints fingerprints;
  };

  base::SpillingRecords& out_;
  FoundPassages& found_;
  LargestNeed too_large_;
  std::vector<std::unique_ptr<Worker>> workers_;  // one a thread
};

}  // namespace textkin::engine::passages
