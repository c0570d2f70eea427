// A form with files, as browsers and curl send one (multipart/form-data, RFC 7578).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "textkin/status.h"

namespace textkin::desk {

struct FormPart {
  std::string name;       // of the field
  std::string file_name;  // as it was sent; empty: none
  std::string_view bytes;
};

// The parts of `body`, in their order; their bytes are views of it. kBadInput, a line for a person, for what is no such
// form or is cut; nothing is read past the end. Cost: one look at each byte.
Result<std::vector<FormPart>> parse_form(std::string_view content_type, std::string_view body);

}  // namespace textkin::desk
