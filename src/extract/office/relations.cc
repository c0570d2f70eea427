#include "extract/office/relations.h"

#include <algorithm>

#include "extract/xml_walk.h"

namespace textkin::extract {
namespace {

// `target`, as it is named in `folder`, from the root.
std::string resolved(std::string_view folder, std::string_view target) {
  const std::string path = target.starts_with('/') ? std::string(target) : std::string(folder) + std::string(target);
  std::vector<std::string_view> steps;
  for (std::string_view rest = path; !rest.empty();) {
    const std::string_view step = rest.substr(0, rest.find('/'));
    rest.remove_prefix(std::min(rest.size(), step.size() + 1));
    if (step == "..") {
      if (!steps.empty()) steps.pop_back();
    } else if (!step.empty() && step != ".") {
      steps.push_back(step);
    }
  }
  std::string out;
  for (const std::string_view step : steps) {
    if (!out.empty()) out += '/';
    out += step;
  }
  return out;
}

}  // namespace

std::string folder_of(std::string_view part) { return std::string(part.substr(0, part.rfind('/') + 1)); }

std::string relations_of(std::string_view part) {
  const std::string folder = folder_of(part);
  return folder + "_rels/" + std::string(part.substr(folder.size())) + ".rels";
}

Relations::Relations(const std::string& xml, std::string_view part) {
  pugi::xml_document document;
  if (xml.empty() || !parse_xml(xml, "relations", document).ok()) return;
  known_ = true;
  const std::string folder = folder_of(part);
  for (const pugi::xml_node relation : document.document_element().children()) {
    if (attribute_named(relation, "TargetMode") == "External") continue;
    const std::string_view type = attribute_named(relation, "Type");
    parts_.emplace_back(type.substr(type.rfind('/') + 1), resolved(folder, attribute_named(relation, "Target")));
  }
}

std::string_view Relations::part(std::string_view kind) const {
  const auto found = std::ranges::find(parts_, kind, &std::pair<std::string, std::string>::first);
  return found == parts_.end() ? std::string_view() : std::string_view(found->second);
}

}  // namespace textkin::extract
