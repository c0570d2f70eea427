#include "client/row_lines.h"

#include <fmt/format.h>
#include <simdjson.h>

#include <algorithm>
#include <cmath>

namespace textkin::client {
namespace {

namespace dom = simdjson::dom;

// An object of JSON; what it lacks is remembered.
class Fields {
 public:
  explicit Fields(dom::object object) : object_(object) {}

  bool has(std::string_view name) const {
    dom::element ignored;
    return object_[name].get(ignored) == simdjson::SUCCESS;
  }
  std::string_view text(std::string_view name) { return get<std::string_view>(name); }
  std::uint64_t count(std::string_view name) { return get<std::uint64_t>(name); }
  double number(std::string_view name) { return get<double>(name); }
  bool is_whole() const { return whole_; }

 private:
  template <class Value>
  Value get(std::string_view name) {
    Value value{};
    whole_ = object_[name].get(value) == simdjson::SUCCESS && whole_;
    return value;
  }

  dom::object object_;
  bool whole_ = true;
};

Status no_row(const std::string& server) {
  return Status(Code::kIo, server +
                               ": answers with what is no row of an index; is this the address of a textkin serve of "
                               "this version?");
}

Status each_line(const std::string& server, std::string_view lines, const std::function<Status(Fields&)>& take) {
  dom::parser parser;
  while (!lines.empty()) {
    const std::size_t end = std::min(lines.find('\n'), lines.size());
    const std::string_view line = lines.substr(0, end);
    lines.remove_prefix(std::min(end + 1, lines.size()));
    dom::object object;
    if (parser.parse(line.data(), line.size()).get(object) != simdjson::SUCCESS) return no_row(server);
    Fields fields(object);
    TEXTKIN_RETURN_IF_ERROR(take(fields));
    if (!fields.is_whole()) return no_row(server);
  }
  return {};
}

Status take_answer(Fields& fields, const TakeRow<report::AnswerRow>& take) {
  const report::AnswerRow row{.id = fields.text("id"),
                              .sequence = fields.count("sequence"),
                              .found = fields.count("found"),
                              .recall = fields.number("recall"),
                              .rows = fields.count("rows"),
                              .candidates = fields.count("candidates"),
                              .verified = fields.count("verified"),
                              .skipped_as_common = fields.count("skipped_as_common"),
                              .at = fields.number("at"),
                              .statement = fields.text("statement")};
  return fields.is_whole() ? take(row) : Status();
}

Status take_checked(Fields& fields, const TakeRow<RunAudit>& take) {
  RunAudit checked;
  checked.documents = fields.count("documents");
  checked.neighbours = fields.count("neighbours");
  checked.found = fields.count("found");
  checked.stated = fields.number("stated");
  return fields.is_whole() ? take(checked) : Status();
}

}  // namespace

Status each_found(const std::string& server, std::string_view lines, const TakeFound& take) {
  return each_line(server, lines, [&](Fields& fields) -> Status {
    if (fields.has("statement")) return take_answer(fields, take.answer);
    if (fields.has("stated")) return take_checked(fields, take.checked);
    const report::PairRow row{.a = fields.text("a"),
                              .b = fields.text("b"),
                              .similarity = fields.number("similarity"),
                              .lower = fields.number("lower"),
                              .upper = fields.number("upper"),
                              .basis = fields.text("basis"),
                              .shared = fields.count("shared"),
                              .size_a = fields.count("size_a"),
                              .size_b = fields.count("size_b")};
    return fields.is_whole() ? take.pair(row) : Status();
  });
}

Status each_passage(const std::string& server, std::string_view lines, const TakePassage& take) {
  return each_line(server, lines, [&](Fields& fields) -> Status {
    const auto count = [&](std::string_view name) { return static_cast<std::uint32_t>(fields.count(name)); };
    Passage passage;
    passage.a_offset = count("a_offset");
    passage.a_length = count("a_length");
    passage.b_offset = count("b_offset");
    passage.b_length = count("b_length");
    passage.a_words = count("a_words");
    passage.b_words = count("b_words");
    // The quotient of two integers: this one was divided by that.
    const double words = std::max(passage.a_words, passage.b_words);
    passage.equal = static_cast<std::uint32_t>(std::lround(fields.number("identity") * words));
    const std::string_view a = fields.text("a");
    const std::string_view b = fields.text("b");
    return fields.is_whole() ? take(a, b, passage) : Status();
  });
}

Status each_listed(const std::string& server, std::string_view lines, const TakeRow<report::IndexRow>& take) {
  return each_line(server, lines, [&](Fields& fields) -> Status {
    const report::IndexRow row{.id = fields.text("id"),
                               .sequence = fields.count("sequence"),
                               .size = fields.count("size"),
                               .bytes = fields.count("bytes")};
    return fields.is_whole() ? take(row) : Status();
  });
}

Result<engine::index::RemoveCounts> removed_in(const std::string& server, const std::string& body) {
  engine::index::RemoveCounts counts;
  TEXTKIN_RETURN_IF_ERROR(each_line(server, body, [&](Fields& fields) -> Status {
    counts.removed = fields.count("removed");
    counts.unknown = fields.count("unknown");
    counts.sequence = fields.count("sequence");
    counts.documents = fields.count("documents");
    return {};
  }));
  return counts;
}

Status each_added(const std::string& server, std::string_view lines, const TakeRow<report::AddedRow>& take,
                  engine::index::AddCounts& counts) {
  bool are_counted = false;
  TEXTKIN_RETURN_IF_ERROR(each_line(server, lines, [&](Fields& fields) -> Status {
    if (fields.has("added")) {
      counts.added += fields.count("added");
      counts.replaced += fields.count("replaced");
      counts.unchanged += fields.count("unchanged");
      counts.kept += fields.count("kept");
      counts.seen += fields.count("seen");
      counts.empty += fields.count("empty");
      counts.sequence = fields.count("sequence");
      counts.documents = fields.count("documents");
      are_counted = true;
      return {};
    }
    report::AddedRow row{.id = fields.text("id"), .status = fields.text("status"), .partner = fields.text("partner")};
    if (row.status == "seen") row.similarity = fields.number("similarity");
    return fields.is_whole() ? take(row) : Status();
  }));
  return are_counted ? Status() : no_row(server);
}

Result<report::IndexStats> stats_in(const std::string& server, const std::string& body) {
  dom::parser parser;
  dom::object object;
  if (parser.parse(body).get(object) != simdjson::SUCCESS) return no_row(server);
  Fields fields(object);
  report::IndexStats stats{.folder = server,
                           .sequence = fields.count("sequence"),
                           .documents = fields.count("documents"),
                           .removed = fields.count("removed"),
                           .text_bytes = fields.count("text_bytes"),
                           .file_bytes = fields.count("file_bytes"),
                           .segments = fields.count("segments"),
                           .options = {},
                           .checkpoints = {}};
  dom::array options;
  dom::object checkpoints;
  bool whole = object["options"].get(options) == simdjson::SUCCESS &&
               object["checkpoints"].get(checkpoints) == simdjson::SUCCESS && fields.is_whole();
  if (!whole) return no_row(server);
  for (const dom::element option : options) {
    std::string_view name;
    std::string_view value;
    whole = option.at(0).get(name) == simdjson::SUCCESS && option.at(1).get(value) == simdjson::SUCCESS && whole;
    stats.options.emplace_back(name, value);
  }
  for (const dom::key_value_pair one : checkpoints) {
    std::string_view value;
    whole = one.value.get(value) == simdjson::SUCCESS && whole;
    stats.checkpoints.emplace_back(one.key, value);
  }
  if (!whole) return no_row(server);
  return stats;
}

}  // namespace textkin::client
