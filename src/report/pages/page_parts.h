// The unchanging parts of the HTML pages, as the build embeds them from src/report/pages/page: for each page its body's
// skeleton and its script, and the style that all have in common.
#pragma once

#include <string_view>

namespace textkin::report {

extern const std::string_view kPageCss;
extern const std::string_view kCleanupCss;
extern const std::string_view kCleanupHtml;
extern const std::string_view kCleanupJs;
extern const std::string_view kPassagesCss;
extern const std::string_view kPassagesHtml;
extern const std::string_view kPassagesJs;
// Of each script as append_html_end writes it, in hexadecimal digits.
extern const std::string_view kCleanupJsSha256;
extern const std::string_view kPassagesJsSha256;
// Of the style of that page as append_html_begin writes it.
extern const std::string_view kPassagesStyleSha256;

}  // namespace textkin::report
