#include "archive/text_rows.h"

#include <fmt/format.h>

#include <optional>
#include <utility>

#include "archive/byte_strings.h"
#include "archive/rows.h"
#include "archive/text_pack.h"

namespace textkin::archive {
namespace {

constexpr std::uint64_t kBytesAtOnce = 4u << 20;

// The number of the first text of a pack that ends with `last`; nothing where it would have more texts than numbers.
std::optional<DocId> first_of(DocId last, std::string_view row) {
  const std::uint32_t texts = texts_of_pack(row);
  if (texts == 0 || texts - 1 > last) return std::nullopt;
  return last - (texts - 1);
}

}  // namespace

Status TextRows::damaged(DocId last) const {
  return Status(Code::kBadInput, fmt::format("{}: damaged: the texts up to document {} cannot be unpacked; put back a "
                                             "copy of it, or make it anew",
                                             folder_, last));
}

Result<PageCache::Page> TextRows::unpacked(DocId last, std::string_view row) const {
  if (PageCache::Page page = cache_.find(last)) return page;
  std::string bytes;
  if (!unpack(row, bytes)) return damaged(last);
  auto page = std::make_shared<const std::string>(std::move(bytes));
  cache_.keep(last, page);
  return PageCache::Page(std::move(page));
}

// The first row from its number on is its own, or the pack that has it.
Result<bool> TextRows::read(DocId number, std::string& out) const {
  bool found = false;
  TEXTKIN_RETURN_IF_ERROR(vault_.scan(
      Family::kTexts, numbered_key(kOfText, number), end_of_keys(kOfText),
      [&](std::string_view key, std::string_view value) -> Result<bool> {
        const DocId last = number_of_text_key(key);
        if (!is_pack_key(key)) {
          found = last == number;
          if (found) out = value;
          return false;
        }
        const std::optional<DocId> first = first_of(last, value);
        if (!first) return damaged(last);
        if (number < *first) return false;
        TEXTKIN_ASSIGN_OR_RETURN(const PageCache::Page page, unpacked(last, value));
        const std::optional<std::string_view> text = text_of_pack(*page, number - *first);
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
                       const std::optional<DocId> first = first_of(last, value);
                       if (!first || !unpack(value, bytes)) return damaged(last);
                       for (DocId number = std::max(begin, *first); number <= last; ++number) {
                         const auto text = text_of_pack(bytes, number - *first);
                         if (!text) continue;
                         TEXTKIN_ASSIGN_OR_RETURN(const bool more, visit(number, *text));
                         if (!more) return false;
                       }
                       return true;
                     });
}

Status TextRows::leave_out(const std::vector<bool>& gone,
                              const std::function<Status(const Changes&)>& commit) const {
  TextPacker packer;
  Changes changes;
  std::string bytes;
  const auto leave_out_of_pack = [&](std::string_view key, std::string_view row, DocId last) -> Status {
    const std::optional<DocId> first = first_of(last, row);
    if (!first || !unpack(row, bytes)) return damaged(last);
    std::vector<std::optional<std::string_view>> texts;
    bool changed = false;
    bool any = false;
    for (DocId number = *first; number <= last; ++number) {
      texts.push_back(text_of_pack(bytes, number - *first));
      changed = changed || (texts.back() && gone[number]);
      if (gone[number]) texts.back().reset();
      any = any || texts.back();
    }
    if (changed && any) changes.put(Family::kTexts, std::string(key), packer.pack(texts));
    if (changed && !any) changes.erase(Family::kTexts, std::string(key));
    return {};
  };
  TEXTKIN_RETURN_IF_ERROR(vault_.scan(Family::kTexts, std::string(1, kOfText), end_of_keys(kOfText),
                                      [&](std::string_view key, std::string_view value) -> Result<bool> {
                                        const DocId last = number_of_text_key(key);
                                        if (last >= gone.size()) return damaged(last);
                                        if (is_pack_key(key))
                                          TEXTKIN_RETURN_IF_ERROR(leave_out_of_pack(key, value, last));
                                        else if (gone[last])
                                          changes.erase(Family::kTexts, std::string(key));
                                        if (changes.bytes() < kBytesAtOnce) return true;
                                        TEXTKIN_RETURN_IF_ERROR(commit(changes));
                                        changes.clear();
                                        return true;
                                      }));
  return commit(changes);
}

}  // namespace textkin::archive
