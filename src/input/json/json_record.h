// JsonRecord: the few top-level fields of a JSON object that matter here. Private to this room.
//
// Accepts exactly RFC 8259: what simdjson's DOM accepts, and what that alone refuses: numbers beyond 64 bits or beyond
// double, and depth up to 500,000. An object that has a wanted key twice, written with escapes or not, is kRepeated:
// readers differ in which of its values counts, so that a text that we read might not be the one that others train on.
// What repeats among other keys, or deeper, does not matter. QuickJson is asked first, then the DOM, then ExactJson; of
// lines past 1 MiB only the first and the last, so that no line takes more than three times its bytes. Threads: one
// each. Cost: about 0.1 ns a byte; 0.25 ns where the DOM is asked, some 3 ns where ExactJson is.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "input/json/json_field.h"

namespace textkin::input {

class JsonRecord {
 public:
  // An empty name is of a field that is not wanted.
  JsonRecord(std::string text_field, std::string id_field, const std::vector<std::string>& value_fields);
  ~JsonRecord();

  // Reads one line, behind which 64 bytes can be read. What the fields and error() give lives until the next call, and
  // not longer than `line`. Texts without their escapes may go to `room`, which has kRoom bytes more than the line, and
  // live as long as that.
  static constexpr std::size_t kRoom = 64;
  JsonVerdict read(std::string_view line, char* room = nullptr);
  // Bytes from the begin of that room in which fields of the last line stand.
  std::size_t room_used() const { return room_used_; }

  // The name of the key that made read() say kRepeated; the first that did.
  std::string_view repeated() const { return repeated_; }

  // Ends what read() gave. Frees memory that only a huge line needs.
  void forget();

  const JsonField& text() const { return fields_[0]; }
  const JsonField& id() const { return fields_[1]; }
  const JsonField& value(std::size_t field) const { return fields_[2 + field]; }
  std::string_view error() const { return error_; }  // why the line is broken
  bool read_twice() const { return read_twice_; }    // the slowest reader had to be asked
  bool known_ascii() const { return known_ascii_; }  // every text among the fields is ASCII; false says nothing

 private:
  struct State;

  JsonVerdict read_exactly(std::string_view line);

  std::vector<std::string> names_;  // of the text, the id, the values
  std::vector<JsonField> fields_;
  std::string_view error_;
  std::string_view repeated_;  // one of names_
  std::size_t room_used_ = 0;
  bool read_twice_ = false;
  bool known_ascii_ = false;
  bool names_differ_ = false;
  std::unique_ptr<State> state_;
};

// Whether a \u escape of `line` is half of a surrogate pair without the other half: valid JSON, but no Unicode.
bool has_lone_surrogate(std::string_view line);

// Replaces such escapes by \ufffd, in place.
void replace_lone_surrogates(std::string& line);

}  // namespace textkin::input
