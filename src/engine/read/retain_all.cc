#include "engine/read/retain_all.h"

#include <utility>

#include "engine/read/first_pass.h"
#include "engine/run/run_spec.h"

namespace textkin::engine::read {

Result<Collection> retain_all(const run::Reading& reading, std::uint64_t bytes, Progress& progress,
                              const std::string& too_many) {
  TEXTKIN_ASSIGN_OR_RETURN(FirstPass pass, FirstPass::open(reading, run::read_spec(reading), progress));
  TEXTKIN_ASSIGN_OR_RETURN(RetainedSets retained, std::move(pass).retain({.features = bytes / sizeof(Feature)}));
  if (!retained.all()) return Status(Code::kExhausted, too_many);
  TEXTKIN_ASSIGN_OR_RETURN(ReadCollection read, std::move(retained).finish());
  return std::move(read.collection);
}

}  // namespace textkin::engine::read
