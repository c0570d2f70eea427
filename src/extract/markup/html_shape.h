// What a page's tags alone say of how much time its tree will cost: Gumbo's grows with the square of both.
#pragma once

#include <cstdint>
#include <string_view>

namespace textkin::extract {

struct HtmlShape {
  // The most elements that are open at once, where those whose end tag may be left out (p, li, td, ...) do not count,
  // and an end tag closes one of its own name.
  std::uint64_t depth = 0;
  // The most attributes of one tag; the tags of one `html` or `body` are one, since Gumbo unites them.
  std::uint64_t attributes = 0;
};

// Text of scripts, styles and comments is passed over where Gumbo does, too. Cost: 1 to 3 ns a byte.
HtmlShape html_shape(std::string_view page);

}  // namespace textkin::extract
