// SignatureFile: a file of signatures that stay: how they were made, and a row a document of id, size and cells
// (docs/format.md).
//
// It is a block file (block_file.h) of its own: what it was made by in kMeta, the rows in stretches of a number that
// follows from their width, so that the same rows in the same order are the same bytes, whoever wrote them in how many
// steps. What cells mean is not known here: a row is words.
// Its reader trusts nothing: shapes are checked when it is opened, checksums of cells and sizes when they are read; ids
// are checked by their shape. Errors: kBadInput, kMismatch and kIo in one line that names the file.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "store/block_file.h"
#include "store/signature_spec.h"
#include "store/string_column.h"
#include "textkin/document.h"
#include "textkin/signature_block.h"
#include "textkin/status.h"

namespace textkin::store {

// Rows of a stretch: 1 MiB of cells, at least one, at most 4096.
std::uint32_t rows_of_a_stretch(std::uint32_t words);

// Threads: any number at once.
class SignatureFile {
 public:
  static Result<std::shared_ptr<const SignatureFile>> open(const std::string& path);

  const std::string& path() const { return file_->path(); }
  std::uint64_t bytes() const { return file_->bytes(); }
  const SignatureSpec& spec() const { return spec_; }
  DocId rows() const { return rows_; }
  std::uint32_t stretches() const;
  DocId first_row(std::uint32_t stretch) const { return stretch * rows_of_a_stretch(spec_.words); }

  // Replaces cells, sizes and words of `out` by those of a stretch, checked.
  Status read(std::uint32_t stretch, SignatureBlock& out) const;
  // The same by one row that was read before: not checked again.
  Status read_again(DocId row, SignatureBlock& out) const;
  // Everything, ids too.
  Status verify() const;
  // kBadInput that names the file.
  Status damaged(std::string_view what) const { return file_->damaged(what); }

 private:
  friend class SignatureIds;
  SignatureFile() = default;
  Status read_meta();
  Status check_shapes() const;
  DocId rows_in(std::uint32_t stretch) const;

  std::shared_ptr<const BlockFile> file_;
  SignatureSpec spec_;
  DocId rows_ = 0;
};

// The ids of a file, which must outlive it. In order they are cheap. Threads: one.
class SignatureIds {
 public:
  explicit SignatureIds(const SignatureFile& file) : file_(&file) {}
  // `out` lives until the next call; row < rows().
  Status read(DocId row, std::string_view& out);

 private:
  const SignatureFile* file_;
  StringColumnReader reader_;
};

}  // namespace textkin::store
