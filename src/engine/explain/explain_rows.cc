#include "engine/explain/explain_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/utf8.h"
#include "engine/read/retain_all.h"
#include "input/reading/record_reader.h"
#include "store/document_reader.h"
#include "text/catalog.h"
#include "text/shingles/scala_hash.h"

namespace textkin::engine::explain {
namespace {

// What a row costs beside its spelling: its place in the map, its numbers, its hash as it is shown.
constexpr std::uint64_t kRowBytes = 170;
constexpr std::uint64_t kBytesOfAnIdByte = 5;  // itself, and where it is told, in the half that the rows are in

// What a document costs in the steps and tables that are printed, beside its rows.
constexpr std::uint64_t kDocumentBytes = 3000;

// What a unit of a text takes while its shingles are spelled: a string and a hash, in vectors that grow.
constexpr std::uint64_t kUnitBytes = 64;

// Of what is told beyond what is reckoned: later texts may repeat less than those so far.
constexpr double kSlack = 1.25;

// Renumbers the rows: the row that is now at order[i] becomes row i.
void renumber(const std::vector<std::uint32_t>& order, report::Explanation& e) {
  std::vector<report::Explanation::Row> rows(e.rows.size());
  std::vector<std::uint32_t> place(e.rows.size());
  for (std::uint32_t i = 0; i < order.size(); ++i) {
    rows[i] = std::move(e.rows[order[i]]);
    place[order[i]] = i;
  }
  e.rows = std::move(rows);
  for (std::vector<std::uint32_t>& text : e.texts) {
    for (std::uint32_t& row : text) row = place[row];
    std::vector<std::uint32_t>& set = e.sets.emplace_back(text);
    std::sort(set.begin(), set.end());
  }
}

std::string shown_hash(report::ShingleHash kind, const report::Explanation::Row& row) {
  return kind == report::ShingleHash::kMurmur3 ? fmt::format("{}", text::scala_hash(row.shingle))
                                               : fmt::format("{:016x}", row.feature);
}

// The rows of the list "b,j,e", each of which must be one, and every one in it once.
Result<std::vector<std::uint32_t>> given_order(std::string_view list, const report::Explanation& e) {
  std::unordered_map<std::string, std::uint32_t> rows;
  for (std::uint32_t row = 0; row < e.rows.size(); ++row) rows.emplace(e.rows[row].name(), row);
  std::vector<std::uint32_t> order;
  const auto refuse = [](std::string_view name, std::string_view why) {
    return Status(Code::kInvalidArgument,
                  fmt::format("--rows-order {} '{}'; it is sorted, first, hash, or every shingle "
                              "of the collection once, with commas between",
                              why, base::printable(name)));
  };
  for (std::size_t begin = 0; begin <= list.size();) {
    const std::size_t end = std::min(list.find(',', begin), list.size());
    const std::string name(list.substr(begin, end - begin));
    begin = end + 1;
    const auto found = rows.find(name);
    if (found == rows.end()) return refuse(name, "has what is no shingle, or one twice:");
    order.push_back(found->second);
    rows.erase(found);
  }
  if (!rows.empty()) return refuse(rows.begin()->first, "leaves out");
  return order;
}

Result<std::vector<std::uint32_t>> order_of(const std::string& order, const report::Explanation& e) {
  std::vector<std::uint32_t> rows(e.rows.size());
  std::iota(rows.begin(), rows.end(), 0u);
  const auto sort_by = [&](auto key) {
    std::sort(rows.begin(), rows.end(),
              [&](std::uint32_t a, std::uint32_t b) { return key(e.rows[a]) < key(e.rows[b]); });
  };
  using Row = report::Explanation::Row;
  if (order == "sorted")
    sort_by([](const Row& row) { return std::pair(std::string_view(row.shingle), row.copy); });
  else if (order == "hash")
    sort_by([](const Row& row) { return row.feature; });
  else if (order != "first")
    return given_order(order, e);
  return rows;
}

}  // namespace

Status fill_rows(const run::Reading& reading, const std::string& order, Progress& progress, report::Explanation& e) {
  TEXTKIN_ASSIGN_OR_RETURN(std::unique_ptr<text::NamedShingler> shingler, text::make_named_shingler(reading.text));
  const std::string too_large =
      "explain holds every shingle as it is spelled, and --memory has no room for these; textkin pairs finds alike "
      "documents in collections of any size";
  const std::uint64_t memory = reading.limits.memory;
  TEXTKIN_ASSIGN_OR_RETURN(const read::Collection collection,
                           read::retain_all(reading, memory / 4, progress, too_large));
  const std::uint64_t held = collection.documents() * kDocumentBytes;
  if (held > memory / 2) return run::too_little_memory(reading.limits.given(), 2 * held, collection.documents());

  e.spec = text::describe(reading.text);
  e.counted = reading.text.multiset;
  input::RecordReader reader(collection.settings, collection.list, collection.spool);
  store::DocumentReader documents(collection.table);
  store::DocumentRow row;
  std::unordered_map<Feature, std::uint32_t> numbers;
  std::vector<text::NamedShingle> shingles;
  std::unique_ptr<text::TextGauge> gauge;
  if (reading.text.unit != ShingleUnit::kKmer) {
    TEXTKIN_ASSIGN_OR_RETURN(gauge, text::make_text_gauge(reading.text));
  }
  std::uint64_t bytes = 0;  // of ids and rows
  std::uint64_t done = 0;   // units of the texts that they are of
  const auto units_of = [&](std::string_view text) {
    return gauge == nullptr ? text.size() : gauge->measure(text).units;
  };
  // What is told is of all texts, as if the rest had as many rows as those so far; every shingle one, where there are
  // none yet.
  const auto no_room = [&]() -> Status {
    std::uint64_t all = 0, largest = 0, at_most = 0;
    for (DocId doc = 0; doc < collection.documents(); ++doc) {
      TEXTKIN_RETURN_IF_ERROR(documents.read(doc, row));
      TEXTKIN_ASSIGN_OR_RETURN(const std::string_view text, reader.text(row.record));
      const std::uint64_t units = units_of(text);
      all += units;
      largest = std::max(largest, units);
      at_most += units * kRowBytes + reading.text.shingle_size * text.size() + kBytesOfAnIdByte * row.id.size();
    }
    const double rows = done == 0 ? static_cast<double>(at_most)
                                  : static_cast<double>(bytes) * static_cast<double>(all) / static_cast<double>(done);
    const auto needed = std::max(4 * kUnitBytes * largest, static_cast<std::uint64_t>(kSlack * 2 * rows));
    return Status(Code::kExhausted,
                  fmt::format("{}; about {} would do", too_large, reading.limits.given().told(needed)));
  };
  for (DocId doc = 0; doc < collection.documents(); ++doc) {
    TEXTKIN_RETURN_IF_ERROR(documents.read(doc, row));
    e.ids.emplace_back(row.id);
    bytes += kBytesOfAnIdByte * row.id.size();
    TEXTKIN_ASSIGN_OR_RETURN(std::string_view text, reader.text(row.record));
    const std::uint64_t units = units_of(text);
    if (bytes > memory / 2 || kUnitBytes * units > memory / 4) return no_room();
    shingles.clear();
    shingler->append(text, shingles);
    std::vector<std::uint32_t>& rows = e.texts.emplace_back();
    for (text::NamedShingle& shingle : shingles) {
      const auto [place, is_new] = numbers.try_emplace(shingle.feature, static_cast<std::uint32_t>(e.rows.size()));
      rows.push_back(place->second);
      if (!is_new) continue;
      bytes += kRowBytes + shingle.name.size();
      if (bytes > memory / 2) {
        done += units * rows.size() / shingles.size();
        return no_room();
      }
      e.rows.push_back({shingle.feature, std::move(shingle.name), shingle.copy, {}});
      e.rows.back().hash = shown_hash(e.shingle_hash, e.rows.back());
    }
    done += units;
  }

  TEXTKIN_ASSIGN_OR_RETURN(const std::vector<std::uint32_t> ordered, order_of(order, e));
  renumber(ordered, e);
  return {};
}

}  // namespace textkin::engine::explain
