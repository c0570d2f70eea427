// RawBytes: a vector of bytes whose resize() does not fill: for buffers that a read overwrites at once.
#pragma once

#include <memory>
#include <utility>
#include <vector>

namespace textkin::base {

template <class T>
struct NoFillAllocator : std::allocator<T> {
  template <class U>
  struct rebind {
    using other = NoFillAllocator<U>;
  };
  template <class U>
  void construct(U* place) noexcept {
    ::new (static_cast<void*>(place)) U;
  }
  template <class U, class... Arguments>
  void construct(U* place, Arguments&&... arguments) {
    ::new (static_cast<void*>(place)) U(std::forward<Arguments>(arguments)...);
  }
};

using RawBytes = std::vector<char, NoFillAllocator<char>>;

}  // namespace textkin::base
