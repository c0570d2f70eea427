#include "extract/notebook.h"

#include <fmt/format.h>
#include <simdjson.h>

#include <cstdint>
#include <string>

namespace textkin::extract {
namespace {

namespace json = simdjson::ondemand;

Status no_notebook() { return not_extracted("it is no notebook of Jupyter, or a damaged one"); }

// Where an error is met nothing more is asked of the document, but where a key is not there or its value is of another
// type: after any other the iterators lead nowhere.
class NotebookReader {
 public:
  // false: it is none.
  bool read(json::document& document) {
    json::object root;
    if (document.get_object().get(root) != simdjson::SUCCESS) return false;
    json::value cells;
    const simdjson::error_code error = root["cells"].get(cells);
    if (error == simdjson::SUCCESS) return read_cells(cells);
    json::array sheets;  // of version 3
    if (error != simdjson::NO_SUCH_FIELD || root["worksheets"].get_array().get(sheets) != simdjson::SUCCESS)
      return false;
    for (auto sheet : sheets)
      if (sheet["cells"].get(cells) != simdjson::SUCCESS || !read_cells(cells)) return false;
    return true;
  }

  Extracted finish() && {
    if (answered_ > 0)
      out_.notes.push_back(fmt::format("what the code of {} answered is left out",
                                       answered_ == 1 ? "a cell" : fmt::format("{} cells", answered_)));
    return std::move(out_);
  }

 private:
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
    json::value source;
    simdjson::error_code error = cell["source"].get(source);
    if (error == simdjson::NO_SUCH_FIELD) error = cell["input"].get(source);
    if (error != simdjson::SUCCESS || !read_source(source)) return false;
    json::value outputs;
    error = cell["outputs"].get(outputs);
    if (error == simdjson::NO_SUCH_FIELD) return true;
    json::array answers;
    bool empty = true;
    if (error != simdjson::SUCCESS || outputs.get_array().get(answers) != simdjson::SUCCESS ||
        answers.is_empty().get(empty) != simdjson::SUCCESS)
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
