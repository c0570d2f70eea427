// The unchanging parts of the HTML report: page.html (the body's skeleton), page.css, page.js, as the build embeds
// them.
#pragma once

#include <string_view>

namespace textkin::report {

extern const std::string_view kPageHtml;
extern const std::string_view kPageCss;
extern const std::string_view kPageJs;

}  // namespace textkin::report
