// Files of tables among the inputs: Parquet, Arrow IPC, CSV. The Python package reads and writes them (decision 28).
#pragma once

#include <string>
#include <vector>

namespace textkin::cli {

// A file of tables that `arguments` name, or that a folder of them holds; empty where they are no tables. CSV in a
// folder beside files that are no tables is text like these; what begins with "_" there (_SUCCESS of Spark) is left
// out. Cost: for folders, listing them.
std::string table_among(const std::vector<std::string>& arguments);

}  // namespace textkin::cli
