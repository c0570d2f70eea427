#include "extract/markup/rtf_charset.h"

#include <fmt/format.h>
#include <unicode/ucnv.h>
#include <unicode/unistr.h>

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace textkin::extract {
namespace {

constexpr long kMacintosh = 10000;

constexpr auto kCharsets = std::to_array<std::pair<long, long>>({{77, kMacintosh},
                                                                 {128, 932},
                                                                 {129, 949},
                                                                 {130, 1361},
                                                                 {134, 936},
                                                                 {136, 950},
                                                                 {161, 1253},
                                                                 {162, 1254},
                                                                 {163, 1258},
                                                                 {177, 1255},
                                                                 {178, 1256},
                                                                 {186, 1257},
                                                                 {204, 1251},
                                                                 {222, 874},
                                                                 {238, 1250},
                                                                 {254, 437},
                                                                 {255, 437}});

// ICU's name for it.
std::string name_of(long number) {
  constexpr auto kOfWindows = std::to_array<long>({874, 932, 936, 949, 950});
  if (number == kMacintosh) return "macintosh";
  if (number == 65001) return "UTF-8";
  const bool windows = (number >= 1250 && number <= 1258) || std::ranges::find(kOfWindows, number) != kOfWindows.end();
  return fmt::format("{}-{}", windows ? "windows" : "ibm", number);
}

}  // namespace

long rtf_code_page(long charset) {
  const auto* const found = std::ranges::find(kCharsets, charset, &std::pair<long, long>::first);
  return found == kCharsets.end() ? 0 : found->second;
}

std::string CodePage::convert(std::string_view bytes) const {
  std::vector<UChar> units(2 * bytes.size() + 2);
  UErrorCode error = U_ZERO_ERROR;
  const std::int32_t size = ucnv_toUChars(handle_.get(), units.data(), static_cast<std::int32_t>(units.size()),
                                          bytes.data(), static_cast<std::int32_t>(bytes.size()), &error);
  std::string out;
  if (U_SUCCESS(error)) icu::UnicodeString(units.data(), size).toUTF8String(out);
  return out;
}

void CodePage::Close::operator()(UConverter* converter) const { ucnv_close(converter); }

UConverter* CodePage::open(long number) {
  for (const std::string& one : {name_of(number), std::string("windows-1252")}) {
    UErrorCode error = U_ZERO_ERROR;
    UConverter* const made = ucnv_open(one.c_str(), &error);
    if (U_SUCCESS(error)) return made;
  }
  return nullptr;
}

}  // namespace textkin::extract
