// MarksFile: what reviewers said, beside an index (archive/beside.h): a checksum and a mark a line, in the order of
// coming.
//
// A mark is an object of JSON that begins with {"texts":"HASH HASH": base::checksum of each of two texts, in 16
// hexadecimal digits. Promise: what append() has returned from survives any kill and power cut; of a call that was
// broken off nothing is left, and what keep_only() leaves out stands in no file afterwards. Ownership: a lock on the
// file, shared where it is read. Threads, and processes: any number, each its own. Errors: kBadInput, with "damaged:",
// where a checksum fails within the file; kIo. Memory: the file's.
#pragma once

#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "textkin/status.h"

namespace textkin::archive {

class MarksFile {
 public:
  // Waits for others that have it. None is there: to be read it is empty, and written it is made.
  static Result<MarksFile> read(const std::string& folder);
  static Result<MarksFile> write(const std::string& folder);
  MarksFile(MarksFile&& other) noexcept;
  MarksFile& operator=(MarksFile&&) = delete;
  ~MarksFile();

  // Views of this, until append() or keep_only().
  const std::vector<std::string_view>& marks() const { return marks_; }
  std::size_t size() const { return end_; }  // bytes

  Status append(const std::vector<std::string>& marks);
  // Those of which it is true, by their place in marks(); in a new file, which takes this one's place.
  Status keep_only(const std::function<bool(std::size_t place)>& wanted);

 private:
  MarksFile(std::string path, int descriptor) : path_(std::move(path)), descriptor_(descriptor) {}
  static Result<MarksFile> open(const std::string& folder, bool writes);
  Result<bool> is_still_there() const;
  Status take_lines();

  std::string path_;
  int descriptor_;
  std::string bytes_;
  std::vector<std::string_view> marks_;
  std::size_t end_ = 0;  // behind the last one; what follows was never acknowledged
};

// The checksums of all texts that marks speak of.
Result<std::set<std::uint64_t>> marked_texts(const std::string& folder);
// Takes out of the file all that was said of texts with such checksums; how many lines went. What a kill left beside
// the file goes too.
Result<std::uint64_t> forget_marks(const std::string& folder, const std::set<std::uint64_t>& texts);

}  // namespace textkin::archive
