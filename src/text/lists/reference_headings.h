// HeadingReader: what a line is that is nothing but a heading, as far as lists of sources care.
//
// Case, numbering, a colon, marks of Markdown, \section*{...} of LaTeX and the space that small capitals of a PDF leave
// behind their first letter make no difference. The names, of some thirty languages, are in reference_headings.cc; so
// is any line of nothing but words for sources and what stands beside them: Verwendete Quellen und Weblinks.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>

#include "text/normalize/normalizer.h"
#include "text/unicode/byte_buffer.h"

namespace textkin::text {

enum class HeadingKind : std::uint8_t {
  kNone,
  kList,         // References, Works cited, Literaturverzeichnis, Références, Список литературы, 参考文献
  kSection,      // of what stands behind a list: Appendix A, Anhang, Methods, Chapter 3
  kNotes,        // a line of ⸻ alone, behind which extracted documents have their footnotes and endnotes
  kNoteHeading,  // Notes, Endnotes, Anmerkungen, Сноски
  kNote,         // no heading: a note of Markdown, [^1]: ..., or of a page of the web, which ends with ↩
};

// Threads: one reader each. Cost: that of the line.
class HeadingReader {
 public:
  HeadingReader();
  HeadingKind kind(std::string_view line);

 private:
  std::unique_ptr<Normalizer> normalizer_;
  ByteBuffer buffer_;
};

}  // namespace textkin::text
