// TableFile: the rows of a table as a file, in a format of the catalogue.
//
// Threads: one at a time. Memory: a row, and what OutputFile holds back.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "base/output_file.h"
#include "report/rows/table.h"
#include "textkin/status.h"

namespace textkin::report {

template <class Row>
class TableFile {
 public:
  // Opens the file at once: a folder that is missing is known before any work. Without commit() nothing is left behind.
  // `columns`: the first of them. `threads`: to pack it.
  static Result<std::unique_ptr<TableFile>> open(const std::string& path, const Format& format,
                                                 std::size_t columns = Table<Row>::kAll, unsigned threads = 1) {
    TEXTKIN_ASSIGN_OR_RETURN(std::unique_ptr<base::OutputFile> file, base::OutputFile::create(path));
    file->use_threads(threads);
    std::unique_ptr<TableFile> table(new TableFile(Table<Row>(format, columns), std::move(file)));
    TEXTKIN_RETURN_IF_ERROR(table->begin());
    return table;
  }

  Status add(const Row& row) {
    bytes_.clear();
    table_.append_row(row, bytes_);
    ++rows_;
    return file_->write(bytes_);
  }

  // All rows are on the disk, which is the last that can fail for want of room; commit() has the name left to give.
  Status sync() { return file_->sync(); }
  Status commit() { return file_->commit(); }

  std::uint64_t rows() const { return rows_; }  // that were added

 private:
  TableFile(Table<Row> table, std::unique_ptr<base::OutputFile> file)
      : table_(std::move(table)), file_(std::move(file)) {}

  Status begin() {
    table_.append_header(bytes_);
    return file_->write(bytes_);
  }

  Table<Row> table_;
  std::unique_ptr<base::OutputFile> file_;
  std::string bytes_;  // of a row
  std::uint64_t rows_ = 0;
};

}  // namespace textkin::report
