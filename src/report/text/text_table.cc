#include "report/text/text_table.h"

#include <algorithm>

#include "report/text/format.h"

namespace textkin::report {
namespace {

bool starts_character(char byte) { return (static_cast<unsigned char>(byte) & 0xC0) != 0x80; }

std::size_t width_of(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), starts_character));
}

}  // namespace

std::string TextTable::print(std::string_view indent) const {
  std::vector<std::size_t> widths(columns_.size(), 0);
  for (const std::vector<std::string>& row : rows_)
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], width_of(row[i]));
  std::string out;
  for (const std::vector<std::string>& row : rows_) {
    std::string line(indent);
    for (std::size_t i = 0; i < row.size(); ++i) {
      const std::string padding(widths[i] - width_of(row[i]), ' ');
      line += i == 0 ? "" : "  ";
      line += columns_[i] == Side::kLeft ? row[i] + padding : padding + row[i];
    }
    line.erase(line.find_last_not_of(' ') + 1);
    out += line + "\n";
  }
  return out;
}

std::string quoted(std::string_view text, std::size_t most) {
  std::size_t characters = 0;
  std::size_t length = 0;
  while (length < text.size() && (!starts_character(text[length]) || characters++ < most)) ++length;
  std::string out;
  append_json(text.substr(0, length), out);
  if (length < text.size()) out.insert(out.size() - 1, "…");
  return out;
}

}  // namespace textkin::report
