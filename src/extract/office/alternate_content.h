// mc:AlternateContent (ECMA-376, part 3): one thing said in several ways, of which a program shows the first that it
// knows all of.
#pragma once

#include <pugixml.hpp>

namespace textkin::extract {

// Of the Choices and the Fallback in `content`, the one that Word shows; null where it shows none.
pugi::xml_node shown_alternative(pugi::xml_node content);

}  // namespace textkin::extract
