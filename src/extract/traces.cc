#include "extract/traces.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include "base/utf8.h"
#include "extract/xml_walk.h"

namespace textkin::extract {
namespace {

constexpr std::size_t kMostRevisions = 400;

// Of a small file of properties: what each names, with the text in it.
using Properties = std::vector<std::pair<std::string_view, std::string*>>;

void read_properties(const std::string& xml, std::string_view parent, const Properties& wanted) {
  pugi::xml_document document;
  if (xml.empty() || !parse_xml(xml, "properties", document).ok()) return;
  pugi::xml_node root = document.document_element();
  if (!parent.empty()) root = child_named(root, parent);
  for (const pugi::xml_node node : root.children())
    for (const auto& [name, value] : wanted)
      if (local_name(node) == name && value->empty()) *value = clean_trace(node.child_value());
}

void add_revision(std::string_view digits, std::vector<std::uint32_t>& revisions) {
  std::uint32_t number = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number, 16);
  if (error != std::errc() || end != digits.data() + digits.size() || number == 0) return;
  if (revisions.size() < kMostRevisions && std::ranges::find(revisions, number) == revisions.end())
    revisions.push_back(number);
}

std::string without_entities(std::string_view text) {
  constexpr std::array<std::pair<std::string_view, char>, 5> kEntities{
      {{"&lt;", '<'}, {"&gt;", '>'}, {"&quot;", '"'}, {"&apos;", '\''}, {"&amp;", '&'}}};
  std::string out;
  while (!text.empty()) {
    const auto found =
        std::ranges::find_if(kEntities, [&](const auto& entity) { return text.starts_with(entity.first); });
    out += found == kEntities.end() ? text.front() : found->second;
    text.remove_prefix(found == kEntities.end() ? 1 : found->first.size());
  }
  return out;
}

}  // namespace

std::string clean_trace(std::string_view value) {
  std::string text;
  base::append_valid_utf8(value.substr(0, kLongestTrace), text);
  std::string out;
  for (const char byte : text) {
    const bool blank = static_cast<unsigned char>(byte) <= ' ' || byte == 0x7F;
    if (!blank)
      out += byte;
    else if (!out.empty() && out.back() != ' ')
      out += ' ';
  }
  if (out.ends_with(' ')) out.pop_back();
  return out;
}

Traces traces_of_docx(const std::string& core, const std::string& app, const std::string& settings) {
  Traces out;
  read_properties(core, "",
                  {{"creator", &out.author},
                   {"lastModifiedBy", &out.last_saved_by},
                   {"created", &out.created},
                   {"modified", &out.modified}});
  std::string version;
  read_properties(app, "", {{"Application", &out.program}, {"AppVersion", &version}});
  if (!out.program.empty() && !version.empty()) out.program = clean_trace(out.program + " " + version);
  pugi::xml_document document;
  if (settings.empty() || !parse_xml(settings, "settings", document).ok()) return out;
  for (const pugi::xml_node node : child_named(document.document_element(), "rsids").children())
    add_revision(attribute_named(node, "val"), out.revisions);
  return out;
}

Traces traces_of_odt(const std::string& meta) {
  Traces out;
  read_properties(meta, "meta",
                  {{"initial-creator", &out.author},
                   {"creator", &out.last_saved_by},
                   {"creation-date", &out.created},
                   {"date", &out.modified},
                   {"generator", &out.program}});
  return out;
}

Traces traces_of_pdf(std::string_view head) {
  Traces out;
  std::string producer;
  const Properties wanted{{"Author", &out.author},
                          {"Creator", &out.program},
                          {"Producer", &producer},
                          {"CreationDate", &out.created},
                          {"ModDate", &out.modified}};
  constexpr std::string_view kBegin = "<meta name=\"";
  constexpr std::string_view kMiddle = "\" content=\"";
  while (!head.empty()) {
    std::string_view line = head.substr(0, head.find('\n'));
    head.remove_prefix(std::min(head.size(), line.size() + 1));
    const std::size_t middle = line.find(kMiddle);
    const std::size_t end = line.rfind("\"/>");
    if (!line.starts_with(kBegin) || middle == std::string_view::npos || end < middle + kMiddle.size() ||
        end == std::string_view::npos)
      continue;
    const std::string_view value = line.substr(middle + kMiddle.size(), end - middle - kMiddle.size());
    for (const auto& [name, place] : wanted)
      if (line.substr(kBegin.size(), middle - kBegin.size()) == name && place->empty())
        *place = clean_trace(without_entities(value));
  }
  if (!producer.empty() && producer != out.program)
    out.program = clean_trace(out.program.empty() ? producer : out.program + ", " + producer);
  return out;
}

}  // namespace textkin::extract
