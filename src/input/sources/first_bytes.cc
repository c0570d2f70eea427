#include "input/sources/first_bytes.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <utility>

#include "base/file.h"
#include "input/blocks/block.h"
#include "input/blocks/byte_order_mark.h"
#include "input/blocks/wide_encoding.h"
#include "input/json/array_in_object.h"
#include "input/json/json_record.h"
#include "input/json/nested_path.h"
#include "input/json/record_text.h"
#include "input/json/value_lines.h"
#include "input/sources/source_reader.h"

namespace textkin::input {
namespace {

constexpr std::size_t kFirst = 4u << 10;
constexpr std::size_t kMost = 4u << 20;
constexpr std::uint64_t kObjects = 8;
constexpr std::string_view kSpace = " \t\r\n";

// Reads lines one by one.
class ObjectLines {
 public:
  explicit ObjectLines(const std::vector<std::string>& text_fields)
      : text_(text_fields), json_(text_.first(), "", text_.values_beside({})) {}

  // Looks at the whole lines of `bytes`, behind the last of which nothing follows if `ended`. False where one cannot be
  // a line of JSON objects.
  bool take(std::string_view bytes, bool ended, FirstBytes& out) {
    while (out.objects < kObjects && !bytes.empty()) {
      const std::size_t end = bytes.find('\n');
      if (end == std::string_view::npos && !ended) break;
      const std::string_view line = bytes.substr(0, end);
      bytes.remove_prefix(end == std::string_view::npos ? bytes.size() : end + 1);
      const std::size_t begin = line.find_first_not_of(kSpace);
      if (begin == std::string_view::npos) continue;
      if (line[begin] != '{') return false;
      lines_ += 1;
      padded_.assign(line).append(Block::kPadding, '\0');
      const std::string_view readable = std::string_view(padded_).substr(0, line.size());
      const JsonVerdict verdict = json_.read(readable);
      if (verdict != JsonVerdict::kObject && verdict != JsonVerdict::kRepeated) continue;
      ++out.objects;
      const bool has =
          verdict == JsonVerdict::kRepeated || text_.read(readable, json_, 0) != WalkedPath::Kind::kMissing;
      if (!has && out.elsewhere.empty()) out.elsewhere = nested_path(readable, text_.first());
      out.has_text = out.has_text || has;
    }
    return true;
  }

  std::uint64_t seen() const { return lines_; }

 private:
  RecordText text_;
  JsonRecord json_;
  std::string padded_;
  std::uint64_t lines_ = 0;
};

// One object with arrays of objects, as far as that is seen; kOther: there is no such array.
FirstBytes judge_object(std::string_view bytes, const std::vector<std::string>& text_fields) {
  FirstBytes out;
  ArrayInObject arrays;
  ValueLines values;
  std::string inside;
  std::string made;
  arrays.add(bytes, inside);
  values.add(inside, made);
  ObjectLines(text_fields).take(made, false, out);
  if (arrays.keys().empty() || arrays.more_follows() || out.objects == 0) return {};
  out.shape = FirstBytes::Shape::kObject;
  out.keys = arrays.keys();
  return out;
}

// Whole if the answer is certain: more bytes could not change it.
std::pair<FirstBytes, bool> judge(std::string_view bytes, bool ended, const std::vector<std::string>& text_fields) {
  FirstBytes out;
  ObjectLines lines(text_fields);
  const bool may_be_lines = bytes.front() == '{' && lines.take(bytes, ended, out);
  if (may_be_lines && out.objects > 0) {
    out.shape = FirstBytes::Shape::kLines;
    if (out.objects == 1 && !out.has_text)
      if (FirstBytes object = judge_object(bytes, text_fields); object.shape != FirstBytes::Shape::kOther)
        return {std::move(object), ended};
    return {out, ended || lines.seen() > 1};
  }
  ValueLines values;
  std::string made;
  values.add(bytes, made);
  if (ended) values.finish(made);
  out = {};
  ObjectLines of_values(text_fields);
  const bool may_be_values = of_values.take(made, false, out);
  const bool sure = !may_be_values || out.has_text || out.objects > 1;
  if (bytes.front() == '{' && out.objects < 2 && !out.has_text)
    if (FirstBytes object = judge_object(bytes, text_fields); object.shape != FirstBytes::Shape::kOther)
      return {std::move(object), ended};
  if (!may_be_values || out.objects == 0) return {{}, ended || sure};
  out.shape = FirstBytes::Shape::kValues;
  return {out, ended || sure};
}

constexpr std::string_view kParquet = "PAR1";
constexpr std::string_view kArrow("ARROW1\0\0", 8);

// Of all files that textkin itself keeps: signatures, and what lies in run directories and indexes.
constexpr std::string_view kOurs = "tkblocks";

bool is_table(std::string_view bytes) { return bytes.starts_with(kParquet) || bytes.starts_with(kArrow); }

// Of most texts the first byte is enough, and far cheaper to get than with a reader.
bool begins_otherwise(const Source& source) {
  if (source.compression != Compression::kNone || source.unpacked != nullptr) return false;
  const Result<base::File> file = base::File::open(source.path);
  char first = '{';
  if (!file.ok() || !file->read_at(0, &first, 1).ok()) return false;
  if (first == kParquet[0] || first == kArrow[0] || first == kOurs[0]) {  // as many texts do
    char next[3] = {};
    return !file->read_at(1, next, sizeof next).ok() ||
           std::ranges::none_of(std::array{kParquet, kArrow, kOurs}, [&](std::string_view magic) {
             return magic.starts_with(first) && magic.substr(1).starts_with(std::string_view(next, sizeof next));
           });
  }
  constexpr std::string_view kMarks = "\xEF\xFF\xFE";  // the first bytes of all
  return kSpace.find(first) == std::string_view::npos && kMarks.find(first) == std::string_view::npos &&
         first != '\0' && first != '{' && first != '[';
}

// Nothing where more bytes would tell; where there are none to come, `all`, they say what they can.
std::optional<FirstBytes> tell(std::string_view bytes, bool ended, bool all,
                               const std::vector<std::string>& text_fields) {
  FirstBytes told;
  told.table = is_table(bytes);
  told.ours = bytes.starts_with(kOurs);
  told.encoding = wide_encoding(bytes);
  if (told.table || told.ours || !told.encoding.empty()) return told;
  if (bytes.starts_with(kByteOrderMark)) bytes.remove_prefix(kByteOrderMark.size());
  bytes.remove_prefix(std::min(bytes.find_first_not_of(kSpace), bytes.size()));
  if (bytes.empty()) return ended || all ? std::optional(FirstBytes()) : std::nullopt;
  if (bytes.front() != '{' && bytes.front() != '[') return FirstBytes();
  auto [judged, certain] = judge(bytes, ended, text_fields);
  return certain || all ? std::optional(std::move(judged)) : std::nullopt;
}

}  // namespace

FirstBytes told_by_bytes(std::string_view bytes, bool ended, const std::vector<std::string>& text_fields) {
  return *tell(bytes.substr(0, kMost), ended && bytes.size() <= kMost, true, text_fields);
}

FirstBytes look_at_first_bytes(const Source& source, const std::vector<std::string>& text_fields) {
  if (begins_otherwise(source)) return {};
  Source plain = source;
  plain.holds_values = false;
  Result<SourceReader> input = SourceReader::open(plain, 0, nullptr, {});
  if (!input.ok()) return {};
  std::string bytes;
  for (std::size_t wanted = kFirst;; wanted = std::min(4 * wanted, kMost)) {
    const std::size_t had = bytes.size();
    bytes.resize(wanted);
    bytes.resize(had + input->read(bytes.data() + had, wanted - had));
    if (!input->error().ok()) return {};
    if (std::optional<FirstBytes> told = tell(bytes, input->ended(), wanted == kMost, text_fields)) return *told;
  }
}

}  // namespace textkin::input
