#include "desk/hand_ins.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <cerrno>
#include <utility>

#include "base/io_error.h"
#include "base/output_file.h"
#include "base/utf8.h"

namespace textkin::desk {
namespace {

constexpr std::size_t kLongestPart = 255;  // bytes of a name in a folder
constexpr std::size_t kLongestName = 1024;

Status refuse(const std::string& name, const char* why) {
  return Status(Code::kBadInput, fmt::format("{}: {}; rename the file, or leave it out", name, why));
}

// "anna/essay.docx": names of folders and of a file, none of which leads elsewhere.
Status check_name(const std::string& name) {
  std::string valid;
  base::append_valid_utf8(name, valid);
  if (name.empty()) return Status(Code::kBadInput, "a file of the form has no name; give it one");
  if (valid != name || name.find('\0') != std::string::npos) return refuse(valid, "its name is no text in UTF-8");
  if (name.size() > kLongestName) return refuse(name.substr(0, kLongestPart), "its name is too long");
  for (std::size_t begin = 0; begin <= name.size();) {
    const std::size_t end = std::min(name.find('/', begin), name.size());
    const std::string_view part = std::string_view(name).substr(begin, end - begin);
    if (part.empty()) return refuse(name, "a part of its name is empty");
    if (part.front() == '.') return refuse(name, "a part of its name begins with a dot, as those of hidden files do");
    if (part.size() > kLongestPart) return refuse(name, "a part of its name is too long");
    begin = end + 1;
  }
  return {};
}

Status make_folder(const std::string& path, const std::string& name) {
  if (::mkdir(path.c_str(), S_IRWXU) == 0) return {};
  if (errno != EEXIST) return base::io_error(path, "cannot be made", errno);
  struct stat status;
  if (::lstat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode)) return {};
  return refuse(name, "a folder of its name is called as another file is");
}

// Below `folder`, which is there.
Status put(const std::string& folder, const FormPart& part) {
  TEXTKIN_RETURN_IF_ERROR(check_name(part.file_name));
  const std::string path = folder + "/" + part.file_name;
  for (std::size_t slash = path.find('/', folder.size() + 1); slash != std::string::npos;
       slash = path.find('/', slash + 1))
    TEXTKIN_RETURN_IF_ERROR(make_folder(path.substr(0, slash), part.file_name));
  struct stat status;
  if (::lstat(path.c_str(), &status) == 0) return refuse(part.file_name, "two files have that name");
  TEXTKIN_ASSIGN_OR_RETURN(const std::unique_ptr<base::OutputFile> file, base::OutputFile::create_scratch(path));
  TEXTKIN_RETURN_IF_ERROR(file->write(part.bytes));
  return file->commit();
}

}  // namespace

Result<HandIns> HandIns::make(std::span<const FormPart> parts) {
  HandIns made;
  TEXTKIN_ASSIGN_OR_RETURN(made.scratch_, engine::run::RunDirectory::open(""));
  made.folder_ = made.scratch_->file("handed-in");
  TEXTKIN_RETURN_IF_ERROR(make_folder(made.folder_, ""));
  bool any = false;
  for (const FormPart& part : parts) {
    if (part.name == "file") {
      TEXTKIN_RETURN_IF_ERROR(put(made.folder_, part));
      any = true;
    } else if (part.name == "template") {
      // Each in a folder of its own: its name, with its suffix, stays as it is.
      const std::string folder = made.scratch_->file(fmt::format("template-{}", made.templates_.size()));
      TEXTKIN_RETURN_IF_ERROR(make_folder(folder, ""));
      if (!made.templates_.emplace(part.file_name, folder + "/" + part.file_name).second)
        return refuse(part.file_name, "two templates have that name");
      TEXTKIN_RETURN_IF_ERROR(put(folder, part));
    } else {
      std::string name;
      base::append_valid_utf8(part.name, name);
      return Status(Code::kBadInput,
                    fmt::format("a part of the form is called {}; it takes parts `file` and `template`", name));
    }
  }
  if (!any) return Status(Code::kBadInput, "nothing was handed in; send a part `file` for each file");
  return made;
}

}  // namespace textkin::desk
