// Loaded before the program (LD_PRELOAD), it stands for a hole in a parser: where the program gives a page to Gumbo,
// the acts that the page names are tried in the program's own process, and the page is what they answer.
#include <dlfcn.h>

#include <string>
#include <string_view>

#include "acts.h"

extern "C" void* gumbo_parse_with_options(const void* options, const char* bytes, std::size_t size) {
  static std::string page;
  page = "<pre>" + hostile::answers_to({bytes, size}) + "</pre>";
  using Parse = void* (*)(const void*, const char*, std::size_t);
  const auto parse = reinterpret_cast<Parse>(::dlsym(RTLD_NEXT, "gumbo_parse_with_options"));
  return parse(options, page.data(), page.size());
}
