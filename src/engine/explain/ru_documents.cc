#include "engine/explain/ru_documents.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "engine/commands/two_documents.h"
#include "engine/explain/explain_rows.h"
#include "report/commands/explanation.h"
#include "text/catalog.h"

namespace textkin::engine::explain {
namespace {

// Of features alone, numbered as they ascend.
Result<RuDocuments> read_unnamed(const run::ReadOptions& asked, const std::string& takes, Progress& progress) {
  TEXTKIN_ASSIGN_OR_RETURN(const commands::TwoDocuments two, commands::read_two_documents(asked, 4, takes, progress));
  RuDocuments read{{two.id_a, two.id_b}, {}, {}};
  std::vector<Feature> all;
  std::ranges::set_union(two.a(), two.b(), std::back_inserter(all));
  for (const FeatureView from : {two.a(), two.b()}) {
    std::vector<Feature>& set = read.sets.emplace_back();
    for (const Feature feature : from)
      set.push_back(static_cast<Feature>(std::ranges::lower_bound(all, feature) - all.begin()));
  }
  for (const Feature feature : all) read.names.push_back(fmt::format("{:016x}", feature));
  return read;
}

}  // namespace

Result<RuDocuments> read_ru_documents(const run::ReadOptions& asked, const std::string& order, std::size_t most,
                                      const std::string& takes, Progress& progress) {
  if (order == "hash" && !text::make_named_shingler(asked.text).ok()) return read_unnamed(asked, takes, progress);
  TEXTKIN_ASSIGN_OR_RETURN(run::Reading reading, run::settle(asked));
  reading.inputs.number_repeated_ids = true;
  report::Explanation rows;
  TEXTKIN_RETURN_IF_ERROR(fill_rows(reading, order, progress, rows));
  if (rows.ids.size() < 2 || rows.ids.size() > most)
    return Status(Code::kInvalidArgument,
                  fmt::format("{} or more, at most {}; these inputs hold {}", takes, most, rows.ids.size()));
  RuDocuments read{rows.ids, {}, {}};
  for (const std::vector<std::uint32_t>& set : rows.sets) read.sets.emplace_back(set.begin(), set.end());
  for (const report::Explanation::Row& row : rows.rows) read.names.push_back(row.name());
  return read;
}

}  // namespace textkin::engine::explain
