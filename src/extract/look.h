// Look: what of a text's formatting decides whether a person sees it. Formats state it in their own words; here is what
// they have in common.
#pragma once

#include <optional>
#include <string_view>

#include "extract/shown_text.h"

namespace textkin::extract {

struct Look {
  std::optional<bool> hidden;      // the format's own switch
  std::optional<bool> white;       // letters of the colour of paper
  std::optional<bool> tiny;        // letters of two points or less
  std::optional<bool> shaded;      // on another ground than paper, or on one that is not known
  std::optional<bool> clear = {};  // letters that are seen on no ground

  // What `nearer` states goes before what this does.
  Look with(const Look& nearer) const;
  Shown shown() const;
};

// "#FFF", "FFFFFF", "white", "rgb(250, 250, 250)", "hsl(0 0% 100%)", and what is nearly that; false for all that is no
// colour.
bool is_white(std::string_view colour);
// "transparent", "rgba(0, 0, 0, 0)", "#00000000": letters of it are seen on no ground.
bool is_transparent(std::string_view colour);
// The same of "0", "0.01", "1%" as a share of what is seen.
bool is_faint(std::string_view opacity);
// Whether a ground of that colour is another than paper; false for "none", "auto", "transparent" and what is empty.
bool is_shade(std::string_view colour);
// Whether it is paper, through which nothing else is seen.
bool is_paper(std::string_view colour);
// "1pt", "0", "2px", "0.1em": a size of letters that nobody reads.
bool is_tiny(std::string_view size);

}  // namespace textkin::extract
