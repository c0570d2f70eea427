#include "engine/rules/transposed.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/output_file.h"
#include "base/sort.h"
#include "engine/read/text_pass.h"
#include "engine/run/memory_shares.h"
#include "report/text/format.h"
#include "text/catalog.h"

namespace textkin::engine::rules {
namespace {

constexpr std::size_t kLongestItem = 65535;  // as an id
constexpr std::uint64_t kBytesAnItem = 112;  // with its places in a table and in a list
constexpr std::uint64_t kBytesAPlace = 16;   // in a list that grows by doubling

struct ItemsOfBlock : read::BlockVisitor::Made {
  std::vector<DocumentRecord> records;                // of each row
  std::vector<std::vector<text::NamedShingle>> rows;  // its items
};

// Rows are numbered as they are taken in, items as they come first.
class Transposer final : public read::VisitorOf<ItemsOfBlock> {
 public:
  Transposer(const read::Collection& collection, std::unique_ptr<text::NamedShingler> shingler)
      : collection_(collection), shingler_(std::move(shingler)) {}

  bool keeps_documents() const override { return false; }

  Status make(std::span<const Document> documents, unsigned /*worker*/, ItemsOfBlock& made) override {
    for (const Document& document : documents) {
      made.records.push_back(document.record);
      shingler_->append(document.text, made.rows.emplace_back());
    }
    return {};
  }

  Status take(DocId /*first*/, ItemsOfBlock& made) override {
    for (std::size_t i = 0; i < made.rows.size(); ++i)
      TEXTKIN_RETURN_IF_ERROR(add(made.records[i], std::move(made.rows[i])));
    return {};
  }

  // A column for each item that is in `least` rows or more.
  Status write(std::uint64_t least, const std::string& path);
  Transposed counts;

 private:
  Status add(const DocumentRecord& record, std::vector<text::NamedShingle> items);

  const read::Collection& collection_;
  std::unique_ptr<text::NamedShingler> shingler_;  // of the only thread
  std::unordered_map<Feature, std::uint32_t> numbers_;
  std::vector<std::string> names_;     // by number
  std::vector<std::uint64_t> places_;  // item << 32 | row
  std::uint64_t name_bytes_ = 0;
};

Status Transposer::add(const DocumentRecord& record, std::vector<text::NamedShingle> items) {
  for (text::NamedShingle& item : items) {
    const auto [at, is_new] = numbers_.try_emplace(item.feature, static_cast<std::uint32_t>(names_.size()));
    if (is_new) {
      if (item.name.size() > kLongestItem)
        return Status(Code::kBadInput,
                      fmt::format("{}:{}: an item of {} bytes; the longest can have {}",
                                  collection_.source(record).name, record.line, item.name.size(), kLongestItem));
      name_bytes_ += item.name.size();
      names_.push_back(std::move(item.name));
    }
    places_.push_back(std::uint64_t{at->second} << 32 | counts.rows);
  }
  counts.items = names_.size();
  if (++counts.rows >= kNoDoc)
    return Status(Code::kExhausted, "more than 4,294,967,294 transactions in one run; split the input");
  const std::uint64_t bytes = places_.size() * kBytesAPlace + names_.size() * kBytesAnItem + name_bytes_;
  const std::uint64_t memory = collection_.budget->limit();
  if (bytes <= memory / 2) return {};
  return Status(
      Code::kExhausted,
      fmt::format("--memory {} is too little for the items of {} transactions, which need half of it; give more",
                  collection_.shares.given.told(), counts.rows));
}

Status Transposer::write(std::uint64_t least, const std::string& path) {
  base::sort(places_.data(), places_.size());
  TEXTKIN_ASSIGN_OR_RETURN(std::unique_ptr<base::OutputFile> file, base::OutputFile::create_scratch(path));
  std::string column;
  for (std::size_t from = 0, to = 0; from < places_.size(); from = to) {
    const std::uint64_t item = places_[from] >> 32;
    while (to < places_.size() && places_[to] >> 32 == item) ++to;
    if (to - from < least) continue;
    ++counts.columns;
    column = "{\"id\":";
    report::append_json(names_[item], column);
    column += ",\"text\":\"";
    for (std::size_t i = from; i < to; ++i) {
      if (i > from) column += ' ';
      report::append_number(places_[i] & 0xFFFFFFFFu, column);
    }
    column += "\"}\n";
    TEXTKIN_RETURN_IF_ERROR(file->write(column));
  }
  return file->commit();
}

}  // namespace

Result<Transposed> transpose(const run::Reading& asked, std::uint64_t least, const run::RunDirectory& directory,
                             Progress& progress) {
  run::Reading reading = asked;
  reading.limits.threads = 1;
  TEXTKIN_ASSIGN_OR_RETURN(read::Collection collection, read::open_collection(reading, ""));
  TEXTKIN_ASSIGN_OR_RETURN(std::unique_ptr<text::NamedShingler> shingler, text::make_named_shingler(reading.text));
  Transposer transposer(collection, std::move(shingler));
  TEXTKIN_RETURN_IF_ERROR(read::read_texts(collection, reading.inputs.problems, transposer, progress));
  const std::string path = directory.file("columns.jsonl");
  TEXTKIN_RETURN_IF_ERROR(transposer.write(least, path));

  Transposed columns = std::move(transposer.counts);
  columns.problems = collection.problems;
  columns.inputs.spec.arguments = {path};
  columns.inputs.spec.block_bytes = asked.inputs.spec.block_bytes;
  columns.inputs.number_repeated_ids = asked.inputs.number_repeated_ids;
  columns.text.normalizers = {"none"};
  columns.text.tokens = "whitespace";
  columns.text.shingle_size = 1;
  return columns;
}

}  // namespace textkin::engine::rules
