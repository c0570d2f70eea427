#include "engine/index/add.h"

#include <fmt/format.h>

#include <memory>
#include <optional>
#include <span>
#include <utility>

#include "archive/band_keys.h"
#include "archive/text_packer.h"
#include "base/sort.h"
#include "base/utf8.h"
#include "engine/index/added_at.h"
#include "engine/index/index_spec.h"
#include "engine/index/passage_keys.h"
#include "engine/index/seen_before.h"
#include "engine/index/stored_sets.h"
#include "engine/passages/passage_memory.h"
#include "engine/read/block_pass.h"
#include "engine/read/block_shingler.h"
#include "engine/read/collection.h"
#include "engine/run/problem_log.h"
#include "input/sources/spool.h"
#include "report/formats/catalog.h"
#include "report/rows/added_rows.h"
#include "report/rows/table_file.h"
#include "sketch/catalog.h"
#include "store/field_value.h"
#include "textkin/field_value.h"

namespace textkin::engine::index {
namespace {

// Rows of what became of each document, into a file or memory.
class AddedRows {
 public:
  // `into` may be null; an empty path is no file.
  static Result<AddedRows> open(const std::string& path, std::string* into) {
    AddedRows rows;
    if (path.empty() && into == nullptr) return rows;
    TEXTKIN_ASSIGN_OR_RETURN(const report::Format* format, report::find_format("jsonl"));
    if (!path.empty()) {
      TEXTKIN_ASSIGN_OR_RETURN(rows.file_, report::TableFile<report::AddedRow>::open(path, *format));
    }
    if (into != nullptr) rows.table_ = std::make_unique<report::Table<report::AddedRow>>(*format);
    rows.into_ = into;
    return rows;
  }

  Status add(const report::AddedRow& row) {
    if (into_ != nullptr) table_->append_row(row, *into_);
    return file_ == nullptr ? Status() : file_->add(row);
  }
  // All rows are on the disk, under no name yet.
  Status sync() { return file_ == nullptr ? Status() : file_->sync(); }
  Status commit() { return file_ == nullptr ? Status() : file_->commit(); }

 private:
  std::unique_ptr<report::TableFile<report::AddedRow>> file_;
  std::unique_ptr<report::Table<report::AddedRow>> table_;
  std::string* into_ = nullptr;
};

// An index that finds passages is mostly fingerprints, and has them written smaller than its lines; one without has
// room.
archive::Packing packing_for(const IndexSpec& spec) {
  return spec.passages > 0 ? archive::Packing::kTight : archive::Packing::kQuick;
}

struct PreparedBlock : read::BlockVisitor::Made {
  struct One {
    std::string id;  // as JSON can have it
    std::string_view text;
    std::string kept;  // instead of it
    std::string keys;
    std::uint32_t size = 0;
    std::vector<std::string> fields;  // as they are read; take() leaves those that are kept
    std::vector<Feature> set;         // and cells: where it is looked for
    std::vector<Cell> cells;
  };
  // Documents behind those of the group before it.
  struct Group {
    std::size_t end = 0;
    std::string packed;  // their texts, where they are packed together
  };
  std::vector<One> documents;
  std::vector<Group> groups;  // of all documents
};

class AddVisitor final : public read::VisitorOf<PreparedBlock> {
 public:
  // `seen` may be null.
  // `fields`: names of what is read of each document beside its text, those of the index first.
  AddVisitor(archive::ArchiveWriter& writer, const IndexSpec& spec, const AddedAt& added_at,
             std::vector<std::string> fields, const AddOptions& wanted, WhenFull when_full, SeenBefore* seen,
             AddedRows& results)
      : writer_(writer),
        spec_(spec),
        added_at_(added_at),
        fields_(fields.size()),
        time_place_(added_at.place_in(fields)),
        on_same_id_(wanted.on_same_id),
        when_full_(when_full),
        seen_(seen),
        results_(results) {}

  Status open(const read::Collection& collection) {
    collection_ = &collection;
    for (unsigned thread = 0; thread < collection.threads; ++thread) {
      TEXTKIN_ASSIGN_OR_RETURN(read::BlockShingler shingler, read::BlockShingler::make(collection));
      TEXTKIN_ASSIGN_OR_RETURN(std::unique_ptr<Sketcher> sketcher, sketch::make_bandable(sketch_of_index()));
      workers_.emplace_back(std::move(shingler), std::move(sketcher), spec_);
    }
    return {};
  }

  bool keeps_documents() const override { return false; }

  Status make(std::span<const Document> documents, unsigned worker, PreparedBlock& made) override {
    Worker& own = workers_[worker];
    TEXTKIN_ASSIGN_OR_RETURN(const FeatureBlock* sets, own.shingler.shingle(documents, false));
    own.sketcher->sketch(*sets, own.signatures);
    for (std::size_t i = 0; i < documents.size(); ++i) {
      const auto size = static_cast<std::uint32_t>((*sets)[i].size());
      made.documents.push_back({base::as_utf8(documents[i].id),
                                documents[i].text,
                                {},
                                archive::encode_keys((*sets)[i], own.signatures[i]),
                                size,
                                std::vector<std::string>(fields_),
                                {},
                                {}});
      made.sizes.push_back(size);
      TEXTKIN_RETURN_IF_ERROR(own.passages.append(documents[i], *collection_, made.documents.back().keys));
      if (seen_ == nullptr && keeps_texts()) continue;
      PreparedBlock::One& one = made.documents.back();
      one.set.assign((*sets)[i].begin(), (*sets)[i].end());
      base::sort(one.set.data(), one.set.size());
      if (spec_.store == Store::kSets) one.kept = stored_set(one.set);
      if (spec_.store == Store::kNone) one.kept = archive::encode_keys(one.set, own.signatures[i]);
      if (seen_ == nullptr) continue;
      one.cells.assign(own.signatures[i].begin(), own.signatures[i].end());
    }
    group(own, made);
    return {};
  }

  void add_values(std::span<const FieldValue> values, PreparedBlock& made) override {
    for (std::size_t i = 0; i < values.size(); ++i)
      made.documents[i / fields_].fields[i % fields_] = store::shown_value(values[i]);
  }

  Status take(DocId, PreparedBlock& made) override {
    std::size_t begin = 0;
    for (PreparedBlock::Group& group : made.groups) {
      const DocId first = writer_.next();
      for (std::size_t i = begin; i < group.end; ++i) TEXTKIN_RETURN_IF_ERROR(take_one(made.documents[i]));
      // Where some were not added the others stay as they are.
      if (!group.packed.empty() && writer_.next() - first == group.end - begin)
        writer_.pack(first, std::move(group.packed));
      begin = group.end;
      TEXTKIN_RETURN_IF_ERROR(make_room());
    }
    return {};
  }

  AddCounts& counts() { return counts_; }

 private:
  struct Worker {
    Worker(read::BlockShingler a, std::unique_ptr<Sketcher> b, const IndexSpec& spec)
        : shingler(std::move(a)), sketcher(std::move(b)), passages(spec), packer(packing_for(spec)) {}

    read::BlockShingler shingler;
    std::unique_ptr<Sketcher> sketcher;
    SignatureBlock signatures;
    PassageKeys passages;
    archive::TextPacker packer;
    std::vector<std::optional<std::string_view>> texts;  // of a group
  };

  bool keeps_texts() const { return spec_.store == Store::kText; }

  // Neighbours, and their texts packed where there are enough of them. Sets and cells cannot be packed.
  void group(Worker& own, PreparedBlock& made) const {
    std::uint64_t bytes = 0;
    own.texts.clear();
    const auto end_group = [&](std::size_t end) {
      if (own.texts.empty()) return;
      const bool packs = keeps_texts() && own.texts.size() > 1 && bytes >= archive::kLeastOfAPack;
      made.groups.push_back({end, packs ? own.packer.pack(own.texts) : std::string()});
      own.texts.clear();
      bytes = 0;
    };
    for (std::size_t i = 0; i < made.documents.size(); ++i) {
      const std::string_view text = made.documents[i].text;
      if (bytes + text.size() > archive::kBytesOfAPack || own.texts.size() == archive::kTextsOfAPack) end_group(i);
      own.texts.emplace_back(text);
      bytes += text.size();
    }
    end_group(made.documents.size());
  }

  Status take_one(PreparedBlock::One& one) {
    if (one.id.empty() || one.id.find('\0') != std::string_view::npos)
      return Status(Code::kBadInput,
                    "an id is empty or has a zero byte, and what has such a one could not be removed again");
    counts_.empty += one.size == 0;
    if (time_place_) {
      TEXTKIN_ASSIGN_OR_RETURN(const Seconds time, added_at_.of_one(one.id, one.fields[*time_place_]));
      writer_.set_time(time);
      one.fields.resize(spec_.fields.size());
    }
    TEXTKIN_ASSIGN_OR_RETURN(const bool seen, look_for(one));
    if (seen) return {};
    TEXTKIN_ASSIGN_OR_RETURN(const archive::Added added, writer_.add({.id = one.id,
                                                                      .text = keeps_texts() ? one.text : one.kept,
                                                                      .size = one.size,
                                                                      .keys = std::move(one.keys),
                                                                      .fields = std::move(one.fields)},
                                                                     on_same_id_));
    return count(one.id, added);
  }

  // Whether one like it is there. What has an id of the index is not looked for: that decides.
  Result<bool> look_for(const PreparedBlock::One& one) {
    if (seen_ == nullptr) return false;
    TEXTKIN_ASSIGN_OR_RETURN(const DocId before, writer_.find(one.id));
    if (before != kNoDoc) return false;
    TEXTKIN_ASSIGN_OR_RETURN(const std::optional<SeenBefore::Partner> partner, seen_->find(one.set, one.cells));
    if (!partner) return false;
    ++counts_.seen;
    TEXTKIN_RETURN_IF_ERROR(
        results_.add({.id = one.id, .status = "seen", .partner = partner->id, .similarity = partner->similarity}));
    return true;
  }

  Status make_room() {
    if (when_full_ == WhenFull::kCommit)
      return writer_.is_full() ? writer_.commit(archive::Vault::Durable::kSoon).status() : Status();
    if (!writer_.is_too_large()) return {};
    return Status(Code::kExhausted,
                  "what is to be committed in one step does not fit in memory; commit more often, or "
                  "give more memory");
  }

  Status count(std::string_view id, archive::Added added) {
    const auto [number, status] = [&]() -> std::pair<std::uint64_t&, std::string_view> {
      switch (added) {
        case archive::Added::kNew:
          return {counts_.added, "new"};
        case archive::Added::kReplaced:
          return {counts_.replaced, "replaced"};
        case archive::Added::kUnchanged:
          return {counts_.unchanged, "unchanged"};
        case archive::Added::kKept:
          break;
      }
      return {counts_.kept, "kept"};
    }();
    ++number;
    return results_.add({.id = id, .status = status, .partner = {}});
  }

  archive::ArchiveWriter& writer_;
  const IndexSpec& spec_;
  const AddedAt& added_at_;
  const read::Collection* collection_ = nullptr;
  std::size_t fields_;                     // that are read of each document
  std::optional<std::size_t> time_place_;  // of that which says when it was added
  archive::OnSameId on_same_id_;
  WhenFull when_full_;
  SeenBefore* seen_;
  AddedRows& results_;
  std::vector<Worker> workers_;
  AddCounts counts_;
};

Status set_checkpoints(const std::vector<std::string>& checkpoints, archive::ArchiveWriter& writer) {
  for (const std::string& checkpoint : checkpoints) {
    const std::size_t equals = checkpoint.find('=');
    if (equals == 0 || equals == std::string::npos)
      return Status(Code::kInvalidArgument, fmt::format("--checkpoint {} is not NAME=VALUE", checkpoint));
    writer.set_checkpoint(checkpoint.substr(0, equals), checkpoint.substr(equals + 1));
  }
  return {};
}

}  // namespace

Result<AddCounts> add_to(archive::ArchiveWriter& writer, run::Reading reading, const AddOptions& wanted,
                         WhenFull when_full, Progress& progress) {
  TEXTKIN_ASSIGN_OR_RETURN(const IndexSpec spec, spec_of(writer.archive().words(), wanted.folder));
  reading.text = spec.text;
  TEXTKIN_ASSIGN_OR_RETURN(const AddedAt added_at, AddedAt::parse(wanted.added_at));
  writer.set_time(added_at.of_all());
  reading.inputs.spec.value_fields = spec.fields;
  added_at.place_in(reading.inputs.spec.value_fields);
  reading.inputs.spec.stays = true;
  TEXTKIN_ASSIGN_OR_RETURN(read::Collection collection,
                           read::open_collection(reading, "", spec.passages > 0 ? passages::kBytesALocatedByte : 0));
  std::optional<SeenBefore> seen;
  if (wanted.unless_similar) {
    TEXTKIN_ASSIGN_OR_RETURN(seen, SeenBefore::make(writer, spec, *wanted.unless_similar));
  }
  TEXTKIN_ASSIGN_OR_RETURN(AddedRows results, AddedRows::open(wanted.results, wanted.rows));
  AddVisitor visitor(writer, spec, added_at, reading.inputs.spec.value_fields, wanted, when_full,
                     seen ? &*seen : nullptr, results);
  TEXTKIN_RETURN_IF_ERROR(visitor.open(collection));
  TEXTKIN_ASSIGN_OR_RETURN(const std::unique_ptr<run::ProblemLog> log, run::ProblemLog::open(reading.inputs, progress));
  auto spool = std::make_shared<input::Spool>(collection.settings.spool_directory, "");
  TEXTKIN_ASSIGN_OR_RETURN(const std::unique_ptr<read::BlockPass> blocks,
                           read::BlockPass::open(collection, spool, {}, *log, progress));
  TEXTKIN_RETURN_IF_ERROR(blocks->visit(visitor));
  collection.end_notes(progress);
  TEXTKIN_RETURN_IF_ERROR(log->finish());
  collection.problems = log->count();
  TEXTKIN_RETURN_IF_ERROR(collection.check_something_was_read(log->first()));
  TEXTKIN_RETURN_IF_ERROR(set_checkpoints(wanted.checkpoints, writer));
  // Before the documents are in the index: what was new could not be learnt again.
  TEXTKIN_RETURN_IF_ERROR(results.sync());
  if (when_full == WhenFull::kCommit) {
    TEXTKIN_RETURN_IF_ERROR(writer.commit().status());
    TEXTKIN_RETURN_IF_ERROR(writer.finish());
    writer.tidy();
  }
  TEXTKIN_RETURN_IF_ERROR(results.commit());
  visitor.counts().problems = log->count();
  visitor.counts().sequence = writer.archive().state().sequence;
  visitor.counts().documents = writer.alive();
  return visitor.counts();
}

Result<AddCounts> add(const run::ReadOptions& asked, const AddOptions& wanted, Progress& progress) {
  TEXTKIN_ASSIGN_OR_RETURN(run::Reading reading, run::settle(asked));
  const std::uint64_t of_index = reading.limits.lend(reading.limits.memory / 3);
  TEXTKIN_ASSIGN_OR_RETURN(const std::unique_ptr<archive::ArchiveWriter> writer,
                           archive::ArchiveWriter::open(wanted.folder, of_index));
  writer->use_threads(reading.limits.threads);
  const std::uint64_t before = writer->archive().state().sequence;
  Result<AddCounts> counts = add_to(*writer, std::move(reading), wanted, WhenFull::kCommit, progress);
  const std::uint64_t sequence = writer->archive().state().sequence;
  if (!counts.ok() && !wanted.results.empty() && sequence != before)
    return Status(counts.status().code(),
                  fmt::format("{}; {} is at sequence {} and has documents that {} would have named",
                              counts.status().message(), wanted.folder, sequence, wanted.results));
  return counts;
}

}  // namespace textkin::engine::index
