// The charsets of Rich Text: a document has a code page, and each of its fonts may have another.
#pragma once

#include <memory>
#include <string>
#include <string_view>

struct UConverter;

namespace textkin::extract {

// The code page of a font's \fcharset; 0 where that is the document's own.
long rtf_code_page(long charset);

// Converts bytes of a code page of Windows, DOS or the Macintosh to UTF-8; of one that is not known as windows-1252.
class CodePage {
 public:
  explicit CodePage(long number) : handle_(open(number)) {}
  std::string convert(std::string_view bytes) const;

 private:
  struct Close {
    void operator()(UConverter* converter) const;
  };
  static UConverter* open(long number);
  std::unique_ptr<UConverter, Close> handle_;
};

}  // namespace textkin::extract
