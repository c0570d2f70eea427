// What a page's tags alone say of how much time its tree will cost, Gumbo's grows with the square of both, and of where
// it would end this process.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace textkin::extract {

struct HtmlShape {
  // The most elements that are open at once, where those whose end tag may be left out (p, li, td, ...) do not count,
  // and an end tag closes one of its own name.
  std::uint64_t depth = 0;
  // The most attributes of one tag; the tags of one `html` or `body` are one, since Gumbo unites them.
  std::uint64_t attributes = 0;
  // Where the names of `select` tags stand behind a tag of svg or math: of a select within these Gumbo 0.10.1 loses
  // track and aborts. With another name it is an element as any other; its options are shown as before. Depth, and what
  // is raw text, are told for that.
  std::vector<std::size_t> selects;
};

// Text of scripts, styles and comments is passed over where Gumbo does, too. Cost: 1 to 3 ns a byte.
HtmlShape html_shape(std::string_view page);

// Gives elements whose names stand at `places` a name that no element has.
void name_otherwise(const std::vector<std::size_t>& places, std::string& page);

}  // namespace textkin::extract
