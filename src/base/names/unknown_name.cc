#include "base/names/unknown_name.h"

#include <string>

#include "base/names/nearest.h"
#include "base/utf8.h"

namespace textkin::base {

Status unknown_name(std::string_view kind, std::string_view name, std::span<const std::string_view> names) {
  const std::string_view shown = name.substr(0, 40);
  std::string message = "there is no " + std::string(kind) + " '" + printable(shown) + "'; ";
  const std::string_view meant = nearest(shown, names);
  if (!meant.empty()) return Status(Code::kInvalidArgument, message + "did you mean '" + std::string(meant) + "'?");
  message += "choose among";
  for (const std::string_view known : names) message += " '" + std::string(known) + "'";
  return Status(Code::kInvalidArgument, message);
}

}  // namespace textkin::base
