#include "archive/text_rows.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "archive/byte_strings.h"
#include "archive/rows.h"
#include "archive/text_pack.h"

namespace textkin::archive {

Result<PageCache::Page> TextRows::unpacked(DocId last, std::string_view row) const {
  if (PageCache::Page page = cache_->find(last)) return page;
  std::string bytes;
  if (!unpack(row, bytes)) return damaged_pack(folder_, last);
  auto page = std::make_shared<const std::string>(std::move(bytes));
  cache_->keep(last, page);
  return PageCache::Page(std::move(page));
}

// The first row from its number on is its own, or the pack that has it.
Result<bool> TextRows::read(DocId number, std::string& out) const {
  bool found = false;
  TEXTKIN_RETURN_IF_ERROR(vault_.scan(Family::kTexts, numbered_key(kOfText, number), end_of_keys(kOfText),
                                      [&](std::string_view key, std::string_view value) -> Result<bool> {
                                        const DocId last = number_of_text_key(key);
                                        if (!is_pack_key(key)) {
                                          found = last == number;
                                          if (found) out = value;
                                          return false;
                                        }
                                        const std::optional<DocId> first = first_of_pack(last, value);
                                        if (!first) return damaged_pack(folder_, last);
                                        if (number < *first) return false;
                                        TEXTKIN_ASSIGN_OR_RETURN(const PageCache::Page page, unpacked(last, value));
                                        const std::optional<std::string_view> text =
                                            text_of_pack(*page, number - *first);
                                        found = text.has_value();
                                        if (found) out = *text;
                                        return false;
                                      }));
  return found;
}

Status TextRows::each(DocId begin, const Visit& visit) const {
  std::string bytes;
  return vault_.scan(Family::kTexts, numbered_key(kOfText, begin), end_of_keys(kOfText),
                     [&](std::string_view key, std::string_view value) -> Result<bool> {
                       const DocId last = number_of_text_key(key);
                       if (!is_pack_key(key)) return visit(last, value);
                       const std::optional<DocId> first = first_of_pack(last, value);
                       if (!first || !unpack(value, bytes)) return damaged_pack(folder_, last);
                       for (DocId number = std::max(begin, *first); number <= last; ++number) {
                         const auto text = text_of_pack(bytes, number - *first);
                         if (!text) continue;
                         TEXTKIN_ASSIGN_OR_RETURN(const bool more, visit(number, *text));
                         if (!more) return false;
                       }
                       return true;
                     });
}

}  // namespace textkin::archive
