#include "input/blocks/document_builder.h"

#include <functional>
#include <utility>

#include "base/byte_count.h"
#include "input/blocks/valid_utf8.h"

namespace textkin::input {

void DocumentBuilder::begin_block(const Block& block, ParsedBlock& out) {
  out_ = &out;
  storage_.begin(block.bytes.size());
  room_ = {};
}

void DocumentBuilder::begin_piece(const Source& source, std::string_view bytes) {
  source_ = &source;
  piece_ = bytes;
  piece_is_valid_.reset();
}

bool DocumentBuilder::stands_in(std::string_view whole, std::string_view text) {
  const std::less_equal<const char*> before;
  return before(whole.data(), text.data()) && before(text.data() + text.size(), whole.data() + whole.size());
}

Refusal DocumentBuilder::make_valid(std::string_view& text) {
  if (in_piece(text)) {
    if (!piece_is_valid_.has_value()) piece_is_valid_ = valid_utf8(piece_);
    if (*piece_is_valid_) return {};
  }
  if (valid_utf8(text)) return {};
  if (settings_.asked.invalid_utf8 != InvalidUtf8::kReplace) return {"invalid-utf8", "invalid UTF-8"};
  text = storage_.keep(repaired_utf8(text, repaired_), out_->storage);
  count_repaired();
  return {};
}

std::string_view DocumentBuilder::kept(std::string_view text) {
  return in_piece(text) || stands_in(room_, text) ? text : storage_.keep(text, out_->storage);
}

char* DocumentBuilder::room(std::size_t size) {
  room_ = {};
  return storage_.room(size, out_->storage);
}

void DocumentBuilder::took(std::size_t size) {
  room_ = {storage_.room(size, out_->storage), size};
  storage_.took(size);
}

std::string_view DocumentBuilder::place(std::uint64_t line) {
  return line == 0 ? std::string_view(source_->name) : storage_.keep_place(source_->name, line, out_->storage);
}

Status DocumentBuilder::add(const FoundDocument& found) {
  if (settings_.check_text) {
    std::string wrong = settings_.check_text(found.text);
    if (!wrong.empty()) return refuse(found.record.line, {"bad-weights", std::move(wrong)});
  }
  Document document;
  document.record = found.record;
  document.text = found.text;
  const std::size_t characters = found.known_ascii ? found.text.size() : base::count_code_points(found.text);
  document.record.characters = static_cast<std::uint32_t>(characters);
  document.id = found.id.has_value() ? *found.id : place(found.record.line);
  out_->documents.push_back(document);
  for (std::size_t i = 0; i < values(); ++i)
    out_->values.push_back(i < found.values.size() ? found.values[i] : FieldValue());
  return {};
}

Status DocumentBuilder::add_bytes(const DocumentRecord& record, std::string_view bytes) {
  const Refusal refusal = make_valid(bytes);
  if (!refusal.ok()) return refuse(record.line, refusal);
  return add({.record = record, .text = bytes});
}

}  // namespace textkin::input
