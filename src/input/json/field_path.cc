#include "input/json/field_path.h"

#include <span>
#include <utility>

namespace textkin::input {
namespace {

using Kind = WalkedPath::Kind;

constexpr std::string_view kItems = "[]";
constexpr const char* kForEach = "[] stands for each of its items, as in messages[].content";

std::vector<std::string> steps_of(std::string_view name) {
  std::vector<std::string> steps;
  std::string key;
  const auto end_key = [&] {
    if (!key.empty()) steps.push_back(std::exchange(key, {}));
  };
  for (std::size_t at = 0; at < name.size(); ++at) {
    if (name[at] == '.') {
      end_key();
    } else if (name.substr(at, kItems.size()) == kItems) {
      end_key();
      steps.emplace_back(kItems);
      ++at;
    } else {
      key += name[at];
    }
  }
  end_key();
  return steps;
}

// Goes once over what the steps name. Its depth is theirs, not that of the line.
class Walk {
 public:
  Walk(std::string_view line, const FieldPath::Take& take) : line_(line), take_(take) {}

  // What the steps lead to from the value at at_, behind which at_ is then but where that is refused. `item`: of an
  // array, each of which has a text.
  WalkedPath value(std::span<const std::string> steps, bool item) {
    const char c = line_[at_];
    if (c == 'n') {
      at_ = behind_value(line_, at_);
      return nothing(Kind::kNull, item);
    }
    if (steps.empty()) return string();
    if (steps[0] == kItems) {
      if (c != '[') return {Kind::kOther, ": there is no array before []"};
      return items(steps);
    }
    if (c == '[') return {Kind::kOther, ": there is an array before \"" + steps[0] + "\"; " + kForEach};
    if (c != '{') return {Kind::kOther, ": there is no object before \"" + steps[0] + "\""};
    return member(steps, item);
  }

  WalkedPath member(std::span<const std::string> steps, bool item) {
    WalkedPath found;
    bool seen = false;
    skip(1);
    while (line_[at_] == '"') {
      const std::size_t end = closing_quote(line_, at_ + 1);
      const std::string_view key = line_.substr(at_ + 1, end - at_ - 1);
      at_ = behind_space(line_, end + 1);
      skip(1);  // the colon
      if (!is_key(key, steps[0])) {
        at_ = behind_value(line_, at_);
      } else {
        if (std::exchange(seen, true)) return {Kind::kRepeated, steps[0]};
        found = value(steps.subspan(1), item);
        if (is_refusal(found)) return found;
      }
      skip_comma();
    }
    ++at_;  // the brace
    return seen ? found : nothing(Kind::kMissing, item);
  }

  void begin() { at_ = behind_space(line_, 0); }

 private:
  static bool is_refusal(const WalkedPath& found) {
    return found.kind == Kind::kOther || found.kind == Kind::kRepeated;
  }

  void skip(std::size_t bytes) { at_ = behind_space(line_, at_ + bytes); }
  void skip_comma() {
    skip(0);
    if (line_[at_] == ',') skip(1);
  }

  WalkedPath nothing(Kind kind, bool item) {
    if (!item) return {kind};
    take_({at_, at_});
    return {Kind::kText};
  }

  WalkedPath string() {
    if (line_[at_] == '[') return {Kind::kOther, std::string(" but an array; ") + kForEach};
    if (line_[at_] != '"') return {Kind::kOther};
    const std::size_t end = closing_quote(line_, at_ + 1);
    take_({at_ + 1, end});
    at_ = end + 1;
    return {Kind::kText};
  }

  WalkedPath items(std::span<const std::string> steps) {
    skip(1);
    if (line_[at_] == ']') take_({at_, at_});
    while (line_[at_] != ']') {
      WalkedPath found = value(steps.subspan(1), true);
      if (is_refusal(found)) return found;
      skip_comma();
    }
    ++at_;
    return {Kind::kText};
  }

  std::string_view line_;
  const FieldPath::Take& take_;
  std::size_t at_ = 0;
};

}  // namespace

FieldPath::FieldPath(std::string name)
    : name_(std::move(name)), steps_(steps_of(name_)), is_nested_(!steps_.empty() && name_ != steps_[0]) {}

WalkedPath FieldPath::walk(std::string_view line, bool whole, const Take& take) const {
  Walk walk(line, take);
  walk.begin();
  const std::span<const std::string> steps = whole ? std::span(&name_, 1) : std::span(steps_);
  return steps.empty() ? WalkedPath() : walk.member(steps, false);
}

}  // namespace textkin::input
