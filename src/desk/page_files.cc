#include "desk/page_files.h"

#include <array>

#include "desk/page_parts.h"
#include "report/pages/html_page.h"
#include "report/pages/page_parts.h"

namespace textkin::desk {

std::span<const PageFile> page_files() {
  constexpr std::string_view kHtml = "text/html; charset=utf-8";
  static const std::array<PageFile, 5> files{{{"/", kHtml, kDeskHtml},
                                              {"/page.css", "text/css; charset=utf-8", kDeskCss},
                                              {"/page.js", "text/javascript; charset=utf-8", kDeskJs},
                                              {"/icon.svg", "image/svg+xml", kIcon},
                                              {"/frame.html", kHtml, kFrameHtml, true}}};
  return files;
}

std::string policy_of(const PageFile& file) {
  if (file.in_frame)
    return "default-src 'none'; script-src " + report::policy_hash(kFrameScriptSha256) + " " +
           report::policy_hash(report::kPassagesJsSha256) + "; style-src " +
           report::policy_hash(report::kPassagesStyleSha256) +
           "; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-scripts allow-downloads "
           "allow-modals";
  return "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; frame-src "
         "'self'; "
         "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
}

}  // namespace textkin::desk
