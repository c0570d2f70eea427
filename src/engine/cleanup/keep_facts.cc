#include "engine/cleanup/keep_facts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
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
OwnedFieldValue to_owned(const FieldValue& read) {
  return {read.kind, read.beyond, read.number, std::string(read.text)};
}

bool is_value(const OwnedFieldValue& value) {
  return value.kind == FieldKind::kText || (value.kind == FieldKind::kNumber && !std::isnan(value.number));
}

void say_if_none(const std::string& field, const cluster::KeepFacts& facts, std::size_t own, Progress& progress) {
  if (own == 0 || std::any_of(facts.values.begin(), facts.values.begin() + static_cast<std::ptrdiff_t>(own), is_value))
    return;
  progress.warn(
      fmt::format("--keep field:{0}: no document has a number or a string in a field \"{0}\" of its own, so that the "
                  "earlier of alike "
                  "ones stays; check the name (fields within others are not looked at)",
                  field));
}

}  // namespace

Result<cluster::KeepFacts> keep_facts(const cluster::KeepPolicy& policy, const read::Collection& collection,
                                      Progress& progress) {
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
  if (policy.kind == Kind::kField)
    say_if_none(policy.argument, facts, collection.has_against ? collection.against : facts.documents, progress);
  return facts;
}

std::vector<std::uint8_t> preferred_rows(std::string_view pattern, const MemorySource& names) {
  std::vector<std::uint8_t> preferred(names.rows());
  for (std::uint64_t row = 0; row < names.rows(); ++row)
    preferred[row] = cluster::matches_preference(pattern, names.text(row));
  return preferred;
}

}  // namespace textkin::engine::cleanup
