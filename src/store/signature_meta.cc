#include "store/signature_meta.h"

#include <nlohmann/json.hpp>

namespace textkin::store {
namespace {

using Json = nlohmann::json;
constexpr std::string_view kMetaFormat = "textkin signatures";
constexpr std::size_t kMostMetaBytes = 1u << 20;

bool get(const Json& root, const char* key, std::uint64_t most, std::uint64_t& out) {
  const auto at = root.find(key);
  if (at == root.end() || !at->is_number_unsigned()) return false;
  out = at->get<std::uint64_t>();
  return out <= most;
}

}  // namespace

std::string signature_meta(const SignatureSpec& spec, DocId rows) {
  Json options = Json::array();
  for (const auto& [name, value] : spec.options) options.push_back({name, value});
  const nlohmann::ordered_json root = {{"format", kMetaFormat},
                                       {"version", kSignatureVersion},
                                       {"spec", options},
                                       {"words", spec.words},
                                       {"rows", rows}};
  return root.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

bool parse_signature_meta(std::string_view text, SignatureSpec& spec, DocId& rows, std::uint64_t& version) {
  version = 0;
  if (text.size() > kMostMetaBytes) return false;
  const Json root = Json::parse(text, nullptr, false);
  if (!root.is_object()) return false;
  const auto format = root.find("format");
  if (format == root.end() || *format != kMetaFormat) return false;
  if (!get(root, "version", ~std::uint64_t{0}, version) || version != kSignatureVersion) return false;
  std::uint64_t words = 0;
  std::uint64_t count = 0;
  if (!get(root, "words", kMostRowWords, words) || words == 0 || !get(root, "rows", kNoDoc - 1, count)) return false;
  const auto options = root.find("spec");
  if (options == root.end() || !options->is_array()) return false;
  spec.options.clear();
  for (const Json& option : *options) {
    if (!option.is_array() || option.size() != 2 || !option[0].is_string() || !option[1].is_string()) return false;
    spec.options.emplace_back(option[0].get<std::string>(), option[1].get<std::string>());
  }
  spec.words = static_cast<std::uint32_t>(words);
  rows = static_cast<DocId>(count);
  return true;
}

}  // namespace textkin::store
