// Media types: what a body is, by its Content-Type: a text, lines of JSON, or a file that is more than text.
#pragma once

#include <string>
#include <string_view>

namespace textkin::serve {

struct MediaType {
  std::string_view name;
  std::string_view suffix;  // by which its text is taken out of it; empty: it is the text
  bool is_text = false;     // of which a charset may be said beside its name
};

// Of "Text/HTML; charset=utf-8"; null where it is no document.
const MediaType* document_type(std::string_view content_type);

// Whether it is application/x-ndjson.
bool is_lines(std::string_view content_type);

// The charset that "text/plain; charset=latin1" names where it is none that UTF-8 holds; empty: none such is named.
std::string_view foreign_charset(std::string_view content_type);

// All of document_type(), for a message.
std::string document_types();

}  // namespace textkin::serve
