#include "stores_other.h"

#include <filesystem>

#ifdef TEXTKIN_LMDB
#include <lmdb.h>
#endif
#ifdef TEXTKIN_SQLITE
#include <sqlite3.h>
#endif

namespace textkin::bench {
namespace {

#ifdef TEXTKIN_LMDB
class LmdbStore final : public Store {
 public:
  ~LmdbStore() override {
    if (env_ != nullptr) mdb_env_close(env_);
  }
  bool open(const std::string& folder, bool create) override {
    if (create) std::filesystem::create_directories(folder);
    if (mdb_env_create(&env_) != 0 || mdb_env_set_mapsize(env_, std::size_t{8} << 30) != 0) return false;
    if (mdb_env_open(env_, folder.c_str(), 0, 0600) != 0) return false;
    MDB_txn* txn = begin(0);
    return txn != nullptr && mdb_dbi_open(txn, nullptr, 0, &all_) == 0 && mdb_txn_commit(txn) == 0;
  }
  bool put(const Rows& rows) override {
    MDB_txn* txn = begin(0);
    if (txn == nullptr) return false;
    for (const auto& [key, value] : rows) {
      MDB_val k = of(key);
      MDB_val v = of(value);
      if (mdb_put(txn, all_, &k, &v, 0) != 0) return mdb_txn_abort(txn), false;
    }
    return mdb_txn_commit(txn) == 0;
  }
  bool erase(const std::string& begin_key, const std::string& end) override {
    MDB_txn* txn = begin(0);
    MDB_cursor* cursor = nullptr;
    if (txn == nullptr || mdb_cursor_open(txn, all_, &cursor) != 0) return false;
    MDB_val k = of(begin_key);
    MDB_val v;
    for (int found = mdb_cursor_get(cursor, &k, &v, MDB_SET_RANGE); found == 0 && bytes(k) < end;
         found = mdb_cursor_get(cursor, &k, &v, MDB_NEXT))
      mdb_cursor_del(cursor, 0);
    mdb_cursor_close(cursor);
    return mdb_txn_commit(txn) == 0;
  }
  int get(const std::string& key, std::string& value) override {
    MDB_txn* txn = begin(MDB_RDONLY);
    if (txn == nullptr) return -1;
    MDB_val k = of(key);
    MDB_val v;
    const int found = mdb_get(txn, all_, &k, &v);
    if (found == 0) value = bytes(v);
    mdb_txn_abort(txn);
    return found == 0 ? 1 : found == MDB_NOTFOUND ? 0 : -1;
  }
  bool scan(const std::string& begin_key, const std::string& end, std::uint64_t& count) override {
    MDB_txn* txn = begin(MDB_RDONLY);
    MDB_cursor* cursor = nullptr;
    if (txn == nullptr || mdb_cursor_open(txn, all_, &cursor) != 0) return false;
    MDB_val k = of(begin_key);
    MDB_val v;
    for (int found = mdb_cursor_get(cursor, &k, &v, MDB_SET_RANGE); found == 0 && bytes(k) < end;
         found = mdb_cursor_get(cursor, &k, &v, MDB_NEXT))
      ++count;
    mdb_cursor_close(cursor);
    mdb_txn_abort(txn);
    return true;
  }
  void finish() override {}

 private:
  MDB_txn* begin(unsigned flags) {
    MDB_txn* txn = nullptr;
    return mdb_txn_begin(env_, nullptr, flags, &txn) == 0 ? txn : nullptr;
  }
  static MDB_val of(const std::string& bytes) { return {bytes.size(), const_cast<char*>(bytes.data())}; }
  static std::string bytes(const MDB_val& value) { return {static_cast<const char*>(value.mv_data), value.mv_size}; }

  MDB_env* env_ = nullptr;
  MDB_dbi all_ = 0;
};
#endif

#ifdef TEXTKIN_SQLITE
class SqliteStore final : public Store {
 public:
  ~SqliteStore() override {
    for (sqlite3_stmt* statement : {put_, get_, scan_, erase_}) sqlite3_finalize(statement);
    sqlite3_close(db_);
  }
  bool open(const std::string& folder, bool create) override {
    if (create) std::filesystem::create_directories(folder);
    const int flags = SQLITE_OPEN_READWRITE | (create ? SQLITE_OPEN_CREATE : 0);
    if (sqlite3_open_v2((folder + "/all.db").c_str(), &db_, flags, nullptr) != SQLITE_OK) return false;
    return run("PRAGMA journal_mode=WAL") && run("PRAGMA synchronous=FULL") && run("PRAGMA cache_size=-65536") &&
           run("CREATE TABLE IF NOT EXISTS rows(key BLOB PRIMARY KEY, value BLOB) WITHOUT ROWID") &&
           prepare("INSERT OR REPLACE INTO rows VALUES(?,?)", put_) &&
           prepare("SELECT value FROM rows WHERE key=?", get_) &&
           prepare("SELECT key FROM rows WHERE key>=? AND key<?", scan_) &&
           prepare("DELETE FROM rows WHERE key>=? AND key<?", erase_);
  }
  bool put(const Rows& rows) override {
    if (!run("BEGIN IMMEDIATE")) return false;
    for (const auto& [key, value] : rows)
      if (step(put_, {key, value}) != SQLITE_DONE) return run("ROLLBACK"), false;
    return run("COMMIT");
  }
  bool erase(const std::string& begin, const std::string& end) override {
    return step(erase_, {begin, end}) == SQLITE_DONE;
  }
  int get(const std::string& key, std::string& value) override {
    const int found = step(get_, {key});
    if (found == SQLITE_ROW) {
      const auto* bytes = static_cast<const char*>(sqlite3_column_blob(get_, 0));
      value.assign(bytes, static_cast<std::size_t>(sqlite3_column_bytes(get_, 0)));
    }
    sqlite3_reset(get_);
    return found == SQLITE_ROW ? 1 : found == SQLITE_DONE ? 0 : -1;
  }
  bool scan(const std::string& begin, const std::string& end, std::uint64_t& count) override {
    int found = step(scan_, {begin, end});
    for (; found == SQLITE_ROW; found = sqlite3_step(scan_)) ++count;
    sqlite3_reset(scan_);
    return found == SQLITE_DONE;
  }
  void finish() override { run("PRAGMA wal_checkpoint(TRUNCATE)"); }

 private:
  bool run(const char* words) { return sqlite3_exec(db_, words, nullptr, nullptr, nullptr) == SQLITE_OK; }
  bool prepare(const char* words, sqlite3_stmt*& out) {
    return sqlite3_prepare_v2(db_, words, -1, &out, nullptr) == SQLITE_OK;
  }
  static int step(sqlite3_stmt* statement, const std::vector<std::string>& values) {
    sqlite3_reset(statement);
    int place = 0;
    for (const std::string& value : values)
      sqlite3_bind_blob(statement, ++place, value.data(), static_cast<int>(value.size()), SQLITE_TRANSIENT);
    return sqlite3_step(statement);
  }

  sqlite3* db_ = nullptr;
  sqlite3_stmt* put_ = nullptr;
  sqlite3_stmt* get_ = nullptr;
  sqlite3_stmt* scan_ = nullptr;
  sqlite3_stmt* erase_ = nullptr;
};
#endif

}  // namespace

std::vector<std::pair<std::string, std::function<std::unique_ptr<Store>()>>> other_stores() {
  std::vector<std::pair<std::string, std::function<std::unique_ptr<Store>()>>> stores{{"LMDB", {}}, {"SQLite", {}}};
#ifdef TEXTKIN_LMDB
  stores[0].second = [] { return std::make_unique<LmdbStore>(); };
#endif
#ifdef TEXTKIN_SQLITE
  stores[1].second = [] { return std::make_unique<SqliteStore>(); };
#endif
  return stores;
}

}  // namespace textkin::bench
