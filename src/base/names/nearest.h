// The nearest of several names: what a mistyped option or choice was probably meant to be.
#pragma once

#include <span>
#include <string_view>

namespace textkin::base {

// The name with the fewest single changes (a letter dropped, added, replaced, or two neighbours exchanged) to `typed`,
// the first of equals; capitals count as small letters. Empty where none is within a third of the longer length, at
// least one change. The view is that of `names`. Cost: the product of the lengths for each name.
std::string_view nearest(std::string_view typed, std::span<const std::string_view> names);

}  // namespace textkin::base
