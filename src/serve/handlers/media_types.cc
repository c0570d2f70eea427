#include "serve/handlers/media_types.h"

#include <algorithm>
#include <array>

#include "serve/http/message.h"

namespace textkin::serve {
namespace {

constexpr std::array<MediaType, 9> kTypes{{
    {kPlainText, ""},
    {"text/html", "html"},
    {"text/markdown", "md"},
    {"application/x-ipynb+json", "ipynb"},
    {"application/pdf", "pdf"},
    {"application/rtf", "rtf"},
    {"text/rtf", "rtf"},
    {"application/vnd.oasis.opendocument.text", "odt"},
    {"application/vnd.openxmlformats-officedocument.wordprocessingml.document", "docx"},
}};

bool is_named(std::string_view content_type, std::string_view name) {
  std::string_view own = content_type.substr(0, content_type.find(';'));
  while (!own.empty() && (own.back() == ' ' || own.back() == '\t')) own.remove_suffix(1);
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
  return std::ranges::equal(own, name, {}, lower);
}

}  // namespace

const MediaType* document_type(std::string_view content_type) {
  const auto found = std::ranges::find_if(kTypes, [&](const auto& type) { return is_named(content_type, type.name); });
  return found == kTypes.end() ? nullptr : &*found;
}

bool is_lines(std::string_view content_type) { return is_named(content_type, kLines); }

std::string document_types() {
  std::string all;
  for (const MediaType& type : kTypes) all += (all.empty() ? "" : ", ") + std::string(type.name);
  return all;
}

}  // namespace textkin::serve
