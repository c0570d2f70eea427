// Rows that a server answers with, lines of JSON, as the rows that the command line writes.
//
// Promise: numbers are the doubles and integers that the server wrote. kIo where a line is no such row: what answers is
// then no textkin serve, or one of another version. Views live until the next row. `server`: its address, for messages.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "engine/index/add.h"
#include "engine/index/keep_house.h"
#include "report/commands/index_stats.h"
#include "report/rows/added_rows.h"
#include "report/rows/answer_rows.h"
#include "report/rows/index_rows.h"
#include "report/rows/pair_rows.h"
#include "textkin/passage.h"
#include "textkin/run_stats.h"
#include "textkin/status.h"

namespace textkin::client {

template <class Row>
using TakeRow = std::function<Status(const Row&)>;

// Of query: pairs, then how sure the answers are where that was asked for.
struct TakeFound {
  TakeRow<report::PairRow> pair;
  TakeRow<report::AnswerRow> answer;
  TakeRow<RunAudit> checked;
};
Status each_found(const std::string& server, std::string_view lines, const TakeFound& take);
// Of passages: the ids of both documents, and the passage, whose own numbers of them are not set.
using TakePassage = std::function<Status(std::string_view a, std::string_view b, const Passage& passage)>;
Status each_passage(const std::string& server, std::string_view lines, const TakePassage& take);
// Of list.
Status each_listed(const std::string& server, std::string_view lines, const TakeRow<report::IndexRow>& take);
// Of a removal.
Result<engine::index::RemoveCounts> removed_in(const std::string& server, const std::string& body);
// Of an add: a row a document, and the counts behind them.
Status each_added(const std::string& server, std::string_view lines, const TakeRow<report::AddedRow>& take,
                  engine::index::AddCounts& counts);
// The object of `index stats --format json`.
Result<report::IndexStats> stats_in(const std::string& server, const std::string& body);

}  // namespace textkin::client
