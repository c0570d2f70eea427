// Files of tables among the inputs: Parquet, Arrow IPC, CSV. The Python package reads and writes them (decision 28).
#pragma once

#include <string>
#include <vector>

namespace textkin::cli {

struct TableAmong {
  std::string table;    // a file of tables; empty: none is read as such
  std::string as_text;  // else one of CSV beside files that are no tables: it is one text like these; empty: none
  bool named = false;   // `as_text` is an argument, whose rows somebody surely meant; else it stands in a folder
};

// What `arguments` name, and what a folder of them holds. Files about the tables (_SUCCESS of Spark, README.md) are no
// files beside them. Cost: for folders, listing them.
TableAmong table_among(const std::vector<std::string>& arguments);

// Whether a file of that name is one that holds rows of columns, their types and metadata: Parquet, Arrow.
bool names_binary_table(const std::string& path);

}  // namespace textkin::cli
