// BandVisitor: feature sets -> band records: of short sets by keys of their own, of others by their signatures.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "base/memory_records.h"
#include "engine/read/set_visitor.h"
#include "join/bands/banding.h"
#include "join/bands/short_sets.h"
#include "textkin/plan.h"
#include "textkin/sketch_options.h"
#include "textkin/sketcher.h"

namespace textkin::engine::read {

struct RecordsOfBlock : SetVisitor::Made {
  join::BandRecords records;  // documents are numbered from 0
};

// Short sets are none where bands were given or preferred: then bands are what is asked for, whatever they find, and
// records that were kept serve other thresholds.
// kAll: short sets have records of bands, too, where what meets in a band is asked for.
enum class BandsOf : std::uint8_t { kLongSets, kAll };

class BandVisitor final : public SetVisitorOf<RecordsOfBlock> {
 public:
  // Records are appended to both tables, which must outlive it, as must `plan`.
  static Result<BandVisitor> make(const SketchOptions& sketch, const Plan& plan, BandsOf of, unsigned threads,
                                  base::DocumentRecords& whole, base::DocumentRecords& bands);

  Status make(const FeatureBlock& sets, unsigned worker, RecordsOfBlock& made) override;
  Status take(DocId first, RecordsOfBlock& made) override;

 private:
  struct Worker {
    std::unique_ptr<Sketcher> sketcher;
    SignatureBlock signatures;
    FeatureBlock sets;          // what is sketched of a block, where it has short sets
    std::vector<DocId> places;  // of these in the block
  };
  BandVisitor(const Plan& plan, BandsOf of, base::DocumentRecords& whole, base::DocumentRecords& bands)
      : plan_(&plan), short_(plan.recall_target > 0 ? plan.threshold : 0), of_(of), whole_(&whole), bands_(&bands) {}
  // own.sets: those that are not short.
  void take_out_short(const FeatureBlock& sets, Worker& own) const;

  const Plan* plan_;
  join::ShortSets short_;
  BandsOf of_;
  base::DocumentRecords* whole_;
  base::DocumentRecords* bands_;
  std::vector<Worker> workers_;
};

}  // namespace textkin::engine::read
