#include "archive/beside.h"

#include <unistd.h>

#include <memory>

#include "base/file.h"
#include "base/output_file.h"

namespace textkin::archive {

Status copy_beside(const std::string& from, const std::string& to) {
  if (::access(marks_of(from).c_str(), F_OK) != 0) return {};
  TEXTKIN_ASSIGN_OR_RETURN(base::File file, base::File::open(marks_of(from)));
  TEXTKIN_ASSIGN_OR_RETURN(const base::File::Facts facts, file.facts());
  std::string bytes(facts.size, '\0');
  TEXTKIN_ASSIGN_OR_RETURN(const std::size_t size, file.read(bytes.data(), bytes.size()));
  bytes.resize(size);
  TEXTKIN_ASSIGN_OR_RETURN(const std::unique_ptr<base::OutputFile> copy,
                           base::OutputFile::create_private(marks_of(to)));
  TEXTKIN_RETURN_IF_ERROR(copy->write(bytes));
  return copy->commit();
}

}  // namespace textkin::archive
