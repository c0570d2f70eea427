#include "desk/marks.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "archive/marks_file.h"
#include "base/utf8.h"

namespace textkin::desk {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kMostBytes = 64u << 20;
constexpr std::size_t kLongestNote = 20'000;  // bytes
constexpr std::size_t kLongestField = 4'000;
constexpr std::size_t kSmall = 256u << 10;
constexpr std::string_view kMarkWords[] = {"", "cleared", "talk", "case"};

std::string text_in(const Json& mark, const char* name, std::size_t most) {
  const auto found = mark.find(name);
  if (found == mark.end() || !found->is_string()) return {};
  std::string valid;
  base::append_valid_utf8(found->get_ref<const std::string&>().substr(0, most), valid);
  return valid;
}

bool are_texts(std::string_view texts) {
  constexpr std::size_t kHash = 16;
  if (texts.size() != 2 * kHash + 1 || texts[kHash] != ' ') return false;
  for (std::size_t i = 0; i < texts.size(); ++i)
    if (i != kHash && std::string_view("0123456789abcdef").find(texts[i]) == std::string_view::npos) return false;
  return texts.substr(0, kHash) <= texts.substr(kHash + 1);
}

// As it is kept; a Status says what of it cannot be.
Result<std::string> checked(std::string_view line, std::size_t number, const std::string& by, std::int64_t now) {
  const auto refuse = [&](const char* why) {
    return Status(Code::kBadInput, fmt::format("line {} of the body is no mark: {}", number, why));
  };
  const Json given = Json::parse(line, nullptr, false);
  if (!given.is_object()) return refuse("it is no object of JSON");
  Json mark;
  mark["texts"] = text_in(given, "texts", kLongestField);
  if (!are_texts(mark["texts"].get_ref<const std::string&>()))
    return refuse("`texts` are not two hashes of 16 digits, the lesser first");
  const auto ids = given.find("ids");
  if (ids == given.end() || !ids->is_array() || ids->size() != 2 || !(*ids)[0].is_string() || !(*ids)[1].is_string())
    return refuse("`ids` are not two texts");
  mark["ids"] = Json::array();
  for (const Json& id : *ids) {
    std::string valid;
    base::append_valid_utf8(id.get_ref<const std::string&>().substr(0, kLongestField), valid);
    mark["ids"].push_back(valid);
  }
  mark["mark"] = text_in(given, "mark", kLongestField);
  bool known = given.contains("mark") && given["mark"].is_string();
  if (known) known = std::ranges::find(kMarkWords, mark["mark"].get_ref<const std::string&>()) != std::end(kMarkWords);
  if (!known) return refuse("`mark` is none of cleared, talk, case, and not empty");
  if (given.contains("note") && given["note"].is_string() &&
      given["note"].get_ref<const std::string&>().size() > kLongestNote)
    return refuse("its note has more than 20,000 bytes; write less");
  mark["note"] = text_in(given, "note", kLongestNote);
  mark["by"] = by.empty() ? text_in(given, "by", kLongestField) : by;
  mark["at"] = now;
  if (given.contains("words") && given["words"].is_number_unsigned()) mark["words"] = given["words"];
  mark["page"] = text_in(given, "page", kLongestField);
  return mark.dump(-1, ' ', false, Json::error_handler_t::replace);
}

// Of each pair of texts and each marker the place of the last one.
std::map<std::pair<std::string, std::string>, std::size_t> last_ones(const archive::MarksFile& file) {
  std::map<std::pair<std::string, std::string>, std::size_t> last;
  for (std::size_t i = 0; i < file.marks().size(); ++i) {
    const Json read = Json::parse(file.marks()[i], nullptr, false);
    if (!read.is_object()) continue;  // its checksum holds: of a later version
    last[{text_in(read, "texts", kLongestField), text_in(read, "by", kLongestField)}] = i;
  }
  return last;
}

// Whether it says nothing any more: what it said before must go, as it is about people.
bool is_withdrawn(std::string_view mark) {
  const Json read = Json::parse(mark, nullptr, false);
  return read.is_object() && text_in(read, "mark", 1).empty() && text_in(read, "note", 1).empty();
}

// What was said before, at once; of a large file once most lines do not count any more, so that each is read and
// written again some two times in all, or where something was `withdrawn`.
Status leave_out_earlier(archive::MarksFile& file, bool withdrawn) {
  const auto last = last_ones(file);
  const std::size_t most = file.size() <= kSmall ? last.size() : 2 * last.size();
  if (!withdrawn && file.marks().size() <= most) return {};
  std::vector<bool> counts(file.marks().size(), false);
  for (const auto& [key, place] : last) counts[place] = !is_withdrawn(file.marks()[place]);
  return file.keep_only([&](std::size_t place) { return counts[place]; });
}

}  // namespace

Result<std::uint64_t> add_marks(const std::string& folder, std::string_view lines, const std::string& by,
                                std::int64_t now) {
  std::vector<std::string> added;
  std::size_t bytes = 0;
  std::size_t number = 0;
  for (std::size_t begin = 0; begin < lines.size();) {
    const std::size_t end = std::min(lines.find('\n', begin), lines.size());
    const std::string_view line = lines.substr(begin, end - begin);
    begin = end + 1;
    ++number;
    if (line.empty() || line == "\r") continue;
    TEXTKIN_ASSIGN_OR_RETURN(std::string mark, checked(line, number, by, now));
    bytes += mark.size();
    added.push_back(std::move(mark));
  }
  if (added.empty()) return Status(Code::kBadInput, "the body is empty; send a line of JSON for each mark");
  TEXTKIN_ASSIGN_OR_RETURN(archive::MarksFile file, archive::MarksFile::write(folder));
  if (file.size() + bytes > kMostBytes)
    return Status(Code::kExhausted, "the marks of an index are 64 MiB at most; make another index for the next years");
  TEXTKIN_RETURN_IF_ERROR(file.append(added));
  TEXTKIN_RETURN_IF_ERROR(leave_out_earlier(file, std::ranges::any_of(added, is_withdrawn)));
  return added.size();
}

Result<std::string> read_marks(const std::string& folder) {
  TEXTKIN_ASSIGN_OR_RETURN(const archive::MarksFile file, archive::MarksFile::read(folder));
  std::string out;
  for (const auto& [key, place] : last_ones(file)) {
    out += file.marks()[place];
    out += '\n';
  }
  return out;
}

}  // namespace textkin::desk
