// The named characters of HTML 4.01, section 24 ("eacute" is U+00E9), and apos. Threads: any.
#pragma once

#include <string_view>

namespace textkin::text {

// The character that &name; stands for; 0 where it is none of these.
char32_t html_entity(std::string_view name);

}  // namespace textkin::text
