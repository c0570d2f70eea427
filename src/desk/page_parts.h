// The files of the page, made by the build from those of src/desk/page.
#pragma once

#include <string_view>

namespace textkin::desk {

extern const std::string_view kDeskHtml;
extern const std::string_view kDeskCss;
extern const std::string_view kDeskJs;
extern const std::string_view kIcon;
extern const std::string_view kFrameHtml;
extern const std::string_view kFrameScriptSha256;  // in hexadecimal digits

}  // namespace textkin::desk
