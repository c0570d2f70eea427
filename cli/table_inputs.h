// Files of tables among the inputs: Parquet, Arrow IPC, CSV. The Python package reads and writes them (decision 28).
#pragma once

#include <string>
#include <vector>

namespace textkin::cli {

// A file of tables that `arguments` name, or that a folder of them holds; empty where they are no tables. CSV in a
// folder beside files that are no tables is text like these; files about the tables (_SUCCESS of Spark, README.md) are
// none of them. Cost: for folders, listing them.
std::string table_among(const std::vector<std::string>& arguments);

// Whether a file of that name is one that holds rows of columns, their types and metadata: Parquet, Arrow.
bool names_binary_table(const std::string& path);

}  // namespace textkin::cli
