// PassageOutput: where the passages of a run go: the file of a table, or a folder of XML files.
#pragma once

#include <memory>
#include <span>
#include <string>

#include "engine/passages/passage_options.h"
#include "engine/write/results.h"
#include "report/rows/passage_rows.h"
#include "report/rows/table_file.h"
#include "store/document_table.h"
#include "textkin/passage.h"
#include "textkin/status.h"

namespace textkin::engine::commands {

class PassageOutput {
 public:
  // Opens what is named at once: a folder that is missing is known before any work. Nothing where passages go to
  // `results`. `threads`: to pack a table. kInvalidArgument for a format that is none.
  static Result<PassageOutput> open(const passages::PassagesOptions& wanted, unsigned threads,
                                    const write::Results& results);

  // All of them, in order; once.
  Status write(const store::DocumentTable& documents, std::span<const Passage> passages);

 private:
  std::unique_ptr<report::TableFile<report::PassageRow>> table_;
  std::string folder_;
};

}  // namespace textkin::engine::commands
