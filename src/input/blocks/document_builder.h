// DocumentBuilder: takes the documents of a block as a format's parser finds them, checks and names them, and keeps
// what does not stand in the block. Private to this room. Threads: one each.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "input/blocks/block.h"
#include "input/blocks/parsed_block.h"
#include "input/blocks/read_settings.h"
#include "input/blocks/refusal.h"
#include "input/blocks/source.h"
#include "input/blocks/text_storage.h"
#include "textkin/document.h"
#include "textkin/field_value.h"
#include "textkin/status.h"

namespace textkin::input {

// A document as a parser found it. The views live as long as the block: see DocumentBuilder::kept().
struct FoundDocument {
  DocumentRecord record = {};               // without `characters`, which add() counts
  std::optional<std::string_view> id = {};  // none: it is called by its place
  std::string_view text = {};               // valid UTF-8
  bool known_ascii = false;                 // of the text
  std::span<const FieldValue> values = {};  // as many as are wanted, or none: then they are missing
};

class DocumentBuilder {
 public:
  static constexpr std::size_t kLongestId = 65535;  // bytes

  // `settings` must outlive it.
  explicit DocumentBuilder(const ReadSettings& settings) : settings_(settings) {}

  // What follows goes to `out`, which must be empty; then, it stands in `bytes` of `source`. For RecordParser.
  void begin_block(const Block& block, ParsedBlock& out);
  void begin_piece(const Source& source, std::string_view bytes);

  const Source& source() const { return *source_; }

  // How many values are wanted of each document.
  std::size_t values() const { return settings_.asked.value_fields.size(); }

  // Bytes; a longer record is to be refused with refuse_length().
  std::uint64_t longest_record() const { return settings_.longest_record; }

  // Makes `text` valid UTF-8, or says that it may not be repaired. Of a piece that is valid, no byte is looked at
  // twice.
  Refusal make_valid(std::string_view& text);

  // For a parser that repairs by itself: a document is not what stands in the source.
  void count_repaired() { ++out_->repaired; }

  // `text` as a view that lives as long as the block: itself where it stands in the piece or in what took() was told of
  // the last room, else a copy.
  std::string_view kept(std::string_view text);

  // Room for texts of a record that do not stand in the piece as they are: what a parser writes there and then tells
  // took() of is not copied again.
  char* room(std::size_t size);
  void took(std::size_t size);

  // Takes a document, unless its text cannot be used: then that is refused.
  Status add(const FoundDocument& found);

  // The same for a text that is bytes of the source, valid or not.
  Status add_bytes(const DocumentRecord& record, std::string_view bytes);

  // What stands at `line` cannot be used: a Problem, or the Status that ends the run.
  Status refuse(std::uint64_t line, const Refusal& refusal) {
    return input::refuse(settings_.asked, *source_, line, refusal, out_->problems);
  }
  Status refuse_length(std::uint64_t line, std::uint64_t bytes) { return refuse(line, too_long(settings_, bytes)); }

 private:
  bool in_piece(std::string_view text) const { return stands_in(piece_, text); }
  static bool stands_in(std::string_view whole, std::string_view text);
  std::string_view place(std::uint64_t line);

  const ReadSettings& settings_;
  ParsedBlock* out_ = nullptr;
  const Source* source_ = nullptr;
  std::string_view piece_;
  std::optional<bool> piece_is_valid_;  // UTF-8; none: nobody has asked
  std::string repaired_;
  TextStorage storage_;
  std::string_view room_;  // what was taken of the last one
};

}  // namespace textkin::input
