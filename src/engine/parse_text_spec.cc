#include "engine/parse_text_spec.h"

#include <string>

#include "text/catalog.h"

namespace textkin::engine {

Status parse_text_spec(std::string_view normalize, std::string_view shingle, TextSpec& spec) {
  spec.normalizers.clear();
  while (true) {
    const std::size_t comma = normalize.find(',');
    spec.normalizers.emplace_back(normalize.substr(0, comma));
    if (comma == std::string_view::npos) break;
    normalize.remove_prefix(comma + 1);
  }
  TEXTKIN_RETURN_IF_ERROR(text::parse_shingle(shingle, spec));
  return text::make_shingler(spec).status();
}

}  // namespace textkin::engine
