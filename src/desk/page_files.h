// The page of a server: its files, as the build embeds them from src/desk/page, and the policies that they are sent
// with.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace textkin::desk {

struct PageFile {
  std::string_view path;  // of its address
  std::string_view type;
  std::string_view bytes;
  bool in_frame = false;  // what becomes a report
};

std::span<const PageFile> page_files();

// Content-Security-Policy. Of the page: scripts and styles of these files alone, and requests to this server alone. Of
// the frame: no origin, no request, and beside its own script that of `textkin report`, with its style, by their
// hashes.
std::string policy_of(const PageFile& file);

}  // namespace textkin::desk
