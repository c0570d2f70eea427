#include "engine/run/read_options.h"

namespace textkin::engine::run {

Result<Reading> settle(const ReadOptions& asked) {
  if (asked.inputs.spec.arguments.empty()) return Status(Code::kInvalidArgument, "no INPUT given");
  return Reading{.inputs = asked.inputs, .text = asked.text, .limits = settle(asked.limits), .stats = asked.stats};
}

}  // namespace textkin::engine::run
