// free_room: what a container holds goes, and the memory with it.
//
// `held = {}` does not do that: of a vector and a string it assigns an empty list, and all of the room stays.
#pragma once

#include <utility>

namespace textkin::base {

template <class Held>
void free_room(Held& held) {
  Held empty{};
  std::swap(held, empty);
}

}  // namespace textkin::base
