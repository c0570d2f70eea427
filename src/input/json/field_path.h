// FieldPath: where a text stands in a JSON object: "text", "doc.text", "messages[].content". Private to this room.
//
// The same names mean the same columns of tables (python/textkin/_texts.py): dots lead into objects, and [] to every
// item of an array; a field of the object itself that is called so as a whole is that field, whatever stands beside it.
// An array gives a text an item, empty where it holds nothing, and one empty text where it has no items.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "input/json/written_json.h"

namespace textkin::input {

struct WalkedPath {
  enum class Kind : std::uint8_t { kMissing, kNull, kText, kOther, kRepeated };
  Kind kind = Kind::kMissing;
  std::string why = {};  // of kOther, behind "is not a string"; of kRepeated, the key that is there twice
};

class FieldPath {
 public:
  explicit FieldPath(std::string name);

  const std::string& name() const { return name_; }
  // Whether it may lie within another field.
  bool is_nested() const { return is_nested_; }

  // Gives each of its texts in `line`, which JsonRecord has taken for an object, to `take`, in order: what stands
  // between the quotes, or nothing at all. They count only where kText is returned. `whole`: the field of the object
  // itself that is called so. Cost: some 0.2 ns a byte. Memory: none, however many they are.
  using Take = std::function<void(const StringPlace& place)>;
  WalkedPath walk(std::string_view line, bool whole, const Take& take) const;

 private:
  std::string name_;
  std::vector<std::string> steps_;  // keys, and [] for items
  bool is_nested_;
};

}  // namespace textkin::input
