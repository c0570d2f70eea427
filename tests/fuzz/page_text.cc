// Any bytes, made UTF-8, as an HTML page: what is extracted is UTF-8, and no longer than references and addresses that
// are written out can make it.
#include "text/pages/page_text.h"

#include "base/utf8.h"
#include "fuzzer.h"
#include "html_words.h"

namespace textkin::fuzz::page_text {
namespace {

void run(std::string_view bytes) {
  std::string page, out, repaired;
  base::append_valid_utf8(bytes, page);
  for (const auto extract : {text::page_links, text::page_anchors, text::page_text}) {
    extract(page, out);
    repaired.clear();
    base::append_valid_utf8(out, repaired);
    require(repaired == out && out.size() <= 3 * page.size() + 1);
  }
}

const Registered kFuzzer({.name = "page_text", .run = run, .words = kHtmlWords});

}  // namespace
}  // namespace textkin::fuzz::page_text
