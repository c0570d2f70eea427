#include "extract/charset.h"

#include <fmt/format.h>
#include <uchardet.h>
#include <unicode/uchar.h>
#include <unicode/ucnv.h>
#include <unicode/unistr.h>

#include <algorithm>
#include <array>
#include <memory>
#include <optional>

#include "base/utf8.h"
#include "extract/ascii.h"
#include "extract/extracted.h"

namespace textkin::extract {
namespace {

constexpr std::size_t kLooked = 64u << 10;        // bytes whose zeros are looked at
constexpr unsigned char kFirstLetter1252 = 0xC0;  // windows-1252 has dashes, quotes and signs below
constexpr unsigned char kFirstLetterKoi8 = 0xC0;
constexpr std::size_t kMostOthersInARow = 2;
constexpr std::size_t kLettersForAnother = 60;     // letters of ASCII for each other letter, in English and more
constexpr std::size_t kShownToGuesser = 1u << 20;  // more makes no better guess
constexpr std::size_t kCharactersForABreak = 4;    // of several bytes; text of any other charset has fewer than two

// What browsers know (Encoding Standard); others have further names for the same. All keep ASCII as it is.
constexpr auto kOfBrowsers = std::to_array<const char*>(
    {"utf-8",        "us-ascii",     "ibm866",       "iso-8859-1",     "iso-8859-2",   "iso-8859-3",   "iso-8859-4",
     "iso-8859-5",   "iso-8859-6",   "iso-8859-7",   "iso-8859-8",     "iso-8859-9",   "iso-8859-10",  "iso-8859-11",
     "iso-8859-13",  "iso-8859-14",  "iso-8859-15",  "iso-8859-16",    "koi8-r",       "koi8-u",       "macintosh",
     "windows-874",  "windows-1250", "windows-1251", "windows-1252",   "windows-1253", "windows-1254", "windows-1255",
     "windows-1256", "windows-1257", "windows-1258", "x-mac-cyrillic", "gbk",          "gb2312",       "gb18030",
     "big5",         "big5-hkscs",   "euc-jp",       "iso-2022-jp",    "shift_jis",    "euc-kr",       "windows-949"});

struct Converter {
  explicit Converter(const std::string& charset) { handle = ucnv_open(charset.c_str(), &error); }
  ~Converter() { ucnv_close(handle); }
  Converter(const Converter&) = delete;
  Converter& operator=(const Converter&) = delete;
  UErrorCode error = U_ZERO_ERROR;
  UConverter* handle = nullptr;
};

std::optional<std::string> convert(std::string_view bytes, const std::string& charset) {
  Converter converter(charset);
  if (U_FAILURE(converter.error)) return {};
  std::string out;
  out.reserve(bytes.size() + bytes.size() / 2);
  std::array<UChar, 4096> units;
  const char* from = bytes.data();
  const char* const end = from + bytes.size();
  icu::UnicodeString pending;
  while (true) {
    UChar* to = units.data();
    UErrorCode error = U_ZERO_ERROR;
    ucnv_toUnicode(converter.handle, &to, units.data() + units.size(), &from, end, nullptr, true, &error);
    if (U_FAILURE(error) && error != U_BUFFER_OVERFLOW_ERROR) return {};
    pending.append(units.data(), static_cast<std::int32_t>(to - units.data()));
    // Half of a surrogate pair waits for the other.
    UChar half = 0;
    if (error == U_BUFFER_OVERFLOW_ERROR && U16_IS_LEAD(pending[pending.length() - 1])) {
      half = pending[pending.length() - 1];
      pending.truncate(pending.length() - 1);
    }
    pending.toUTF8String(out);
    pending.remove();
    if (half != 0) pending.append(half);
    if (error != U_BUFFER_OVERFLOW_ERROR) break;
  }
  return out;
}

std::size_t replacements(std::string_view text) {
  std::size_t count = 0;
  for (std::size_t at = 0; (at = text.find(base::kReplacementCharacter, at)) != text.npos; ++at) ++count;
  return count;
}

// Bytes read as UTF-8: valid, or mostly so, as where a text was cut or a byte of it was damaged.
std::optional<Decoded> by_utf8(std::string_view bytes) {
  std::string text;
  text.reserve(bytes.size());
  base::append_valid_utf8(bytes, text);
  if (text == bytes) return Decoded{std::move(text), "UTF-8", false};
  const std::size_t broken = replacements(text) - replacements(bytes);
  const auto others = std::ranges::count_if(text, [](char byte) { return static_cast<unsigned char>(byte) >= 0xC0; });
  if (static_cast<std::size_t>(others) < broken * (kCharactersForABreak + 1)) return {};
  return Decoded{std::move(text), "UTF-8", true, broken};
}

// ICU's own name for a charset; empty where it does not know it.
std::string_view icu_name(const char* charset) {
  UErrorCode error = U_ZERO_ERROR;
  const char* const name = ucnv_getAlias(charset, 0, &error);
  return U_SUCCESS(error) && name != nullptr ? name : std::string_view();
}

bool is_known_to_browsers(const std::string& charset) {
  const std::string_view name = icu_name(charset.c_str());
  return !name.empty() && std::ranges::any_of(kOfBrowsers, [&](const char* one) { return icu_name(one) == name; });
}

struct Mark {
  std::string_view bytes;
  const char* charset;
};
// The longer of two that begin alike first.
constexpr std::array<Mark, 5> kMarks{{{"\xEF\xBB\xBF", "UTF-8"},
                                      {{"\xFF\xFE\0\0", 4}, "UTF-32LE"},
                                      {{"\0\0\xFE\xFF", 4}, "UTF-32BE"},
                                      {"\xFF\xFE", "UTF-16LE"},
                                      {"\xFE\xFF", "UTF-16BE"}}};

// Whether all are assigned characters, and none a control but those of white space.
bool is_text(const std::string& utf8) {
  const icu::UnicodeString text = icu::UnicodeString::fromUTF8(utf8);
  for (std::int32_t at = 0; at < text.length(); at = text.moveIndex32(at, 1)) {
    const UChar32 letter = text.char32At(at);
    if (letter == 0xFFFD || !u_isdefined(letter)) return false;
    if (u_iscntrl(letter) != 0 && u_charType(letter) != U_FORMAT_CHAR && u_isUWhiteSpace(letter) == 0) return false;
  }
  return true;
}

// Printable ASCII with zeros between some of it, two letters of which look like one of Chinese.
bool is_ascii_with_zeros(std::string_view head) {
  bool pairs = false;  // of letters without a zero
  for (std::size_t i = 0; i + 1 < head.size(); i += 2) {
    for (const char byte : head.substr(i, 2)) {
      const auto value = static_cast<unsigned char>(byte);  // whether a char has a sign depends on the machine
      if (value != 0 && (value < ' ' || value >= 0x7F) && !is_space(byte)) return false;
    }
    pairs = pairs || (head[i] != '\0' && head[i + 1] != '\0');
  }
  return pairs;
}

// UTF-16 and UTF-32 without a mark: letters of most scripts have zeros, or the spaces and line ends between them do.
std::optional<Decoded> by_zeros(std::string_view bytes) {
  const std::string_view head = bytes.substr(0, kLooked);
  std::array<std::size_t, 4> zeros{};
  for (std::size_t i = 0; i < head.size(); ++i) zeros[i % 4] += head[i] == '\0';
  const std::size_t even = zeros[0] + zeros[2];
  const std::size_t odd = zeros[1] + zeros[3];
  if (even + odd == 0 || bytes.size() % 2 != 0 || is_ascii_with_zeros(head)) return {};
  const std::size_t quarter = head.size() / 4;
  std::string charset = odd > even ? "UTF-16LE" : "UTF-16BE";
  if (bytes.size() % 4 == 0 && zeros[3] == quarter && zeros[2] * 10 > quarter * 9) charset = "UTF-32LE";
  if (bytes.size() % 4 == 0 && zeros[0] == quarter && zeros[1] * 10 > quarter * 9) charset = "UTF-32BE";
  std::optional<std::string> text = convert(bytes, charset);
  if (!text || !is_text(*text)) return {};
  return Decoded{std::move(*text), std::move(charset), true};
}

bool has_controls(std::string_view bytes) {
  return std::ranges::any_of(bytes, [](char byte) {
    const auto value = static_cast<unsigned char>(byte);
    return value < 0x20 && (value < '\t' || value > '\r') && value != 0x1B;
  });
}

// Whether all but a few letters are of ASCII, as in English with a word of French and the dashes and quotes of a word
// processor: too little to tell charsets of one byte a letter apart. Words of another alphabet are runs of its letters.
bool has_few_others(std::string_view bytes) {
  std::size_t letters = 0;
  std::size_t others = 0;
  std::size_t run = 0;
  for (const char byte : bytes) {
    const bool other = static_cast<unsigned char>(byte) >= 0x80;
    letters += is_letter(byte);
    others += static_cast<unsigned char>(byte) >= kFirstLetter1252;
    run = other ? run + 1 : 0;
    if (run > kMostOthersInARow) return false;
  }
  return others * kLettersForAnother <= letters;
}

bool has_one_byte_a_letter(const std::string& charset) {
  const Converter converter(charset);
  return U_SUCCESS(converter.error) && ucnv_getMaxCharSize(converter.handle) == 1;
}

// Japanese of mails and old pages: bytes of ASCII alone, and escape sequences around what they stand for otherwise.
std::optional<Decoded> by_escapes(std::string_view bytes) {
  if (bytes.find("\x1B$B") == bytes.npos && bytes.find("\x1B$@") == bytes.npos) return {};
  std::string charset = "ISO-2022-JP";
  std::optional<std::string> text = convert(bytes, charset);
  if (!text || !is_text(*text)) return {};
  return Decoded{std::move(*text), std::move(charset), true};
}

// Letters of Ukrainian, where KOI8-R has lines of boxes: within a word of either.
bool is_ukrainian(std::string_view koi8) {
  constexpr std::string_view kLetters = "\xA4\xA6\xA7\xAD\xB4\xB6\xB7\xBD";
  const auto is_of_koi8 = [](char byte) { return static_cast<unsigned char>(byte) >= kFirstLetterKoi8; };
  for (std::size_t at = 1; (at = koi8.find_first_of(kLetters, at)) < koi8.size() - 1; ++at)
    if (is_of_koi8(koi8[at - 1]) && is_of_koi8(koi8[at + 1])) return true;
  return false;
}

std::string guess(std::string_view bytes) {
  const std::unique_ptr<uchardet, void (*)(uchardet_t)> guesser(uchardet_new(), uchardet_delete);
  bytes = bytes.substr(0, kShownToGuesser);
  if (uchardet_handle_data(guesser.get(), bytes.data(), bytes.size()) != 0) return {};
  uchardet_data_end(guesser.get());
  return uchardet_get_charset(guesser.get());
}

}  // namespace

Result<Decoded> decode(std::string_view bytes, std::string_view declared) {
  for (const Mark& mark : kMarks) {
    if (!bytes.starts_with(mark.bytes)) continue;
    bytes.remove_prefix(mark.bytes.size());
    std::optional<std::string> text = convert(bytes, mark.charset);
    if (text) return Decoded{std::move(*text), mark.charset, false};
  }
  if (std::optional<Decoded> wide = by_zeros(bytes)) return std::move(*wide);
  if (std::optional<Decoded> japanese = by_escapes(bytes)) return std::move(*japanese);
  std::optional<Decoded> utf8 = by_utf8(bytes);
  if (utf8 && utf8->broken == 0) return std::move(*utf8);
  if (has_controls(bytes)) return not_extracted("it is no text; save it as .docx, .odt, .html, .pdf or plain text");
  if (utf8) return std::move(*utf8);
  if (std::string charset(declared); is_known_to_browsers(charset)) {
    // As browsers do, since most pages that say the one mean the other.
    const std::string_view name = icu_name(charset.c_str());
    if (name == "ISO-8859-1" || name == "US-ASCII") charset = "windows-1252";
    std::optional<std::string> text = convert(bytes, charset);
    if (text) return Decoded{std::move(*text), std::move(charset), false};
  }
  std::string charset = guess(bytes);
  // Of the two, what uchardet does not know is the one with letters in more places.
  if (charset.empty() || charset == "ASCII" || charset == "UTF-8" || charset == "ISO-8859-1") charset = "WINDOWS-1252";
  if (has_one_byte_a_letter(charset) && has_few_others(bytes)) charset = "WINDOWS-1252";
  if (charset == "KOI8-R" && is_ukrainian(bytes)) charset = "KOI8-U";
  if (charset == "UHC") charset = "WINDOWS-949";  // ICU's name for it
  std::optional<std::string> text = convert(bytes, charset);
  if (!text) return not_extracted(fmt::format("its charset, {}, is not known here; save it as UTF-8", charset));
  return Decoded{std::move(*text), std::move(charset), true};
}

std::string charset_note(const Decoded& decoded) {
  if (!decoded.guessed) return "";
  if (decoded.broken == 0) return fmt::format("read as {}, by its look", decoded.charset);
  return fmt::format("read as {}, by its look, though {} of it {} none", decoded.charset,
                     decoded.broken == 1 ? "one place" : fmt::format("{} places", decoded.broken),
                     decoded.broken == 1 ? "is" : "are");
}

}  // namespace textkin::extract
