#include "base/io_error.h"

#include <cerrno>
#include <string>
#include <system_error>

namespace textkin::base {
namespace {

std::string_view reason_and_advice(int error) {
  switch (error) {
    case ENOENT:
      return "no such file or directory; check the path";
    case ENOTDIR:
      return "a part of the path is not a directory; check the path";
    case EACCES:
    case EPERM:
      return "permission denied; change its permissions or name another place";
    case EROFS:
      return "the file system is read-only; name another place";
    case EISDIR:
      return "it is a directory; name a file";
    case ENOSPC:
      return "the disk is full; free some space or name another place";
    case EDQUOT:
      return "the disk quota is used up; free some space or name another place";
    case EFBIG:
      return "the file is larger than this place allows; name another place";
    case EPIPE:
      return "the program that reads it has ended";
    case EMFILE:
    case ENFILE:
      return "too many files are open; raise the limit (ulimit -n)";
    case ELOOP:
      return "its links lead in a circle; check the path";
    default:
      return {};
  }
}

}  // namespace

Status io_error(std::string_view path, std::string_view what, int error) {
  const std::string_view known = reason_and_advice(error);
  std::string message(path);
  message.append(": ").append(what).append(": ");
  message.append(known.empty() ? std::generic_category().message(error) : std::string(known));
  return Status(error == ENOENT || error == ENOTDIR ? Code::kNotFound : Code::kIo, std::move(message));
}

}  // namespace textkin::base
