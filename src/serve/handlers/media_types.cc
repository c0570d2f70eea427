#include "serve/handlers/media_types.h"

#include <algorithm>
#include <array>

#include "serve/http/message.h"

namespace textkin::serve {
namespace {

constexpr std::array<MediaType, 9> kTypes{{
    {kPlainText, "", true},
    {"text/html", "html", true},
    {"text/markdown", "md", true},
    {"application/x-ipynb+json", "ipynb"},
    {"application/pdf", "pdf"},
    {"application/rtf", "rtf"},
    {"text/rtf", "rtf"},
    {"application/vnd.oasis.opendocument.text", "odt"},
    {"application/vnd.openxmlformats-officedocument.wordprocessingml.document", "docx"},
}};

constexpr std::string_view kCharset = "charset";

bool is_same(std::string_view own, std::string_view name) {
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
  return std::ranges::equal(own, name, {}, lower);
}

// Without spaces, or the quotation marks that a value may have, around it.
std::string_view trimmed(std::string_view part, std::string_view around) {
  const std::size_t begin = part.find_first_not_of(around);
  if (begin == std::string_view::npos) return {};
  return part.substr(begin, part.find_last_not_of(around) - begin + 1);
}

bool is_named(std::string_view content_type, std::string_view name) {
  return is_same(trimmed(content_type.substr(0, content_type.find(';')), " \t"), name);
}

}  // namespace

const MediaType* document_type(std::string_view content_type) {
  const auto found = std::ranges::find_if(kTypes, [&](const auto& type) { return is_named(content_type, type.name); });
  return found == kTypes.end() ? nullptr : &*found;
}

bool is_lines(std::string_view content_type) { return is_named(content_type, kLines); }

std::string_view foreign_charset(std::string_view content_type) {
  const MediaType* const type = document_type(content_type);
  if (type == nullptr ? !is_lines(content_type) : !type->is_text) return {};
  for (std::size_t at = content_type.find(';'); at != std::string_view::npos; at = content_type.find(';', at + 1)) {
    const std::string_view part = content_type.substr(at + 1, content_type.find(';', at + 1) - at - 1);
    const std::size_t equals = part.find('=');
    if (equals == std::string_view::npos || !is_same(trimmed(part.substr(0, equals), " \t"), kCharset)) continue;
    const std::string_view named = trimmed(part.substr(equals + 1), " \t\"");
    if (!is_same(named, "utf-8") && !is_same(named, "utf8") && !is_same(named, "us-ascii")) return named;
  }
  return {};
}

std::string document_types() {
  std::string all;
  for (const MediaType& type : kTypes) all += (all.empty() ? "" : ", ") + std::string(type.name);
  return all;
}

}  // namespace textkin::serve
