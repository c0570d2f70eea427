#include "engine/care/rebuild.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "archive/archive.h"
#include "archive/archive_writer.h"
#include "archive/beside.h"
#include "base/parallel.h"
#include "engine/care/new_folder.h"
#include "engine/care/text_keys.h"
#include "engine/index/stored_sets.h"

namespace textkin::engine::care {
namespace {

using archive::ArchiveWriter;

constexpr std::uint64_t kTextsAtOnce = 4u << 20;  // bytes whose keys are made on all threads

struct Read {
  std::string text;
  archive::Entry entry;
  archive::Seconds time = 0;
  std::string keys;
};

// Documents that were read, on their way into the new index.
class Rebuilding {
 public:
  Rebuilding(ArchiveWriter& writer, unsigned threads) : writer_(writer), threads_(threads) {}

  Status open(const index::IndexSpec& spec) {
    for (unsigned thread = 0; thread < threads_; ++thread) {
      TEXTKIN_ASSIGN_OR_RETURN(TextKeys keys, TextKeys::make(spec));
      keys_.push_back(std::move(keys));
    }
    return {};
  }

  Status add(Read read) {
    bytes_ += read.text.size();
    read_.push_back(std::move(read));
    return bytes_ < kTextsAtOnce ? Status() : write();
  }

  Status write() {
    TEXTKIN_RETURN_IF_ERROR(base::parallel_for(read_.size(), threads_, [&](std::size_t i, unsigned worker) {
      read_[i].keys = keys_[worker].of(read_[i].text);
      read_[i].entry.size = keys_[worker].size();
      return Status();
    }));
    for (Read& read : read_) {
      writer_.set_time(read.time);
      TEXTKIN_RETURN_IF_ERROR(writer_
                                  .add({.id = read.entry.id,
                                        .text = read.text,
                                        .size = read.entry.size,
                                        .keys = std::move(read.keys),
                                        .fields = std::move(read.entry.fields)},
                                       archive::OnSameId::kRefuse)
                                  .status());
      if (writer_.is_full()) TEXTKIN_RETURN_IF_ERROR(writer_.commit().status());
    }
    read_.clear();
    bytes_ = 0;
    return {};
  }

 private:
  ArchiveWriter& writer_;
  unsigned threads_;
  std::vector<TextKeys> keys_;
  std::vector<Read> read_;
  std::uint64_t bytes_ = 0;
};

Result<index::IndexSpec> spec_of_new(const archive::Archive& old, const RebuildOptions& wanted) {
  archive::Words words;
  for (const auto& word : old.words())
    if (std::ranges::find(wanted.changed, word.first) == wanted.changed.end()) words.push_back(word);
  TEXTKIN_ASSIGN_OR_RETURN(index::IndexSpec spec, index::spec_of(words, wanted.folder, index::MadeBy::kAnyVersion));
  if (wanted.change) TEXTKIN_RETURN_IF_ERROR(wanted.change(spec));
  TEXTKIN_RETURN_IF_ERROR(index::check(spec));
  return spec;
}

Status copy_documents(const archive::Archive& old, Rebuilding& rebuilding, Progress& progress) {
  TEXTKIN_ASSIGN_OR_RETURN(const archive::TimesOfAdding times, old.times());
  const archive::Seconds now = archive::now();
  Read read;
  TEXTKIN_RETURN_IF_ERROR(old.each_text(0, [&](DocId number, std::string_view text) -> Result<bool> {
    TEXTKIN_RETURN_IF_ERROR(old.read(number, read.entry));
    if (!read.entry.alive()) return true;
    read.text = text;
    read.time = times.of(number).value_or(now);
    progress.update("rebuild", number, old.state().next);
    TEXTKIN_RETURN_IF_ERROR(rebuilding.add(std::exchange(read, {})));
    return true;
  }));
  return rebuilding.write();
}

}  // namespace

Result<std::uint64_t> rebuild(const RebuildOptions& wanted, const run::LimitOptions& limits, Progress& progress) {
  const run::Limits settled = run::settle(limits);
  TEXTKIN_ASSIGN_OR_RETURN(const index::OpenArchive old,
                           index::open_archive(wanted.folder, settled.memory / 4, wanted.held));
  TEXTKIN_ASSIGN_OR_RETURN(const index::IndexSpec spec, spec_of_new(*old, wanted));
  TEXTKIN_RETURN_IF_ERROR(index::check_keeps_texts(spec, wanted.folder, "a new index is made of",
                                                   "create one, and add the documents to it again"));
  TEXTKIN_ASSIGN_OR_RETURN(NewFolder made, NewFolder::begin(wanted.made));
  TEXTKIN_RETURN_IF_ERROR(ArchiveWriter::create(made.path(), index::words_of(spec), settled.memory / 4));
  std::uint64_t documents = 0;
  {
    TEXTKIN_ASSIGN_OR_RETURN(const std::unique_ptr<ArchiveWriter> writer,
                             ArchiveWriter::open(made.path(), settled.memory / 4));
    writer->use_threads(settled.threads);
    Rebuilding rebuilding(*writer, settled.threads);
    TEXTKIN_RETURN_IF_ERROR(rebuilding.open(spec));
    TEXTKIN_RETURN_IF_ERROR(copy_documents(*old, rebuilding, progress));
    TEXTKIN_RETURN_IF_ERROR(old->each_checkpoint(
        [&](std::string_view name, std::string_view value) { writer->set_checkpoint(name, value); }));
    TEXTKIN_RETURN_IF_ERROR(writer->commit().status());
    TEXTKIN_RETURN_IF_ERROR(writer->finish());
    writer->tidy();
    TEXTKIN_RETURN_IF_ERROR(archive::copy_beside(wanted.folder, made.path()));
    documents = writer->archive().state().alive;
  }
  TEXTKIN_RETURN_IF_ERROR(made.commit());
  return documents;
}

}  // namespace textkin::engine::care
