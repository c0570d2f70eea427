#include "extract/plain_text.h"

#include <array>
#include <string>
#include <utility>

#include "extract/charset.h"

namespace textkin::extract {
namespace {

// How PNG, JPEG, GIF, TIFF and camera files begin.
constexpr auto kPictures = std::to_array<std::string_view>({"\x89PNG\r\n",
                                                            "\xFF\xD8\xFF",
                                                            "GIF87a",
                                                            "GIF89a",
                                                            {"II*\0", 4},
                                                            {"MM\0*", 4},
                                                            {"\0\0\0\x18"
                                                             "ftyphei",
                                                             11}});

}  // namespace

Result<Extracted> extract_plain_text(std::string_view bytes, const Limits&) {
  for (const std::string_view begin : kPictures)
    if (bytes.starts_with(begin))
      return not_extracted("it is a picture; have its text recognised, and hand in that, or a PDF that has it");
  TEXTKIN_ASSIGN_OR_RETURN(Decoded decoded, decode(bytes));
  Extracted out;
  std::string note = charset_note(decoded);
  if (!note.empty()) out.notes.push_back(std::move(note));
  out.text = std::move(decoded.text);
  return out;
}

Result<Extracted> refuse_old_word(std::string_view, const Limits&) {
  return not_extracted("it is of a Word before 2007; open it in any Word or in LibreOffice and save it as .docx");
}

Result<Extracted> refuse_apple(std::string_view, const Limits&) {
  return not_extracted(
      "it is of Pages, Keynote or Numbers; open it there, or on icloud.com, and export it as Word or PDF");
}

Result<Extracted> refuse_other_document(std::string_view, const Limits&) {
  return not_extracted("no reader for this kind of file; save it as .docx, .odt, .html, .pdf or plain text");
}

}  // namespace textkin::extract
