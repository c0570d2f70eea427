#include "engine/contamination/kept_leaks.h"

#include <fmt/format.h>

#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "engine/run/read_again.h"
#include "engine/run/run_spec.h"
#include "hash/key.h"
#include "store/block_file.h"
#include "store/block_file_writer.h"

namespace textkin::engine::contamination {
namespace {

constexpr std::string_view kVersion = "decontaminate.v3";  // of what lies there of equal options
constexpr std::uint32_t kCountsTable = 7;                  // of documents: all, and those without anything to compare

run::RunSpec spec_of(const run::Reading& reading, const leaks::LeakOptions& wanted) {
  run::RunSpec spec = run::read_spec(reading);
  spec.emplace_back("--by", word_of(leaks::kLeakByWords, wanted.by));
  if (wanted.by == leaks::LeakBy::kPassages) {
    const align::AlignSpec& align = wanted.passages.align;
    spec.emplace_back("--guarantee", fmt::to_string(align.guarantee));
    spec.emplace_back("--max-gap", fmt::to_string(align.max_gap));
    spec.emplace_back("--min-length", fmt::to_string(align.min_length));
  }
  if (wanted.action == leaks::LeakAction::kCut) {
    spec.emplace_back("--action", word_of(leaks::kLeakActionWords, wanted.action));
    spec.emplace_back("--margin", fmt::to_string(wanted.margin));
  }
  // N-grams are numbered by their hashes.
  if (reading.text.secret) spec.emplace_back("--key", hash::name_of(*reading.text.secret));
  spec.emplace_back(run::kAlgorithms, kVersion);
  return spec;
}

input::SourceList both(const input::SourceList& documents, const input::SourceList& items) {
  input::SourceList all = documents;
  all.sources.insert(all.sources.end(), items.sources.begin(), items.sources.end());
  return all;
}

template <class Value>
std::string_view bytes_of(const std::vector<Value>& table) {
  static_assert(std::has_unique_object_representations_v<Value>);
  return {reinterpret_cast<const char*>(table.data()), table.size() * sizeof(Value)};
}

template <class Value>
Status read_table(const store::BlockFile& file, std::uint32_t number, std::vector<Value>& table) {
  const store::Block* const block = file.find(store::BlockKind::kLeaks, number);
  if (block == nullptr || block->size % sizeof(Value) != 0)
    return file.damaged(fmt::format("its table {} is none", number));
  table.resize(block->size / sizeof(Value));
  return file.read_at(*block, 0, reinterpret_cast<char*>(table.data()), block->size);
}

}  // namespace

Result<KeptLeaks> KeptLeaks::open(const read::Collection& collection, const read::Collection& items,
                                  const run::Reading& reading, const leaks::LeakOptions& wanted) {
  const input::SourceList list = both(collection.list, items.list);
  if (collection.directory->named()) TEXTKIN_RETURN_IF_ERROR(run::check_can_be_read_again(list));
  TEXTKIN_ASSIGN_OR_RETURN(
      std::unique_ptr<run::Journal> journal,
      run::Journal::open(collection.directory, spec_of(reading, wanted), list, collection.settings.windows));
  return KeptLeaks(std::move(journal));
}

Status KeptLeaks::take_up(read::Collection& collection, const read::Collection& items, leaks::FoundLeaks& found) const {
  TEXTKIN_RETURN_IF_ERROR(journal_->check_read_again(0, collection.list, collection.finished));
  TEXTKIN_RETURN_IF_ERROR(journal_->check_read_again(collection.list.sources.size(), items.list, items.finished));
  const store::BlockFile& file = *journal_->pairs().back();
  TEXTKIN_RETURN_IF_ERROR(file.verify());
  std::vector<std::uint64_t> counts;
  TEXTKIN_RETURN_IF_ERROR(read_table(file, kCountsTable, counts));
  const leaks::FoundLeaks nothing = found;
  TEXTKIN_RETURN_IF_ERROR(leaks::FoundLeaks::for_each_table(
      found, [&](std::uint32_t number, auto& table) { return read_table(file, number, table); }));
  if (counts.size() != 2 || counts[0] != collection.documents() || !found.is_whole(collection.documents(), nothing))
    return file.damaged("its tables are not of these documents");
  collection.empty = counts[1];
  return {};
}

Status KeptLeaks::keep(const read::Collection& collection, const read::Collection& items,
                       const leaks::FoundLeaks& found) {
  if (!kept()) return {};
  journal_->set_checksums(0, collection.finished);
  journal_->set_checksums(collection.list.sources.size(), items.finished);
  TEXTKIN_ASSIGN_OR_RETURN(const std::unique_ptr<store::BlockFileWriter> file, journal_->new_pairs());
  TEXTKIN_RETURN_IF_ERROR(leaks::FoundLeaks::for_each_table(found, [&](std::uint32_t number, const auto& table) {
    return file->append(store::BlockKind::kLeaks, number, bytes_of(table));
  }));
  const std::vector<std::uint64_t> counts{collection.documents(), collection.empty};
  TEXTKIN_RETURN_IF_ERROR(file->append(store::BlockKind::kLeaks, kCountsTable, bytes_of(counts)));
  return journal_->add_pairs(*file, found.leaks().size());
}

}  // namespace textkin::engine::contamination
