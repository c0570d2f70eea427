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

}  // namespace textkin::report
