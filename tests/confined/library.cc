// Loaded before the program (LD_PRELOAD), it stands for a hole in a parser: where the program gives a page to Gumbo,
// the acts that the page names are tried in the program's own process, and the page is what they answer. Where it adds
// up a file of an archive that begins as kArchived, those that the file names are, and standard error has the answers.
#include <dlfcn.h>
#include <unistd.h>

#include <cstdint>
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

extern "C" std::uint32_t crc32_gzip_refl(std::uint32_t before, const unsigned char* bytes, std::uint64_t size) {
  constexpr std::string_view kArchived = "<archived>";
  const std::string_view file(reinterpret_cast<const char*>(bytes), size);
  if (file.starts_with(kArchived)) {
    const std::string said = hostile::answers_to(file);
    [[maybe_unused]] const ssize_t told = ::write(STDERR_FILENO, said.data(), said.size());
  }
  using Sum = std::uint32_t (*)(std::uint32_t, const unsigned char*, std::uint64_t);
  return reinterpret_cast<Sum>(::dlsym(RTLD_NEXT, "crc32_gzip_refl"))(before, bytes, size);
}
