#include "archive/purge_texts.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

#include "archive/byte_strings.h"
#include "archive/rows.h"
#include "archive/text_pack.h"
#include "archive/text_packer.h"

namespace textkin::archive {
namespace {

constexpr std::uint64_t kBytesAtOnce = 4u << 20;

}  // namespace

Status purge_texts(Vault& vault, const std::string& folder, const std::vector<bool>& gone) {
  TextPacker packer;
  Changes changes;
  std::string bytes;
  const auto leave_out_of_pack = [&](std::string_view key, std::string_view row, DocId last) -> Status {
    const std::optional<DocId> first = first_of_pack(last, row);
    if (!first || !unpack(row, bytes)) return damaged_pack(folder, last);
    std::vector<std::optional<std::string_view>> texts;
    bool changed = false;
    bool any = false;
    for (DocId number = *first; number <= last; ++number) {
      texts.push_back(text_of_pack(bytes, number - *first));
      changed = changed || (texts.back() && gone[number]);
      if (gone[number]) texts.back().reset();
      any = any || texts.back();
    }
    if (!changed) return {};
    if (!any) {
      changes.erase(Family::kTexts, std::string(key));
      return {};
    }
    std::string packed = packer.pack(texts);
    if (packed.empty()) return Status(Code::kExhausted, folder + ": there is no memory to pack texts in");
    changes.put(Family::kTexts, std::string(key), std::move(packed));
    return {};
  };
  TEXTKIN_RETURN_IF_ERROR(vault.scan(Family::kTexts, std::string(1, kOfText), end_of_keys(kOfText),
                                     [&](std::string_view key, std::string_view value) -> Result<bool> {
                                       const DocId last = number_of_text_key(key);
                                       if (last >= gone.size()) return damaged_pack(folder, last);
                                       if (is_pack_key(key))
                                         TEXTKIN_RETURN_IF_ERROR(leave_out_of_pack(key, value, last));
                                       else if (gone[last])
                                         changes.erase(Family::kTexts, std::string(key));
                                       if (changes.bytes() < kBytesAtOnce) return true;
                                       TEXTKIN_RETURN_IF_ERROR(vault.commit(changes));
                                       changes.clear();
                                       return true;
                                     }));
  return vault.commit(changes);
}

}  // namespace textkin::archive
