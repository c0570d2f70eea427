#include "engine/commands/explain/ru_pair.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "engine/commands/explain/explain_rows.h"
#include "engine/commands/two_documents.h"
#include "report/commands/explanation.h"
#include "text/catalog.h"

namespace textkin::engine::commands {
namespace {

// Of features alone, numbered as they ascend.
Result<RuPair> read_unnamed(const run::ReadOptions& asked, const std::string& takes, Progress& progress) {
  TEXTKIN_ASSIGN_OR_RETURN(const TwoDocuments two, read_two_documents(asked, 4, takes, progress));
  RuPair pair{two.id_a, two.id_b, {}, {}, {}};
  std::vector<Feature> all;
  std::ranges::set_union(two.a(), two.b(), std::back_inserter(all));
  for (const auto& [from, to] : {std::pair(two.a(), &pair.a), std::pair(two.b(), &pair.b)})
    for (const Feature feature : from)
      to->push_back(static_cast<Feature>(std::ranges::lower_bound(all, feature) - all.begin()));
  for (const Feature feature : all) pair.names.push_back(fmt::format("{:016x}", feature));
  return pair;
}

}  // namespace

Result<RuPair> read_ru_pair(const run::ReadOptions& asked, const std::string& order, const std::string& takes,
                            Progress& progress) {
  if (order == "hash" && !text::make_named_shingler(asked.text).ok()) return read_unnamed(asked, takes, progress);
  TEXTKIN_ASSIGN_OR_RETURN(run::Reading reading, run::settle(asked));
  reading.inputs.number_repeated_ids = true;
  report::Explanation rows;
  TEXTKIN_RETURN_IF_ERROR(fill_rows(reading, order, progress, rows));
  if (rows.ids.size() != 2)
    return Status(Code::kInvalidArgument, fmt::format("{}; these inputs hold {}", takes, rows.ids.size()));
  RuPair pair{rows.ids[0], rows.ids[1], {}, {}, {}};
  pair.a.assign(rows.sets[0].begin(), rows.sets[0].end());
  pair.b.assign(rows.sets[1].begin(), rows.sets[1].end());
  for (const report::Explanation::Row& row : rows.rows) pair.names.push_back(row.shingle);
  return pair;
}

}  // namespace textkin::engine::commands
