#include "engine/cleanup/keep_facts.h"

#include <string>
#include <string_view>

#include "base/free_room.h"
#include "store/document_reader.h"
#include "store/field_value.h"
#include "textkin/field_value.h"

namespace textkin::engine::cleanup {
namespace {

constexpr std::uint64_t kBesideText = 16;  // what an allocation costs beside its bytes

// A text of the table is a view that lives until the next row is read.
OwnedFieldValue to_owned(const FieldValue& read) { return {read.kind, read.number, std::string(read.text)}; }

}  // namespace

Result<cluster::KeepFacts> keep_facts(const cluster::KeepPolicy& policy, const read::Collection& collection) {
  using Kind = cluster::KeepPolicy::Kind;
  cluster::KeepFacts facts;
  facts.documents = collection.documents();
  if (policy.kind == Kind::kFirst || policy.kind == Kind::kLast) return facts;
  // The only fact that is larger than what every document is allowed anyway.
  const std::uint64_t most = collection.budget->limit() / 2;
  std::uint64_t needed = policy.kind == Kind::kField ? std::uint64_t{facts.documents} * sizeof(OwnedFieldValue) : 0;
  const auto too_little = [&] { return run::too_little_memory(collection.shares.given, 2 * needed, facts.documents); };
  if (needed > most) return too_little();
  facts.values.reserve(policy.kind == Kind::kField ? facts.documents : 0);
  std::vector<std::uint8_t> source_matches;
  if (policy.kind == Kind::kPrefer) {
    for (const input::Source& source : collection.list.sources)
      source_matches.push_back(cluster::matches_preference(policy.argument, source.name) ||
                               cluster::matches_preference(policy.argument, source.path) ||
                               cluster::matches_preference(policy.argument, source.relative));
  }
  store::DocumentReader documents(collection.table);
  store::DocumentRow row;
  for (DocId doc = 0; doc < collection.documents(); ++doc) {
    TEXTKIN_RETURN_IF_ERROR(documents.read(doc, row));
    if (policy.kind == Kind::kField) {
      needed += row.value.size() + kBesideText;
      if (needed <= most) {
        facts.values.push_back(to_owned(store::to_value(row.value)));
      } else {
        base::free_room(facts.values);  // the rest is only counted, to say what would do
      }
    } else if (policy.kind == Kind::kPrefer) {
      facts.preferred.push_back(source_matches[row.record.source] ||
                                cluster::matches_preference(policy.argument, row.id));
    } else {
      facts.characters.push_back(row.record.characters);
    }
  }
  if (needed > most) return too_little();
  return facts;
}

std::vector<std::uint8_t> preferred_rows(std::string_view pattern, const MemorySource& names) {
  std::vector<std::uint8_t> preferred(names.rows());
  for (std::uint64_t row = 0; row < names.rows(); ++row)
    preferred[row] = cluster::matches_preference(pattern, names.text(row));
  return preferred;
}

}  // namespace textkin::engine::cleanup
