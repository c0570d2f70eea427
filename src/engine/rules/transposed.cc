#include "engine/rules/transposed.h"

#include <fmt/format.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/machine.h"
#include "base/output_file.h"
#include "engine/read/counted_room.h"
#include "engine/read/text_pass.h"
#include "engine/read/text_room.h"
#include "engine/rules/item_rows.h"
#include "engine/run/memory_shares.h"
#include "report/text/format.h"
#include "text/catalog.h"

namespace textkin::engine::rules {
namespace {

constexpr std::size_t kLongestItem = 65535;  // as an id
// Of eight parts of the memory, those for items.
constexpr std::uint64_t kParts = 4;
// Of a text on its way: its words as they are spelled, twice, and their features once more. Measured.
constexpr std::uint64_t kBytesAWord = 24;
constexpr std::uint64_t kBytesAByte = 2;
constexpr std::size_t kLargeText = 1u << 20;  // whose scratch does not stay

struct ItemsOfBlock : read::BlockVisitor::Made {
  struct Row {
    DocumentRecord record;
    std::size_t tokens = 0;
    std::size_t shingles = 0;
    std::size_t length = 0;  // of a shingle
  };
  std::vector<Row> rows;
  text::TokenRow tokens{" "};
  std::vector<Feature> features;  // of all shingles of all rows
};

class Transposer final : public read::VisitorOf<ItemsOfBlock> {
 public:
  static Result<std::unique_ptr<Transposer>> of(const read::Collection& collection) {
    std::unique_ptr<Transposer> made(new Transposer(collection));
    for (unsigned thread = 0; thread < collection.threads; ++thread) {
      TEXTKIN_ASSIGN_OR_RETURN(std::unique_ptr<text::NamedShingler> shingler,
                               text::make_named_shingler(collection.text));
      const read::BesideText beside{.eighths = kParts, .a_unit = kBytesAWord, .a_byte = kBytesAByte};
      made->workers_.push_back({std::move(shingler), read::TextRoom(collection, beside)});
    }
    return made;
  }

  bool keeps_documents() const override { return false; }
  Status make(std::span<const Document> documents, unsigned worker, ItemsOfBlock& made) override;
  Status take(DocId first, ItemsOfBlock& made) override;

  // A column for each item that is in `least` rows or more.
  Result<Transposed> write(std::uint64_t least, const TextSpec& text, const std::string& path);

 private:
  struct Worker {
    std::unique_ptr<text::NamedShingler> shingler;
    read::TextRoom room;
  };

  explicit Transposer(const read::Collection& collection)
      : collection_(collection),
        room_(collection, kParts, "the different items do not fit in half of --memory"),
        items_(collection.directory->path()) {}

  Status add(const ItemsOfBlock& made, const ItemsOfBlock::Row& row, std::size_t token, std::size_t shingle);

  const read::Collection& collection_;
  std::vector<Worker> workers_;
  read::CountedRoom room_;
  ItemRows items_;
};

Status Transposer::make(std::span<const Document> documents, unsigned worker, ItemsOfBlock& made) {
  Worker& own = workers_[worker];
  for (const Document& document : documents) {
    TEXTKIN_RETURN_IF_ERROR(own.room.check(document, false));
    const text::SpelledShingles shingles = own.shingler->spelled(document.text);
    const text::TokenRow& tokens = shingles.tokens;
    if (made.rows.empty()) made.tokens = text::TokenRow(tokens.between());
    made.rows.push_back({document.record, tokens.size(), shingles.features.size(), shingles.length});
    if (document.text.size() > kLargeText) made.tokens.reserve(tokens.bytes(), tokens.size());
    for (std::size_t token = 0; token < tokens.size(); ++token) made.tokens.append(tokens[token]);
    made.features.insert(made.features.end(), shingles.features.begin(), shingles.features.end());
    if (document.text.size() > kLargeText) own.shingler->free();
  }
  return {};
}

Status Transposer::add(const ItemsOfBlock& made, const ItemsOfBlock::Row& row, std::size_t token, std::size_t shingle) {
  for (std::size_t i = 0; i < row.shingles; ++i) {
    const Feature item = made.features[shingle + i];
    // Where there is no room all are counted, so that the refusal names what is enough.
    if (!items_.has(item) && !room_.count(ItemRows::kBytesAnItem)) continue;
    const std::string_view name = made.tokens.run(token + i, row.length);
    if (name.size() > kLongestItem)
      return Status(Code::kBadInput, fmt::format("{}: an item of {} bytes; the longest can have {}",
                                                 collection_.place(row.record), name.size(), kLongestItem));
    TEXTKIN_RETURN_IF_ERROR(items_.add(item, name));
  }
  return items_.end_row();
}

Status Transposer::take(DocId /*first*/, ItemsOfBlock& made) {
  std::size_t token = 0;
  std::size_t shingle = 0;
  for (const ItemsOfBlock::Row& row : made.rows) {
    if (items_.rows() + 1 >= kNoDoc)
      return Status(Code::kExhausted, "more than 4,294,967,294 transactions in one run; split the input");
    TEXTKIN_RETURN_IF_ERROR(add(made, row, token, shingle));
    token += row.tokens;
    shingle += row.shingles;
  }
  return room_.check_so_far();
}

Result<Transposed> Transposer::write(std::uint64_t least, const TextSpec& text, const std::string& path) {
  TEXTKIN_RETURN_IF_ERROR(room_.check());
  Transposed done;
  done.rows = items_.rows();
  done.items = items_.items();
  TEXTKIN_ASSIGN_OR_RETURN(std::unique_ptr<base::OutputFile> file, base::OutputFile::create_scratch(path));
  const std::uint64_t memory = collection_.budget->limit();
  std::string column;
  TEXTKIN_RETURN_IF_ERROR(items_.for_columns(least, memory / 4, [&](const ItemRows::Column& item) -> Status {
    ++done.columns;
    column = "{\"id\":";
    report::append_json(item.name, column);
    column += ",\"text\":\"";
    for (std::size_t i = 0; i < item.rows.size(); ++i) {
      if (i > 0) column += ' ';
      report::append_number(std::uint64_t{item.rows[i]}, column);
    }
    column += "\"}\n";
    const std::uint64_t needed = run::memory_of_a_text(text, column.size(), column.size(), item.rows.size(), false);
    if (needed > memory)
      return Status(Code::kExhausted,
                    fmt::format("the item {} is in {} transactions, which does not fit in --memory; {} would do",
                                item.name, item.rows.size(), collection_.shares.given.told(needed + needed / 8)));
    return file->write(column);
  }));
  TEXTKIN_RETURN_IF_ERROR(file->commit());
  return done;
}

}  // namespace

Result<Transposed> transpose(const run::Reading& asked, std::uint64_t least, const run::RunDirectory& directory,
                             Progress& progress) {
  TEXTKIN_ASSIGN_OR_RETURN(read::Collection collection, read::open_collection(asked, ""));
  TextSpec text;
  text.normalizers = {"none"};
  text.tokens = "whitespace";
  text.shingle_size = 1;
  const std::string path = directory.file("columns.jsonl");
  TEXTKIN_ASSIGN_OR_RETURN(std::unique_ptr<Transposer> transposer, Transposer::of(collection));
  TEXTKIN_RETURN_IF_ERROR(read::read_texts(collection, asked.inputs, *transposer, progress));
  TEXTKIN_ASSIGN_OR_RETURN(Transposed columns, transposer->write(least, text, path));
  transposer.reset();
  base::release_memory(collection.budget->limit());

  columns.problems = collection.problems;
  columns.inputs.spec.arguments = {path};
  columns.inputs.spec.block_bytes = asked.inputs.spec.block_bytes;
  columns.inputs.number_repeated_ids = asked.inputs.number_repeated_ids;
  columns.text = text;
  return columns;
}

}  // namespace textkin::engine::rules
