#include "engine/find/found_pairs.h"

namespace textkin::engine::find {

void take_duplicates(join::IdenticalGroups& groups, const read::Collection& collection, FoundPairs& found) {
  const auto on_against_side = [&](DocId doc) { return doc >= collection.against; };
  DocId group = kNoDoc;
  DocId first_across = kNoDoc;  // who stands for the group on the side that its first is not on
  for (const Duplicate& member : groups.members) {
    if (member.first != group) {
      group = member.first;
      first_across = kNoDoc;
    }
    DocId first = group;
    if (on_against_side(member.doc) != on_against_side(group)) {
      if (first_across == kNoDoc) {
        first_across = member.doc;
        groups.collapsed[member.doc] = 0;
        continue;
      }
      first = first_across;
    }
    found.duplicates.push_back({member.doc, first, member.size});
  }
  found.counts.candidates += groups.verified;
  found.counts.verified += groups.verified;
}

}  // namespace textkin::engine::find
