#include "archive/vault.h"

#include <fmt/format.h>
#include <rocksdb/c.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <future>
#include <map>
#include <optional>
#include <utility>

#include "archive/rocksdb_library.h"
#include "archive/vault_writers.h"
#include "base/parallel.h"

namespace textkin::archive {
namespace {

constexpr std::array<const char*, 2> kFamilyNames{"default", "texts"};
// Of a question that many documents are verified for, each is in a block of its own: larger ones make files little
// smaller, and such a question as much dearer.
constexpr std::uint64_t kTextBlock = 16u << 10;
constexpr int kDefaultWindow = -14;  // RocksDB's, which zstd does not look at
constexpr int kTableLevel = 1;       // level 3 takes twice as long to make blocks 3 % smaller
constexpr double kFilterBits = 10;   // of a key, in a table
constexpr double kFilterOfABuffer = 0.02;
constexpr std::uint64_t kLeastBuffer = 4u << 20;
constexpr std::uint64_t kMostBuffer = 64u << 20;
constexpr std::uint64_t kLeastTable = 8u << 20;  // a process has some thousand files open
constexpr std::uint64_t kMostTable = 64u << 20;
// So many files of texts that are so much smaller than they might be cost who opens them more than merging them does.
constexpr std::uint64_t kManyFiles = 64;
constexpr std::uint64_t kSmallFiles = 4;
constexpr std::uint64_t kPartOfRows = 4;
constexpr int kLevels = 7;  // RocksDB's
// Files of rows, in the order in which they were written, that are merged with all that is there: at RocksDB's 4, what
// many documents have is written three times as often.
constexpr int kFilesToMerge = 8;
constexpr std::uint64_t kMostRoomKept = 16u << 20;
// On a thread of its own; where none can be had, when it is waited for.
constexpr std::launch kBesideOrLater = std::launch::async | std::launch::deferred;
constexpr int kFatalOnly = 4;                 // of RocksDB's own log, which we do not read
constexpr unsigned char kForceOptimized = 3;  // what already lies lowest is rewritten too, once

// A call's message, which is the caller's to free.
class Failure {
 public:
  Failure() = default;
  Failure(const Failure&) = delete;
  Failure& operator=(const Failure&) = delete;
  ~Failure() {
    if (message_ != nullptr) rocksdb().free(message_);
  }
  char** out() { return &message_; }
  Status as_status(const std::string& folder) const {
    if (message_ == nullptr) return {};
    std::string text = message_;
    std::ranges::replace(text, '\n', ' ');
    if (text.starts_with("Corruption"))
      return Status(Code::kBadInput,
                    fmt::format("{}: damaged: {}; put back a snapshot of it, or make the index anew", folder, text));
    return Status(Code::kIo, fmt::format("{}: {}", folder, text));
  }

 private:
  char* message_ = nullptr;
};

// Those of one key as they came. By key: what is put next to what came before costs RocksDB no search. Letter by letter
// most come in the order of their numbers. Ranges that are erased have an order to all keys.
std::vector<const Changes::Change*> in_order(const Changes& changes) {
  using Some = std::vector<const Changes::Change*>;
  Some order;
  order.reserve(changes.all().size());
  for (const Changes::Change& change : changes.all())
    if (change.kind != Changes::Change::kNothing) order.push_back(&change);
  if (std::ranges::find(order, Changes::Change::kEraseRange, &Changes::Change::kind) != order.end()) return order;
  std::map<std::pair<Family, char>, Some> of_letter;
  for (const Changes::Change* const change : order) of_letter[{change->family, change->key.front()}].push_back(change);
  order.clear();
  for (auto& [letter, some] : of_letter) {
    const auto key_of = [](const Changes::Change* change) -> std::string_view { return change->key; };
    if (!std::ranges::is_sorted(some, {}, key_of)) std::ranges::stable_sort(some, {}, key_of);
    order.insert(order.end(), some.begin(), some.end());
  }
  return order;
}

// For their owner alone, as the folder is. RocksDB makes files with 0644 and offers its C callers no other mode; a
// umask would be that of the whole process.
void make_files_private(const std::string& folder) {
  namespace fs = std::filesystem;
  std::error_code error;
  std::error_code ignored;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error))
    if (at->is_regular_file(ignored))
      fs::permissions(at->path(), fs::perms::owner_read | fs::perms::owner_write, ignored);
}

}  // namespace

struct Vault::State {
  const RocksDb& api = rocksdb();
  std::string folder;
  rocksdb_t* db = nullptr;
  std::array<rocksdb_column_family_handle_t*, 2> families{};
  std::array<rocksdb_options_t*, 2> options{};
  std::array<rocksdb_block_based_table_options_t*, 2> tables{};
  rocksdb_cache_t* cache = nullptr;
  rocksdb_writeoptions_t* writing = nullptr;
  rocksdb_writeoptions_t* writing_soon = nullptr;
  std::future<Status> on_its_way;         // to the disk; not valid: nothing is
  rocksdb_writebatch_t* batch = nullptr;  // whose room stays from commit to commit
  std::uint64_t bytes_of_a_table = kMostTable;
  bool broken = false;
  bool writes = false;  // it is one of VaultWriters

  ~State() {
    if (on_its_way.valid()) on_its_way.wait();
    for (rocksdb_column_family_handle_t* family : families)
      if (family != nullptr) api.column_family_handle_destroy(family);
    if (db != nullptr) api.close(db);
    if (writes) make_files_private(folder);
    for (rocksdb_options_t* option : options)
      if (option != nullptr) api.options_destroy(option);
    for (rocksdb_block_based_table_options_t* table : tables)
      if (table != nullptr) api.block_based_options_destroy(table);
    if (cache != nullptr) api.cache_destroy(cache);
    for (rocksdb_writeoptions_t* option : {writing, writing_soon})
      if (option != nullptr) api.writeoptions_destroy(option);
    free_batch();
    if (writes) VaultWriters::of_process().give_back(folder);
  }

  void free_batch() {
    if (batch != nullptr) api.writebatch_destroy(std::exchange(batch, nullptr));
  }

  void set_options(Mode mode, std::uint64_t memory) {
    cache = api.cache_create_lru(memory / 2);
    bytes_of_a_table = std::clamp(memory / 2, kLeastTable, kMostTable);
    for (std::size_t family = 0; family < options.size(); ++family) {
      tables[family] = api.block_based_options_create();
      api.block_based_options_set_block_cache(tables[family], cache);
      api.block_based_options_set_format_version(tables[family], 5);
      rocksdb_options_t* const option = options[family] = api.options_create();
      if (family == static_cast<std::size_t>(Family::kTexts)) {
        api.block_based_options_set_block_size(tables[family], kTextBlock);
        api.options_set_compression(option, rocksdb_zstd_compression);
        api.options_set_compression_options(option, kDefaultWindow, kTableLevel, 0, 0);
      } else {
        // Keys are hashes, which cannot be packed; what is left when they are gone can.
        api.options_set_compression(option, rocksdb_no_compression);
        api.options_set_bottommost_compression(option, rocksdb_zstd_compression);
        api.options_set_compression_options(option, kDefaultWindow, kTableLevel, 0, 0);
        // Of most documents that are added no id is there: that is told without looking into blocks.
        api.block_based_options_set_filter_policy(tables[family], api.filterpolicy_create_bloom_full(kFilterBits));
        // In parts, which come and go in the cache: whole ones of all tables stay as long as it is open, some bytes a
        // document, whatever the memory is.
        api.block_based_options_set_index_type(tables[family],
                                               rocksdb_block_based_table_index_type_two_level_index_search);
        api.block_based_options_set_partition_filters(tables[family], 1);
        api.options_set_level0_file_num_compaction_trigger(option, kFilesToMerge);
        api.options_set_memtable_prefix_bloom_size_ratio(option, kFilterOfABuffer);
        api.options_set_memtable_whole_key_filtering(option, 1);
      }
      api.options_set_block_based_table_factory(option, tables[family]);
      api.options_set_write_buffer_size(option, std::clamp(memory / 8, kLeastBuffer, kMostBuffer));
      api.options_set_db_write_buffer_size(option, std::max(memory / 4, kLeastBuffer));
      // Of a table that is written the hashes of all its keys are held, for its filter: 20 MB of 64.
      api.options_set_target_file_size_base(option, bytes_of_a_table);
      api.options_set_create_if_missing(option, mode == Mode::kCreate);
      api.options_set_create_missing_column_families(option, mode == Mode::kCreate);
      api.options_set_error_if_exists(option, mode == Mode::kCreate);
      // Only what the last write left half done may be missing; anything else is damage.
      api.options_set_wal_recovery_mode(option, rocksdb_tolerate_corrupted_tail_records_recovery);
      api.options_set_max_open_files(option, -1);  // a reader has all files open, whatever a writer removes
      api.options_set_info_log_level(option, kFatalOnly);
      api.options_set_keep_log_file_num(option, 1);
      // Where RocksDB flushes by itself, both families in one step, for the same reason as in flush().
      api.options_set_atomic_flush(option, 1);
      api.options_set_stats_dump_period_sec(option, 0);
      api.options_set_stats_persist_period_sec(option, 0);
    }
    writing = api.writeoptions_create();
    api.writeoptions_set_sync(writing, 1);
    writing_soon = api.writeoptions_create();
  }

  // All keys where no range is given.
  Status compact(Family family, std::optional<std::pair<std::string_view, std::string_view>> range) const;
  std::uint64_t property(Family family, const char* name) const;
  bool has_many_small_files(Family family) const;
  // Of what RocksDB does by itself, of which it tells nothing else.
  std::uint64_t failures() const { return property(Family::kRows, "rocksdb.background-errors"); }

  rocksdb_column_family_handle_t* of(Family family) const { return families[static_cast<std::size_t>(family)]; }
};

// How it is read: as it is now, or as of a snapshot.
struct Vault::Reading {
  explicit Reading(State& read) : of(read), options(read.api.readoptions_create()) {
    of.api.readoptions_set_verify_checksums(options, 1);
  }
  ~Reading() {
    of.api.readoptions_destroy(options);
    if (snapshot != nullptr) of.api.release_snapshot(of.db, snapshot);
  }
  Reading(const Reading&) = delete;
  Reading& operator=(const Reading&) = delete;

  void stay() {
    snapshot = of.api.create_snapshot(of.db);
    of.api.readoptions_set_snapshot(options, snapshot);
  }

  State& of;
  rocksdb_readoptions_t* options;
  const rocksdb_snapshot_t* snapshot = nullptr;
};

Vault::Vault(std::shared_ptr<State> state, std::unique_ptr<Reading> reading)
    : state_(std::move(state)), reading_(std::move(reading)) {}
Vault::~Vault() = default;

std::unique_ptr<Vault> Vault::snapshot() const {
  auto reading = std::make_unique<Reading>(*state_);
  reading->stay();
  return std::unique_ptr<Vault>(new Vault(state_, std::move(reading)));
}

Result<std::unique_ptr<Vault>> Vault::open(const std::string& folder, Mode mode, std::uint64_t memory) {
  if (const std::string& missing = rocksdb().missing; !missing.empty()) return Status(Code::kNotFound, missing);
  auto state = std::make_shared<State>();
  state->folder = folder;
  VaultWriters& writers = VaultWriters::of_process();
  if (mode != Mode::kRead) {
    TEXTKIN_RETURN_IF_ERROR(writers.take(folder));
    state->writes = true;
  }
  state->set_options(mode, memory);
  Failure failure;
  if (mode == Mode::kRead)
    state->db =
        state->api.open_for_read_only_column_families(state->options[0], folder.c_str(), 2, kFamilyNames.data(),
                                                      state->options.data(), state->families.data(), 0, failure.out());
  else
    state->db = state->api.open_column_families(state->options[0], folder.c_str(), 2, kFamilyNames.data(),
                                                state->options.data(), state->families.data(), failure.out());
  TEXTKIN_RETURN_IF_ERROR(failure.as_status(folder));
  if (state->writes) make_files_private(folder);
  auto reading = std::make_unique<Reading>(*state);
  return std::unique_ptr<Vault>(new Vault(std::move(state), std::move(reading)));
}

Result<bool> Vault::get(Family family, std::string_view key, std::string& value) const {
  Failure failure;
  rocksdb_pinnableslice_t* const found = state_->api.get_pinned_cf(state_->db, reading_->options, state_->of(family),
                                                                   key.data(), key.size(), failure.out());
  TEXTKIN_RETURN_IF_ERROR(failure.as_status(state_->folder));
  if (found == nullptr) return false;
  std::size_t size = 0;
  const char* const bytes = state_->api.pinnableslice_value(found, &size);
  value.assign(bytes, size);
  state_->api.pinnableslice_destroy(found);
  return true;
}

Status Vault::scan(Family family, std::string_view begin, std::string_view end, const Visit& visit) const {
  const RocksDb& api = state_->api;
  const std::unique_ptr<rocksdb_iterator_t, void (*)(rocksdb_iterator_t*)> at(
      api.create_iterator_cf(state_->db, reading_->options, state_->of(family)), api.iter_destroy);
  for (api.iter_seek(at.get(), begin.data(), begin.size()); api.iter_valid(at.get()); api.iter_next(at.get())) {
    std::size_t size = 0;
    const char* const key_bytes = api.iter_key(at.get(), &size);
    const std::string_view key(key_bytes, size);
    if (key >= end) return {};
    if (base::interrupted()) return Status(Code::kInterrupted, "interrupted");
    const char* const value = api.iter_value(at.get(), &size);
    TEXTKIN_ASSIGN_OR_RETURN(const bool more, visit(key, std::string_view(value, size)));
    if (!more) return {};
  }
  Failure failure;
  api.iter_get_error(at.get(), failure.out());
  return failure.as_status(state_->folder);
}

Status Vault::wait() const {
  if (!state_->on_its_way.valid()) return {};
  const Status status = state_->on_its_way.get();
  state_->broken = !status.ok();
  return status;
}

Status Vault::commit(const Changes& changes, Durable durable) {
  TEXTKIN_RETURN_IF_ERROR(wait());
  if (changes.empty()) return {};
  if (state_->broken)
    return Status(Code::kIo, fmt::format("{}: a write has failed; nothing more is written", state_->folder));
  const RocksDb& api = state_->api;
  rocksdb_writebatch_t*& batch = state_->batch;
  if (batch == nullptr) batch = api.writebatch_create();
  for (const Changes::Change* const next : in_order(changes)) {
    const Changes::Change& change = *next;
    rocksdb_column_family_handle_t* const family = state_->of(change.family);
    const std::string& key = change.key;
    const std::string& value = change.value;
    switch (change.kind) {
      case Changes::Change::kPut:
        api.writebatch_put_cf(batch, family, key.data(), key.size(), value.data(), value.size());
        break;
      case Changes::Change::kErase:
        api.writebatch_delete_cf(batch, family, key.data(), key.size());
        break;
      case Changes::Change::kEraseRange:
        api.writebatch_delete_range_cf(batch, family, key.data(), key.size(), value.data(), value.size());
        break;
      case Changes::Change::kNothing:
        break;
    }
  }
  Failure failure;
  const bool soon = durable == Durable::kSoon;
  api.write(state_->db, soon ? state_->writing_soon : state_->writing, batch, failure.out());
  if (changes.bytes() > kMostRoomKept)
    state_->free_batch();
  else
    api.writebatch_clear(batch);
  const Status status = failure.as_status(state_->folder);
  state_->broken = !status.ok();
  if (soon && status.ok())
    state_->on_its_way = std::async(kBesideOrLater, [state = state_.get()] {
      Failure of_log;
      state->api.flush_wal(state->db, 1, of_log.out());
      return of_log.as_status(state->folder);
    });
  return status;
}

bool Vault::is_sound() const { return !state_->broken && state_->failures() == 0; }

// Texts first: a reader that found the list of files from before, and the log of after, is then without rows whose
// texts it has, which is an earlier state, and not without texts whose rows it has.
Status Vault::flush() {
  TEXTKIN_RETURN_IF_ERROR(wait());
  const std::unique_ptr<rocksdb_flushoptions_t, void (*)(rocksdb_flushoptions_t*)> options(
      state_->api.flushoptions_create(), state_->api.flushoptions_destroy);
  for (const Family family : {Family::kTexts, Family::kRows}) {
    Failure failure;
    state_->api.flush_cf(state_->db, options.get(), state_->of(family), failure.out());
    TEXTKIN_RETURN_IF_ERROR(failure.as_status(state_->folder));
  }
  make_files_private(state_->folder);
  return {};
}

Status Vault::begin_flush() {
  const std::unique_ptr<rocksdb_flushoptions_t, void (*)(rocksdb_flushoptions_t*)> options(
      state_->api.flushoptions_create(), state_->api.flushoptions_destroy);
  state_->api.flushoptions_set_wait(options.get(), 0);
  Failure failure;
  state_->api.flush_cf(state_->db, options.get(), state_->of(Family::kTexts), failure.out());
  return failure.as_status(state_->folder);
}

// A file that overlaps no other would only be moved, with all that was erased in it.
Status Vault::State::compact(Family family, std::optional<std::pair<std::string_view, std::string_view>> range) const {
  const std::uint64_t failed = failures();
  const std::unique_ptr<rocksdb_compactoptions_t, void (*)(rocksdb_compactoptions_t*)> options(
      api.compactoptions_create(), api.compactoptions_destroy);
  api.compactoptions_set_bottommost_level_compaction(options.get(), kForceOptimized);
  const auto [begin, end] = range.value_or(std::pair<std::string_view, std::string_view>());
  api.compact_range_cf_opt(db, of(family), options.get(), range ? begin.data() : nullptr, begin.size(),
                           range ? end.data() : nullptr, end.size());
  if (failures() == failed) return {};
  return Status(Code::kIo,
                fmt::format("{}: its files cannot be written anew, and still hold what was erased; make room "
                            "on the disk, and do it again",
                            folder));
}

std::uint64_t Vault::State::property(Family family, const char* name) const {
  std::uint64_t value = 0;
  api.property_int_cf(db, of(family), name, &value);
  return value;
}

std::uint64_t Vault::bytes_of_tables() const {
  std::uint64_t bytes = 0;
  for (const Family family : {Family::kRows, Family::kTexts})
    bytes += state_->property(family, "rocksdb.estimate-table-readers-mem");
  return bytes;
}

// Each time that the log is emptied makes one, as large as the memory for it was.
bool Vault::State::has_many_small_files(Family family) const {
  std::uint64_t files = 0;
  for (int level = 0; level < kLevels; ++level)
    if (char* const told =
            api.property_value_cf(db, of(family), fmt::format("rocksdb.num-files-at-level{}", level).c_str())) {
      files += std::strtoull(told, nullptr, 10);
      api.free(told);
    }
  return files >= kManyFiles &&
         property(family, "rocksdb.total-sst-files-size") < files * bytes_of_a_table / kSmallFiles;
}

Status Vault::tidy(std::string_view begin, std::string_view end, Tidy how) {
  const auto bytes_of = [&](Family family) { return state_->property(family, "rocksdb.total-sst-files-size"); };
  const std::uint64_t rows = bytes_of(Family::kRows);
  const bool pays = how == Tidy::kAnyhow || rows * kPartOfRows > rows + bytes_of(Family::kTexts);
  Status status = pays ? state_->compact(Family::kRows, std::pair(begin, end)) : Status();
  if (status.ok() && state_->has_many_small_files(Family::kTexts)) status = state_->compact(Family::kTexts, {});
  make_files_private(state_->folder);
  return status;
}

Status Vault::rewrite() {
  TEXTKIN_RETURN_IF_ERROR(flush());
  for (const Family family : {Family::kTexts, Family::kRows}) TEXTKIN_RETURN_IF_ERROR(state_->compact(family, {}));
  return {};
}

Status Vault::copy_to(const std::string& folder) const {
  TEXTKIN_RETURN_IF_ERROR(wait());
  Failure failure;
  rocksdb_checkpoint_t* const copy = state_->api.checkpoint_object_create(state_->db, failure.out());
  TEXTKIN_RETURN_IF_ERROR(failure.as_status(state_->folder));
  state_->api.checkpoint_create(copy, folder.c_str(), 0, failure.out());
  state_->api.checkpoint_object_destroy(copy);
  make_files_private(folder);
  return failure.as_status(folder);
}

}  // namespace textkin::archive
