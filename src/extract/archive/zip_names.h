// Names of files in a ZIP archive, made fit to be shown: they are never used as paths.
#pragma once

#include <string>
#include <string_view>

namespace textkin::extract {

inline constexpr std::size_t kLongestName = 1024;  // bytes

struct CleanName {
  std::string name;          // printable UTF-8, cut to kLongestName
  std::string_view refusal;  // empty: it is a name below a folder; else what it is
};

// `is_utf8`: the archive says so. Other bytes are UTF-8 where they can be, else letters of code page 437.
CleanName clean_name(std::string_view bytes, bool is_utf8);

// Whether a part of it begins with a dot, as .DS_Store, or is a folder __MACOSX.
bool is_hidden_name(std::string_view name);

}  // namespace textkin::extract
