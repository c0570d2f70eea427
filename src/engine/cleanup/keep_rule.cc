#include "engine/cleanup/keep_rule.h"

#include <utility>

#include "engine/cleanup/keep_facts.h"
#include "engine/cleanup/old_side.h"
#include "join/measures/jaccard.h"

namespace textkin::engine::cleanup {

find::SearchGoal KeepRule::goal(find::PairsWanted want, Progress& progress) const {
  find::SearchGoal goal;
  goal.want = want;
  goal.keep = typed;
  goal.make_order = [this, &progress](const read::Collection& collection) -> Result<KeepOrder> {
    TEXTKIN_ASSIGN_OR_RETURN(const cluster::KeepFacts facts, keep_facts(policy, collection, progress));
    return old_first(cluster::keep_order(policy, facts), collection);
  };
  return goal;
}

Result<KeepRule> parse_keep_rule(const std::string& typed, const run::Search& search) {
  if (search.least.measure != &join::kJaccard)
    return Status(Code::kInvalidArgument, "documents stay or go by their Jaccard similarity; --measure " +
                                              std::string(search.least.measure->name) + " is for `textkin pairs`");
  TEXTKIN_ASSIGN_OR_RETURN(cluster::KeepPolicy policy, cluster::parse_keep_policy(typed));
  return KeepRule{typed, std::move(policy)};
}

run::SettledRun with_field_of(const KeepRule& rule, run::SettledRun run) {
  if (rule.policy.kind == cluster::KeepPolicy::Kind::kField) run.inputs.spec.value_fields = {rule.policy.argument};
  return run;
}

}  // namespace textkin::engine::cleanup
