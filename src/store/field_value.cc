#include "store/field_value.h"

#include <cstring>

namespace textkin::store {
namespace {

constexpr char kNumber = 'n';
constexpr char kText = 't';

}  // namespace

void append_value(const FieldValue& value, std::string& out) {
  switch (value.kind) {
    case FieldValue::Kind::kMissing:
      break;
    case FieldValue::Kind::kNumber:
      out += kNumber;
      out.append(reinterpret_cast<const char*>(&value.number), sizeof value.number);
      break;
    case FieldValue::Kind::kText:
      out += kText;
      out += value.text;
      break;
  }
}

FieldValue to_value(std::string_view bytes) {
  FieldValue value;
  if (bytes.size() == 1 + sizeof value.number && bytes[0] == kNumber) {
    value.kind = FieldValue::Kind::kNumber;
    std::memcpy(&value.number, bytes.data() + 1, sizeof value.number);
  } else if (!bytes.empty() && bytes[0] == kText) {
    value.kind = FieldValue::Kind::kText;
    value.text = bytes.substr(1);
  }
  return value;
}

}  // namespace textkin::store
