// RecordText: the text of a JSON object: of one field, or of several, and of what is nested in them, joined. Private to
// this room.
//
// What is joined stands on lines of its own, as in tables (python/textkin/_texts.py): a field that is missing or null
// counts for nothing where another is there. Threads: one each. Memory: the joined text. Cost: nothing for one field of
// the object itself; else see FieldPath.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "input/json/field_path.h"
#include "input/json/json_record.h"
#include "textkin/character_span.h"

namespace textkin::input {

class RecordText {
 public:
  explicit RecordText(const std::vector<std::string>& names);

  // The fields that a JsonRecord is to look for: the text field; and as its values, behind `others`, the rest.
  const std::string& first() const { return paths_[0].name(); }
  std::vector<std::string> values_beside(std::vector<std::string> others) const;

  // The text of what `record` has read of `line`; `others`: how many values are not of texts. kText, or why there is
  // none. text() lives until the next call, and as long as what `record` gives and `line`.
  WalkedPath::Kind read(std::string_view line, const JsonRecord& record, std::size_t others);
  std::string_view text() const { return in_joined_ ? std::string_view(joined_) : only_; }
  // Of a refusal: for a person, what is there and is no string; of kRepeated the key.
  const std::string& why() const { return why_; }

  // Whether the text is a copy, for which nothing of what `record` holds is needed any longer.
  bool is_joined() const { return in_joined_; }
  // Frees memory that only a huge line needs.
  void forget() { joined_ = std::string(); }

  // Appends `line`, whose text was read, without the characters of `cuts` of it; every other byte as it is. What is put
  // between joined texts stands in none of them, and stays. False where a text is named twice: then what goes of the
  // one would go of the other.
  bool append_cut(std::string_view line, const JsonRecord& record, std::size_t others,
                  std::span<const CharacterSpan> cuts, std::string& out) const;

 private:
  const JsonField& field(std::size_t path, const JsonRecord& record, std::size_t others) const;
  WalkedPath::Kind take(const FieldPath& path, const JsonField& field, std::string_view line);
  void begin_part();
  void refuse(const FieldPath& path, std::string_view how);

  std::vector<FieldPath> paths_;
  std::string_view only_;  // the one part so far, where it stands as it is meant
  std::string joined_;
  std::string why_;
  std::uint64_t parts_ = 0;
  bool in_joined_ = false;
};

}  // namespace textkin::input
