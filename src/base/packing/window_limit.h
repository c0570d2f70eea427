// WindowLimit: how much memory the window (the dictionary) of packed bytes may take.
//
// A packed file says how far back its bytes refer, and whoever unpacks it holds so much: up to 2 GiB of zstd, 4 GiB of
// xz, however small the file is. What counts is what is touched: a window that its file does not fill costs what was
// unpacked.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

namespace textkin::base {

struct WindowLimit {
  std::uint64_t most = ~std::uint64_t{0};  // bytes
  // What a message says to whoever meets a window of so many bytes; it stands behind the file and what it needs.
  std::function<std::string(std::uint64_t bytes)> would_do = {};
};

}  // namespace textkin::base
