// QuickQuestions: questions of one text each to one open index, without a run around each: no scratch folder, no
// collection, and what a question needs (words cut, cells, candidates) stays from one to the next.
//
// Promise: rows and recall are those of query(), byte by byte; what is not asked by bands, is an estimate, or would be
// an error, is not answered here but left to query(). Ownership: holds the index open. Threads: one at a time. Memory:
// that of the longest text. Cost: of the question alone, some 40 us for 2 KB.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/index/finder.h"
#include "engine/index/index_union.h"
#include "engine/index/open_archive.h"
#include "engine/index/question.h"
#include "engine/index_ask/query.h"
#include "engine/run/search_options.h"
#include "report/rows/pair_rows.h"
#include "report/rows/table.h"
#include "textkin/feature_set.h"
#include "textkin/shingler.h"
#include "textkin/signature_block.h"
#include "textkin/sketcher.h"
#include "textkin/status.h"

namespace textkin::engine::index_ask {

class QuickQuestions {
 public:
  // `name`: of the index, as `folders` and `held` of its questions have it.
  static Result<std::unique_ptr<QuickQuestions>> open(const index::OpenArchive& archive, const std::string& name);

  // Appends the rows as lines of JSON and gives the recall; nothing, and nothing appended, where query() must answer.
  std::optional<double> answer(const run::SearchOptions& search, const QueryOptions& wanted, std::string_view id,
                               std::string_view text, std::string& rows);

 private:
  // What of a question decides how it is asked.
  struct Asked {
    run::SearchOptions search;
    QueryOptions wanted;
  };

  QuickQuestions(std::unique_ptr<index::IndexUnion> indexes, const report::Format& format);
  Status prepare(const run::SearchOptions& search, const QueryOptions& wanted);
  bool is_prepared(const run::SearchOptions& search, const QueryOptions& wanted) const;
  Status find(std::string_view text);
  Status append_rows(std::string_view id, std::string& rows);

  std::unique_ptr<index::IndexUnion> indexes_;
  report::Table<report::PairRow> table_;
  std::unique_ptr<Shingler> shingler_;
  std::unique_ptr<Sketcher> sketcher_;

  // Of the question that was asked last, which is often asked again of another text.
  std::optional<Asked> asked_;
  index::Question question_;
  std::unique_ptr<index::Finder> finder_;

  FeatureBlock sets_;
  SignatureBlock signatures_;
  std::vector<Feature> set_;
  index::Answer answer_;
  archive::Entry entry_;
};

}  // namespace textkin::engine::index_ask
