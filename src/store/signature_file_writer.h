// SignatureFileWriter: writes a file of signatures (signature_file.h).
//
// All rows come first, then all ids, in the same order: what makes an id unique is known only when all were read.
// The file appears under its name when it is complete, with the rights of the one that it replaces. Memory: a stretch
// of rows, 1 MiB, or of ids. Threads: one.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "store/signature_file.h"
#include "textkin/signature_block.h"
#include "textkin/status.h"

namespace textkin::store {

class BlockFileWriter;

class SignatureFileWriter {
 public:
  // Opens the file at once: a folder that is missing is known before any work. The ids of a stretch may be a quarter of
  // `memory`.
  static Result<std::unique_ptr<SignatureFileWriter>> create(const std::string& path, SignatureSpec spec,
                                                             std::uint64_t memory);
  ~SignatureFileWriter();

  DocId rows() const { return rows_; }
  // Rows of spec.words words. kExhausted for more rows than a file may have.
  Status add(const SignatureBlock& rows);
  // kExhausted where ids of a stretch are longer than they may, with an amount of memory that would do.
  Status add_id(std::string_view id);
  // The last call; there is an id a row.
  Status commit();

 private:
  SignatureFileWriter() = default;
  Status write_rows();
  Status write_ids();

  std::string path_;
  SignatureSpec spec_;
  std::uint64_t memory_ = 0;
  std::unique_ptr<BlockFileWriter> file_;
  SignatureBlock open_;  // rows that are not written yet
  DocId rows_ = 0;
  std::uint32_t stretch_ = 0;
  bool at_ids_ = false;
  std::unique_ptr<StringColumn> ids_;
  DocId named_ = 0;
};

}  // namespace textkin::store
