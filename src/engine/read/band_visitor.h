// BandVisitor: feature sets -> signatures -> band records.
#pragma once

#include <memory>
#include <vector>

#include "base/memory_records.h"
#include "engine/read/set_visitor.h"
#include "join/bands/banding.h"
#include "textkin/plan.h"
#include "textkin/sketch_options.h"
#include "textkin/sketcher.h"

namespace textkin::engine::read {

struct RecordsOfBlock : SetVisitor::Made {
  join::BandRecords records;  // documents are numbered from 0
};

class BandVisitor final : public SetVisitorOf<RecordsOfBlock> {
 public:
  // Records are appended to both tables, which must outlive it, as must `plan`.
  static Result<BandVisitor> make(const SketchOptions& sketch, const Plan& plan, unsigned threads,
                                  base::DocumentRecords& whole, base::DocumentRecords& bands);

  Status make(const FeatureBlock& sets, unsigned worker, RecordsOfBlock& made) override;
  Status take(DocId first, RecordsOfBlock& made) override;

 private:
  struct Worker {
    std::unique_ptr<Sketcher> sketcher;
    SignatureBlock signatures;
  };
  BandVisitor(const Plan& plan, base::DocumentRecords& whole, base::DocumentRecords& bands)
      : plan_(&plan), whole_(&whole), bands_(&bands) {}

  const Plan* plan_;
  base::DocumentRecords* whole_;
  base::DocumentRecords* bands_;
  std::vector<Worker> workers_;
};

}  // namespace textkin::engine::read
