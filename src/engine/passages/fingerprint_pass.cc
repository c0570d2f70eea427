#include "engine/passages/fingerprint_pass.h"

#include "engine/passages/fingerprint_visitor.h"
#include "engine/read/text_pass.h"

namespace textkin::engine::passages {

Status read_fingerprints(const run::Reading& reading, const align::WinnowSpec& spec, Progress& progress,
                         base::SpillingRecords& fingerprints, FoundPassages& found) {
  TEXTKIN_ASSIGN_OR_RETURN(found.collection, read::open_collection(reading, "", kBytesAnAlignedByte));
  FingerprintVisitor visitor(spec, reading.limits.threads, fingerprints, found);
  TEXTKIN_RETURN_IF_ERROR(read::read_texts(found.collection, reading.inputs, visitor, progress));
  return visitor.too_large();
}

}  // namespace textkin::engine::passages
