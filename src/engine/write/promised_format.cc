#include "engine/write/promised_format.h"

#include <algorithm>
#include <array>
#include <functional>

#include "base/ascii.h"
#include "input/formats/catalog.h"

namespace textkin::engine::write {
namespace {

// JSON lines may be called .json, as hubs and crawls call them and as INPUT is read; one JSON value of many lines is no
// .jsonl. Signatures are a table where the Python package writes them.
constexpr auto kFormats = std::to_array<PromisedFormat>({
    {"tsv", "tab separated rows", ".tsv", ".tsv", ""},
    {"jsonl", "JSON lines", ".jsonl", ".jsonl .ndjson", "json"},
    {"json", "JSON", ".json", ".json", ""},
    {"html", "an HTML page", ".html", ".html .htm .xhtml", ""},
    {"text", "plain text", ".txt", "", ""},
    {"sig", "a file of signatures", ".sig, or a table *.parquet, *.arrow or *.feather", "", "parquet arrow"},
    {"csv", "CSV", ".csv", ".csv", ""},
    {"parquet", "a Parquet file", ".parquet", ".parquet", ""},
    {"arrow", "an Arrow file", ".arrow", ".arrow .arrows .feather", ""},
    {"sheet", "a spreadsheet", ".xlsx", ".xlsx .xls .ods", ""},
    {"pdf", "a PDF file", ".pdf", ".pdf", ""},
    {"document", "a document of a word processor", ".docx", ".docx .doc .odt .rtf", ""},
});

bool any_word(std::string_view words, const std::function<bool(std::string_view)>& holds) {
  while (!words.empty()) {
    const std::string_view word = words.substr(0, words.find(' '));
    if (holds(word)) return true;
    words.remove_prefix(std::min(word.size() + 1, words.size()));
  }
  return false;
}

}  // namespace

const PromisedFormat* promised_format(std::string_view path) {
  std::string name(input::without_packing(path));
  std::ranges::transform(name, name.begin(), base::to_lower);
  for (const PromisedFormat& row : kFormats)
    if (any_word(row.suffixes, [&](std::string_view suffix) { return name.ends_with(suffix); })) return &row;
  return nullptr;
}

const PromisedFormat* find_promised(std::string_view name) {
  const auto row = std::ranges::find(kFormats, name, &PromisedFormat::name);
  return row == kFormats.end() ? nullptr : &*row;
}

bool keeps_promise(const PromisedFormat& held, const PromisedFormat& promised) {
  return held.name == promised.name ||
         any_word(held.also, [&](std::string_view name) { return name == promised.name; });
}

}  // namespace textkin::engine::write
