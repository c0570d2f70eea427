#include "client/found_names.h"

#include <charconv>

namespace textkin::client {

DocId question_of(std::string_view id, DocId questions) {
  DocId number = kNoDoc;
  const auto [end, error] = std::from_chars(id.data(), id.data() + id.size(), number);
  return error == std::errc() && end == id.data() + id.size() && number < questions ? number : kNoDoc;
}

}  // namespace textkin::client
