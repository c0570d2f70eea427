#include "extract/notebook.h"

#include <fmt/format.h>
#include <simdjson.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace textkin::extract {
namespace {

namespace json = simdjson::ondemand;

Status no_notebook() { return not_extracted("it is no notebook of Jupyter, or a damaged one"); }

// Where an error is met nothing more is asked of the document: after it the iterators lead nowhere.
class NotebookReader {
 public:
  // false: it is none. What is there twice is refused: readers do not agree on which of the two is shown.
  bool read(json::document& document) {
    json::object root;
    if (document.get_object().get(root) != simdjson::SUCCESS) return false;
    bool found = false;
    return each_field(root,
                      [&](std::string_view key, json::value& value) {
                        if (key != "cells" && key != "worksheets") return true;
                        if (std::exchange(found, true)) return false;
                        return key == "cells" ? read_cells(value) : read_sheets(value);
                      }) &&
           found;
  }

  Extracted finish() && {
    if (answered_ > 0)
      out_.notes.push_back(fmt::format("what the code of {} answered is left out",
                                       answered_ == 1 ? "a cell" : fmt::format("{} cells", answered_)));
    return std::move(out_);
  }

 private:
  // Calls body(key, value) until it returns false. A key is known whatever escapes it is written with.
  template <class Body>
  static bool each_field(json::object& object, Body body) {
    for (auto field : object) {
      std::string_view key;
      json::value value;
      if (field.unescaped_key().get(key) != simdjson::SUCCESS || field.value().get(value) != simdjson::SUCCESS ||
          !body(key, value))
        return false;
    }
    return true;
  }

  // Of version 3.
  bool read_sheets(json::value& sheets) {
    json::array elements;
    if (sheets.get_array().get(elements) != simdjson::SUCCESS) return false;
    for (auto element : elements) {
      json::object sheet;
      if (element.get_object().get(sheet) != simdjson::SUCCESS) return false;
      bool found = false;
      const bool good = each_field(sheet, [&](std::string_view key, json::value& value) {
        return key != "cells" || (!std::exchange(found, true) && read_cells(value));
      });
      if (!good || !found) return false;
    }
    return true;
  }

  bool read_cells(json::value& cells) {
    json::array elements;
    if (cells.get_array().get(elements) != simdjson::SUCCESS) return false;
    for (auto element : elements) {
      json::object cell;
      if (element.get_object().get(cell) != simdjson::SUCCESS || !read_cell(cell)) return false;
    }
    return true;
  }

  bool read_cell(json::object& cell) {
    if (!out_.text.empty()) out_.text += out_.text.ends_with('\n') ? "\n" : "\n\n";
    bool found = false;
    return each_field(cell,
                      [&](std::string_view key, json::value& value) {
                        if (key == "source" || key == "input") return !std::exchange(found, true) && read_source(value);
                        return key != "outputs" || read_outputs(value);
                      }) &&
           found;
  }

  bool read_outputs(json::value& outputs) {
    json::array answers;
    bool empty = true;
    if (outputs.get_array().get(answers) != simdjson::SUCCESS || answers.is_empty().get(empty) != simdjson::SUCCESS)
      return false;
    answered_ += !empty;
    return true;
  }

  // A string, or the lines of one.
  bool read_source(json::value& source) {
    std::string_view text;
    const simdjson::error_code error = source.get_string().get(text);
    if (error != simdjson::INCORRECT_TYPE) {
      out_.text += text;
      return error == simdjson::SUCCESS;
    }
    json::array lines;
    if (source.get_array().get(lines) != simdjson::SUCCESS) return false;
    for (auto line : lines) {
      if (line.get_string().get(text) != simdjson::SUCCESS) return false;
      out_.text += text;
    }
    return true;
  }

  Extracted out_;
  std::uint64_t answered_ = 0;  // cells
};

}  // namespace

Result<Extracted> extract_notebook(std::string_view bytes, const Limits& /*limits*/) {
  constexpr std::string_view kMark = "\xEF\xBB\xBF";
  if (bytes.starts_with(kMark)) bytes.remove_prefix(kMark.size());
  const simdjson::padded_string padded(bytes);
  json::parser parser;
  json::document document;
  if (parser.iterate(padded).get(document) != simdjson::SUCCESS) return no_notebook();
  NotebookReader reader;
  if (!reader.read(document)) return no_notebook();
  return std::move(reader).finish();
}

}  // namespace textkin::extract
