// Parameters: what stands behind the question mark of a request, and the parts of its path.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "textkin/status.h"

namespace textkin::serve {

// "%C3%A4" -> "ä". kInvalidArgument where an escape is broken or stands for a byte 0. `plus`: a + is a space.
Result<std::string> decoded(std::string_view text, bool plus);

class Parameters {
 public:
  // Of "a=1&b=2", percent-encoded.
  static Result<Parameters> parse(std::string_view query);

  // kInvalidArgument for a name that is not among `known`, or that stands twice and is none of those
  // of which there may be several.
  Status check(std::span<const std::string_view> known) const;

  std::optional<std::string> text(std::string_view name) const;
  std::vector<std::string> texts(std::string_view name) const;
  // Put the value into `out`, where there is one; kInvalidArgument where it is no such number.
  Status take(std::string_view name, double& out) const;
  Status take(std::string_view name, std::uint64_t& out) const;
  Status take(std::string_view name, std::uint32_t& out) const;
  Status take_above_zero(std::string_view name, std::uint64_t& out) const;  // 0 is refused, too
  Status take(std::string_view name, bool& out) const;                      // "true" or "false"

 private:
  std::vector<std::pair<std::string, std::string>> all_;
};

}  // namespace textkin::serve
