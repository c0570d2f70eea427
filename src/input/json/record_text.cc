#include "input/json/record_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "input/json/cut_string.h"

namespace textkin::input {
namespace {

using Kind = WalkedPath::Kind;

constexpr char kBetween = '\n';  // of what is joined: it ends a word everywhere

struct CutPlace {
  StringPlace place;
  std::vector<CharacterSpan> cuts;
};

// What of `cuts`, of a text, lies in its characters [begin, end), counted from there. `next`: the first of them that
// may; moves on.
std::vector<CharacterSpan> cuts_within(std::span<const CharacterSpan> cuts, std::size_t& next, std::uint32_t begin,
                                       std::uint32_t end) {
  std::vector<CharacterSpan> own;
  while (next < cuts.size() && cuts[next].end <= begin) ++next;
  for (std::size_t i = next; i < cuts.size() && cuts[i].begin < end; ++i)
    own.push_back({std::max(cuts[i].begin, begin) - begin, std::min(cuts[i].end, end) - begin});
  return own;
}

}  // namespace

RecordText::RecordText(const std::vector<std::string>& names) {
  for (const std::string& name : names) paths_.emplace_back(name);
}

std::vector<std::string> RecordText::values_beside(std::vector<std::string> others) const {
  for (std::size_t i = 1; i < paths_.size(); ++i) others.push_back(paths_[i].name());
  return others;
}

const JsonField& RecordText::field(std::size_t path, const JsonRecord& record, std::size_t others) const {
  return path == 0 ? record.text() : record.value(others + path - 1);
}

void RecordText::begin_part() {
  if (++parts_ == 1) return;
  if (!in_joined_) joined_ = only_;
  in_joined_ = true;
  joined_ += kBetween;
}

void RecordText::refuse(const FieldPath& path, std::string_view how) {
  why_ = fmt::format("field \"{}\" is not a string{}", path.name(), how);
}

Kind RecordText::take(const FieldPath& path, const JsonField& field, std::string_view line) {
  if (field.kind == JsonField::Kind::kText) {
    begin_part();
    if (in_joined_)
      joined_ += field.text;
    else
      only_ = field.text;
    return Kind::kText;
  }
  if (field.kind == JsonField::Kind::kMissing && path.is_nested()) {
    WalkedPath found = path.walk(line, false, [&](const StringPlace& place) {
      begin_part();
      const std::string_view written = line.substr(place.begin, place.end - place.begin);
      const bool plain = written.find('\\') == std::string_view::npos;
      if (!in_joined_ && plain) {
        only_ = written;
        return;
      }
      in_joined_ = true;
      if (plain)
        joined_ += written;
      else
        append_meant(written, joined_);
    });
    if (found.kind == Kind::kRepeated) why_ = std::move(found.why);
    if (found.kind == Kind::kOther || found.kind == Kind::kNull) refuse(path, found.why);
    return found.kind;
  }
  if (field.kind == JsonField::Kind::kMissing) return Kind::kMissing;
  refuse(path, "");
  return field.kind == JsonField::Kind::kNull ? Kind::kNull : Kind::kOther;
}

Kind RecordText::read(std::string_view line, const JsonRecord& record, std::size_t others) {
  only_ = {};
  joined_.clear();
  in_joined_ = false;
  parts_ = 0;
  Kind answer = Kind::kMissing;
  for (std::size_t i = 0; i < paths_.size(); ++i) {
    const Kind kind = take(paths_[i], field(i, record, others), line);
    if (kind == Kind::kOther || kind == Kind::kRepeated) return kind;
    if (kind == Kind::kText || (kind == Kind::kNull && answer == Kind::kMissing)) answer = kind;
  }
  return answer;
}

bool RecordText::append_cut(std::string_view line, const JsonRecord& record, std::size_t others,
                            std::span<const CharacterSpan> cuts, std::string& out) const {
  std::vector<CutPlace> places;
  std::uint32_t begin = 0;
  std::size_t next = 0;
  const auto take_place = [&](const StringPlace& place) {
    const std::uint32_t end = begin + count_written_characters(line.substr(place.begin, place.end - place.begin));
    std::vector<CharacterSpan> own = cuts_within(cuts, next, begin, end);
    if (place.begin != place.end) places.push_back({place, std::move(own)});
    begin = end + 1;
  };
  for (std::size_t i = 0; i < paths_.size(); ++i)
    paths_[i].walk(line, field(i, record, others).kind != JsonField::Kind::kMissing, take_place);
  std::ranges::sort(places, {}, [](const CutPlace& cut) { return cut.place.begin; });
  std::size_t at = 0;
  for (const CutPlace& cut : places) {
    if (cut.place.begin < at) return false;
    out += line.substr(at, cut.place.begin - at);
    append_cut_string(line.substr(cut.place.begin, cut.place.end - cut.place.begin), cut.cuts, out);
    at = cut.place.end;
  }
  out += line.substr(at);
  return true;
}

}  // namespace textkin::input
