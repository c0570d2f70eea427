#include "engine/signatures/named_pairs.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <unordered_map>

#include "base/file.h"

namespace textkin::engine::signatures {
namespace {

constexpr std::size_t kReadAtOnce = 1u << 16;

Result<std::string> bytes_of(const std::string& path) {
  TEXTKIN_ASSIGN_OR_RETURN(base::File file, base::File::open(path));
  std::string bytes;
  while (true) {
    const std::size_t before = bytes.size();
    bytes.resize(before + kReadAtOnce);
    TEXTKIN_ASSIGN_OR_RETURN(const std::size_t count, file.read(bytes.data() + before, kReadAtOnce));
    bytes.resize(before + count);
    if (count == 0) return bytes;
  }
}

std::vector<std::string_view> fields_of(std::string_view line) {
  std::vector<std::string_view> fields;
  while (true) {
    const std::size_t end = line.find('\t');
    fields.push_back(line.substr(0, end));
    if (end == std::string_view::npos) return fields;
    line.remove_prefix(end + 1);
  }
}

// What a table's writer did to a field, undone.
std::string plain(std::string_view field) {
  std::string out;
  for (std::size_t i = 0; i < field.size(); ++i) {
    const bool marked = field[i] == '\\' && i + 1 < field.size();
    const char c = marked ? field[++i] : field[i];
    out += !marked ? c : c == 't' ? '\t' : c == 'n' ? '\n' : c == 'r' ? '\r' : c;
  }
  return out;
}

class Rows {
 public:
  explicit Rows(std::span<const std::string> ids) {
    for (std::size_t row = 0; row < ids.size(); ++row) rows_.emplace(ids[row], static_cast<std::uint32_t>(row));
  }
  // Null: none.
  const std::uint32_t* find(const std::string& id) const {
    const auto found = rows_.find(id);
    return found == rows_.end() ? nullptr : &found->second;
  }

 private:
  std::unordered_map<std::string_view, std::uint32_t> rows_;
};

}  // namespace

Result<RowPairs> read_named_pairs(const std::string& path, std::span<const std::string> a_ids,
                                  std::span<const std::string> b_ids) {
  TEXTKIN_ASSIGN_OR_RETURN(const std::string bytes, bytes_of(path));
  std::string_view rest = bytes;
  const auto next_line = [&] {
    const std::size_t end = rest.find('\n');
    const std::string_view line = rest.substr(0, end);
    rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
    return line;
  };
  const std::vector<std::string_view> header = fields_of(next_line());
  std::array<std::size_t, 2> places{};
  for (std::size_t side = 0; side < places.size(); ++side) {
    const std::string_view name = side == 0 ? "a" : "b";
    const auto found = std::ranges::find(header, name);
    if (found == header.end())
      return Status(Code::kBadInput,
                    fmt::format("{}:1: no column '{}'; pairs are a table as `textkin pairs` writes it", path, name));
    places[side] = static_cast<std::size_t>(found - header.begin());
  }
  const std::array<Rows, 2> sides{Rows(a_ids), Rows(b_ids)};
  RowPairs pairs;
  for (std::uint64_t line = 2; !rest.empty(); ++line) {
    const std::vector<std::string_view> fields = fields_of(next_line());
    if (fields.size() != header.size())
      return Status(Code::kBadInput,
                    fmt::format("{}:{}: {} fields, the header has {}", path, line, fields.size(), header.size()));
    for (std::size_t side = 0; side < places.size(); ++side) {
      const std::string id = plain(fields[places[side]]);
      const std::uint32_t* const row = sides[side].find(id);
      if (row == nullptr)
        return Status(Code::kInvalidArgument, fmt::format("{}:{}: {} is the id of no signature", path, line, id));
      (side == 0 ? pairs.of_a : pairs.of_b).push_back(*row);
    }
  }
  return pairs;
}

}  // namespace textkin::engine::signatures
