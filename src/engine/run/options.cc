#include "engine/run/options.h"

#include "join/measures/cosine.h"

namespace textkin::engine::run {

namespace {

// Repeats and weights become copies, of which minima and maxima are the weighted forms of the other measures. The
// cosine of vectors is not made of minima: of copies the formula gives neither.
Status check_measure_of_weights(const RunOptions& asked) {
  const bool weights = asked.text.multiset || asked.text.weights == Weights::kSuffix;
  if (!weights || asked.search.measure != join::Cosine::kName) return {};
  return Status(Code::kInvalidArgument,
                "--measure cosine is of sets; of counted or weighted shingles `textkin simhash` finds pairs with their "
                "exact cosine, and `textkin compare` prints that of two documents");
}

}  // namespace

Result<SettledRun> settle(const RunOptions& asked) {
  TEXTKIN_RETURN_IF_ERROR(check_measure_of_weights(asked));
  TEXTKIN_ASSIGN_OR_RETURN(Search search, settle(asked.search));
  TEXTKIN_ASSIGN_OR_RETURN(Reading reading, settle(static_cast<const ReadOptions&>(asked)));
  return SettledRun{std::move(reading), std::move(search)};
}

}  // namespace textkin::engine::run
