#include "extract/archive/zip_names.h"

#include <unicode/ucnv.h>
#include <unicode/unistr.h>

#include <algorithm>
#include <vector>

#include "base/utf8.h"

namespace textkin::extract {
namespace {

std::string from_code_page_437(std::string_view bytes) {
  UErrorCode error = U_ZERO_ERROR;
  UConverter* const converter = ucnv_open("ibm-437", &error);
  std::string out;
  if (U_SUCCESS(error)) {
    std::vector<UChar> units(2 * bytes.size() + 2);
    const std::int32_t size = ucnv_toUChars(converter, units.data(), static_cast<std::int32_t>(units.size()),
                                            bytes.data(), static_cast<std::int32_t>(bytes.size()), &error);
    if (U_SUCCESS(error)) icu::UnicodeString(units.data(), size).toUTF8String(out);
  }
  ucnv_close(converter);
  if (out.empty()) base::append_valid_utf8(bytes, out);
  return out;
}

bool can_be_utf8(std::string_view bytes) {
  std::string repaired;
  base::append_valid_utf8(bytes, repaired);
  return repaired == bytes;
}

// C0, DEL, and C1 as UTF-8 has them.
bool has_control_letters(std::string_view text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if (byte < 0x20 || byte == 0x7F) return true;
    if (byte == 0xC2 && i + 1 < text.size() && static_cast<unsigned char>(text[i + 1]) < 0xA0) return true;
  }
  return false;
}

void show_controls(std::string& text) {
  for (char& byte : text)
    if (static_cast<unsigned char>(byte) < 0x20 || byte == 0x7F) byte = ' ';
}

bool has_drive(std::string_view name) {
  return name.size() > 1 && name[1] == ':' && ((name[0] | 0x20) >= 'a' && (name[0] | 0x20) <= 'z');
}

}  // namespace

CleanName clean_name(std::string_view bytes, bool is_utf8) {
  CleanName out;
  const bool too_long = bytes.size() > kLongestName;
  bytes = bytes.substr(0, kLongestName);
  std::string text;
  if (is_utf8 || too_long || can_be_utf8(bytes))
    base::append_valid_utf8(bytes, text);
  else
    text = from_code_page_437(bytes);
  // Some programs of Windows write these.
  if (text.find('/') == std::string::npos) std::ranges::replace(text, '\\', '/');
  const bool absolute = text.starts_with('/') || has_drive(text);
  const bool controls = has_control_letters(text);
  show_controls(text);
  bool upwards = false;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find('/', begin), text.size());
    const std::string_view part = std::string_view(text).substr(begin, end - begin);
    upwards = upwards || part == "..";
    if (!part.empty() && part != ".") out.name.append(out.name.empty() ? "" : "/").append(part);
    begin = end + 1;
  }
  if (out.name.empty())
    out.refusal = "it has no name";
  else if (too_long)
    out.refusal = "its name is too long";
  else if (controls)
    out.refusal = "its name has control characters";
  else if (upwards || absolute)
    out.refusal = "its name leads out of the archive";
  if (out.name.empty()) out.name = "(no name)";
  return out;
}

bool is_hidden_name(std::string_view name) {
  while (!name.empty()) {
    const std::string_view part = name.substr(0, name.find('/'));
    if ((part.starts_with('.') && part != "..") || part == "__MACOSX") return true;
    name.remove_prefix(std::min(name.size(), part.size() + 1));
  }
  return false;
}

}  // namespace textkin::extract
