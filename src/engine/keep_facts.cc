#include "engine/keep_facts.h"

namespace textkin::engine {

cluster::KeepFacts keep_facts(const cluster::KeepPolicy& policy, const Collection& collection) {
  using Kind = cluster::KeepPolicy::Kind;
  cluster::KeepFacts facts;
  facts.documents = collection.documents();
  if (policy.kind == Kind::kLongest || policy.kind == Kind::kShortest) {
    for (const DocumentRecord& record : collection.records) facts.characters.push_back(record.characters);
  } else if (policy.kind == Kind::kField) {
    facts.values = collection.values;
  } else if (policy.kind == Kind::kPrefer) {
    std::vector<std::uint8_t> source_matches;
    for (const input::Source& source : collection.list.sources)
      source_matches.push_back(cluster::matches_preference(policy.argument, source.name) ||
                               cluster::matches_preference(policy.argument, source.path) ||
                               cluster::matches_preference(policy.argument, source.relative));
    for (DocId doc = 0; doc < collection.documents(); ++doc)
      facts.preferred.push_back(source_matches[collection.records[doc].source] ||
                                cluster::matches_preference(policy.argument, collection.ids[doc]));
  }
  return facts;
}

}  // namespace textkin::engine
