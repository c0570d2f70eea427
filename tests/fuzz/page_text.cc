// Any bytes, made UTF-8, as an HTML page: what is extracted is UTF-8, and no longer than references and addresses that
// are written out can make it.
#include "text/pages/page_text.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "base/utf8.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace textkin;
  std::string page, out, repaired;
  base::append_valid_utf8({reinterpret_cast<const char*>(data), size}, page);
  for (const auto extract : {text::page_links, text::page_anchors, text::page_text}) {
    extract(page, out);
    repaired.clear();
    base::append_valid_utf8(out, repaired);
    if (repaired != out || out.size() > 3 * page.size() + 1) std::abort();
  }
  return 0;
}
