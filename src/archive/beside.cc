#include "archive/beside.h"

#include <unistd.h>

#include <cstddef>
#include <memory>
#include <string_view>

#include "base/file.h"
#include "base/output_file.h"

namespace textkin::archive {
namespace {

constexpr std::size_t kBytesOfACopy = 1u << 20;

}  // namespace

Status copy_file(const std::string& from, const std::string& to) {
  TEXTKIN_ASSIGN_OR_RETURN(base::File file, base::File::open(from));
  TEXTKIN_ASSIGN_OR_RETURN(const std::unique_ptr<base::OutputFile> copy, base::OutputFile::create_private(to));
  std::string bytes(kBytesOfACopy, '\0');
  while (true) {
    TEXTKIN_ASSIGN_OR_RETURN(const std::size_t size, file.read(bytes.data(), bytes.size()));
    if (size == 0) return copy->commit();
    TEXTKIN_RETURN_IF_ERROR(copy->write(std::string_view(bytes).substr(0, size)));
  }
}

Status copy_beside(const std::string& from, const std::string& to) {
  return ::access(marks_of(from).c_str(), F_OK) == 0 ? copy_file(marks_of(from), marks_of(to)) : Status();
}

}  // namespace textkin::archive
