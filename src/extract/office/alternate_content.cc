#include "extract/office/alternate_content.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "extract/xml_walk.h"

namespace textkin::extract {
namespace {

constexpr int kMostRequired = 50;  // namespaces, of one Choice

struct Namespace {
  std::string_view prefix;  // that Word gives it
  std::string_view name;
};

// What Word knows, of what may be asked for in a document. Whoever asks for another has the Fallback shown, so that a
// text in such a Choice is one that nobody sees.
constexpr auto kKnown = std::to_array<Namespace>({
    {"wps", "http://schemas.microsoft.com/office/word/2010/wordprocessingShape"},
    {"wpg", "http://schemas.microsoft.com/office/word/2010/wordprocessingGroup"},
    {"wpc", "http://schemas.microsoft.com/office/word/2010/wordprocessingCanvas"},
    {"wpi", "http://schemas.microsoft.com/office/word/2010/wordprocessingInk"},
    {"wp14", "http://schemas.microsoft.com/office/word/2010/wordprocessingDrawing"},
    {"wne", "http://schemas.microsoft.com/office/word/2006/wordml"},
    {"w14", "http://schemas.microsoft.com/office/word/2010/wordml"},
    {"w15", "http://schemas.microsoft.com/office/word/2012/wordml"},
    {"w16se", "http://schemas.microsoft.com/office/word/2015/wordml/symex"},
    {"w16cid", "http://schemas.microsoft.com/office/word/2016/wordml/cid"},
    {"w16", "http://schemas.microsoft.com/office/word/2018/wordml"},
    {"w16cex", "http://schemas.microsoft.com/office/word/2018/wordml/cex"},
    {"w16sdtdh", "http://schemas.microsoft.com/office/word/2020/wordml/sdtdatahash"},
    {"w16du", "http://schemas.microsoft.com/office/word/2023/wordml/word16du"},
    {"w16sdtfl", "http://schemas.microsoft.com/office/word/2024/wordml/sdtformatlock"},
    {"a14", "http://schemas.microsoft.com/office/drawing/2010/main"},
    {"a15", "http://schemas.microsoft.com/office/drawing/2012/main"},
    {"a16", "http://schemas.microsoft.com/office/drawing/2014/main"},
    {"aink", "http://schemas.microsoft.com/office/drawing/2016/ink"},
    {"asvg", "http://schemas.microsoft.com/office/drawing/2016/SVG/main"},
    {"am3d", "http://schemas.microsoft.com/office/drawing/2017/model3d"},
    {"pic14", "http://schemas.microsoft.com/office/drawing/2010/picture"},
    {"c14", "http://schemas.microsoft.com/office/drawing/2007/8/2/chart"},
    {"cx", "http://schemas.microsoft.com/office/drawing/2014/chartex"},
    {"cx1", "http://schemas.microsoft.com/office/drawing/2015/9/8/chartex"},
    {"cx2", "http://schemas.microsoft.com/office/drawing/2015/10/21/chartex"},
    {"cx4", "http://schemas.microsoft.com/office/drawing/2016/5/10/chartex"},
    {"v", "urn:schemas-microsoft-com:vml"},
    {"o", "urn:schemas-microsoft-com:office:office"},
    {"w10", "urn:schemas-microsoft-com:office:word"},
    {"w", "http://schemas.openxmlformats.org/wordprocessingml/2006/main"},
    {"m", "http://schemas.openxmlformats.org/officeDocument/2006/math"},
});

// A prefix that is declared nowhere is taken for Word's, as LibreOffice does.
bool is_known(pugi::xml_node choice, std::string_view prefix) {
  const std::string_view name = namespace_of(choice, prefix);
  return std::ranges::any_of(
      kKnown, [&](const Namespace& one) { return name.empty() ? one.prefix == prefix : one.name == name; });
}

bool is_understood(pugi::xml_node choice) {
  std::string_view rest = attribute_named(choice, "Requires");
  for (int i = 0; i < kMostRequired; ++i) {
    rest.remove_prefix(std::min(rest.size(), rest.find_first_not_of(" \t\r\n")));
    if (rest.empty()) return true;
    const std::string_view prefix = rest.substr(0, rest.find_first_of(" \t\r\n"));
    if (!is_known(choice, prefix)) return false;
    rest.remove_prefix(prefix.size());
  }
  return false;
}

}  // namespace

pugi::xml_node shown_alternative(pugi::xml_node content) {
  for (const pugi::xml_node node : content.children()) {
    const std::string_view name = local_name(node);
    if (name == "Fallback" || (name == "Choice" && is_understood(node))) return node;
  }
  return {};
}

}  // namespace textkin::extract
