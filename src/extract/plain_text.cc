#include "extract/plain_text.h"

#include <utility>

#include "extract/charset.h"

namespace textkin::extract {

Result<Extracted> extract_plain_text(std::string_view bytes, const Limits&) {
  TEXTKIN_ASSIGN_OR_RETURN(Decoded decoded, decode(bytes));
  Extracted out;
  std::string note = charset_note(decoded);
  if (!note.empty()) out.notes.push_back(std::move(note));
  out.text = std::move(decoded.text);
  return out;
}

Result<Extracted> refuse_other_document(std::string_view, const Limits&) {
  return not_extracted("no reader for this kind of file; save it as .docx, .odt, .html, .pdf or plain text");
}

}  // namespace textkin::extract
