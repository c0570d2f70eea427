#include "engine/run/options.h"

namespace textkin::engine::run {

Result<SettledRun> settle(const RunOptions& asked) {
  TEXTKIN_ASSIGN_OR_RETURN(Search search, settle(asked.search));
  TEXTKIN_ASSIGN_OR_RETURN(Reading reading, settle(static_cast<const ReadOptions&>(asked)));
  return SettledRun{std::move(reading), std::move(search)};
}

}  // namespace textkin::engine::run
