// KeepRule: which document stays, as it was typed and as it is meant.
#pragma once

#include <string>

#include "cluster/keep_policy.h"
#include "engine/find/search_goal.h"
#include "engine/run/options.h"
#include "textkin/progress.h"
#include "textkin/status.h"

namespace textkin::engine::cleanup {

struct KeepRule {
  std::string typed;
  cluster::KeepPolicy policy;

  // What a search is for under this rule. Both the rule and `progress` must outlive the goal.
  find::SearchGoal goal(find::PairsWanted want, Progress& progress) const;
};

// kInvalidArgument for a rule that is none, and for a search by another measure than Jaccard's.
Result<KeepRule> parse_keep_rule(const std::string& typed, const run::Search& search);

// The run that also reads the field that the rule looks at.
run::SettledRun with_field_of(const KeepRule& rule, run::SettledRun run);

}  // namespace textkin::engine::cleanup
