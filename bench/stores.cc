// bench_stores FOLDER [DOCUMENTS]: the store of an index beside others, for the rows that an index keeps
// (archive/rows.h): of each document a row, its keys, its id, and its text of 2 KB, packed. Bulk and single commits on
// the disk, reads at random, a scan, the time to open, bytes, what a kill leaves, and what becomes of flipped bits.
//
// RocksDB as src/archive has it; LMDB and SQLite (write-ahead log, synchronous=FULL) with each text packed alone. Where
// a library is not there, that is said. Seconds of the processor, and of the clock in brackets.
#include <fmt/core.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <zstd.h>

#include <chrono>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "archive/vault.h"
#include "stores_other.h"

namespace {

namespace fs = std::filesystem;
using textkin::archive::Changes;
using textkin::archive::Family;
using textkin::archive::Vault;
using textkin::bench::Rows;
using textkin::bench::Store;

class RocksStore final : public Store {
 public:
  bool open(const std::string& folder, bool create) override {
    auto opened = Vault::open(folder, create ? Vault::Mode::kCreate : Vault::Mode::kWrite, 64u << 20);
    if (!opened.ok()) return false;
    vault_ = std::move(*opened);
    return true;
  }
  bool put(const Rows& rows) override {
    Changes changes;
    for (const auto& [key, value] : rows) changes.put(family_of(key), key, value);
    return vault_->commit(changes).ok();
  }
  bool erase(const std::string& begin, const std::string& end) override {
    Changes changes;
    changes.erase_range(Family::kRows, begin, end);
    return vault_->commit(changes).ok();
  }
  int get(const std::string& key, std::string& value) override {
    const auto found = vault_->get(family_of(key), key, value);
    return found.ok() ? *found : -1;
  }
  bool scan(const std::string& begin, const std::string& end, std::uint64_t& count) override {
    return vault_
        ->scan(family_of(begin), begin, end,
               [&](std::string_view, std::string_view) -> textkin::Result<bool> { return ++count > 0; })
        .ok();
  }
  void finish() override { (void)vault_->flush(); }

 private:
  static Family family_of(const std::string& key) { return key[0] == 't' ? Family::kTexts : Family::kRows; }
  std::unique_ptr<Vault> vault_;
};

std::string numbered(char letter, std::uint32_t number) {
  std::string key(1, letter);
  for (int shift = 24; shift >= 0; shift -= 8) key += static_cast<char>(number >> shift);
  return key;
}

std::string text_of(std::uint32_t number) {
  std::mt19937 random(number);
  std::string text;
  while (text.size() < 2000) text += "word" + std::to_string(std::min(random() % 50000, random() % 50000)) + " ";
  return text;
}

// RocksDB packs 64 KiB of texts together; the others, a text at a time.
std::string packed(const std::string& text) {
  std::string out(ZSTD_compressBound(text.size()), '\0');
  out.resize(ZSTD_compress(out.data(), out.size(), text.data(), text.size(), 3));
  return out;
}

void append_rows(std::uint32_t number, bool packs, Rows& rows) {
  std::mt19937_64 random(number);
  std::string keys = "b";
  while (keys.size() < 257) keys += static_cast<char>(random());
  rows.emplace_back(numbered('d', number), std::string(70, 'r') + std::to_string(number));
  rows.emplace_back(numbered('k', number), keys);
  rows.emplace_back("iessay/" + std::to_string(number), numbered('n', number));
  rows.emplace_back(numbered('t', number), packs ? packed(text_of(number)) : text_of(number));
}

class Clock {
 public:
  // Since the last call: per one of `count`, in microseconds.
  std::string micros(double count = 1) {
    const double processor = processor_now();
    const auto clock = std::chrono::steady_clock::now();
    const double seconds = processor - processor_;
    const double wall = std::chrono::duration<double>(clock - clock_).count();
    processor_ = processor_now();
    clock_ = std::chrono::steady_clock::now();
    return fmt::format("{:.1f} us ({:.1f})", 1e6 * seconds / count, 1e6 * wall / count);
  }

 private:
  static double processor_now() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }
  double processor_ = processor_now();
  std::chrono::steady_clock::time_point clock_ = std::chrono::steady_clock::now();
};

std::uint64_t bytes_below(const std::string& folder) {
  std::uint64_t bytes = 0;
  struct stat facts;
  for (const auto& file : fs::recursive_directory_iterator(folder))
    if (::stat(file.path().c_str(), &facts) == 0) bytes += static_cast<std::uint64_t>(facts.st_blocks) * 512;
  return bytes;
}

using Make = std::function<std::unique_ptr<Store>()>;

// What a process of its own says; -1: it crashed.
int in_child(const std::function<int()>& what) {
  const pid_t child = ::fork();
  if (child == 0) ::_exit(what());
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

void print_kills(const Make& make, const std::string& folder, bool packs) {
  int lost = 0;
  int halves = 0;
  constexpr int kKills = 20;
  for (int kill = 0; kill < kKills; ++kill) {
    fs::remove_all(folder);
    int pipes[2];
    if (::pipe(pipes) != 0) return;
    const pid_t child = ::fork();
    if (child == 0) {
      const auto store = make();
      if (!store->open(folder, true)) ::_exit(1);
      for (std::uint32_t number = 0;; ++number) {
        Rows rows;
        append_rows(number, packs, rows);
        if (!store->put(rows) || ::write(pipes[1], &number, sizeof number) < 0) ::_exit(1);
      }
    }
    ::close(pipes[1]);
    ::usleep(static_cast<useconds_t>(100000 + 7000 * kill));
    ::kill(child, SIGKILL);
    ::waitpid(child, nullptr, 0);
    std::uint32_t said = 0;
    std::uint32_t acknowledged = 0;
    while (::read(pipes[0], &said, sizeof said) == sizeof said) acknowledged = said + 1;
    ::close(pipes[0]);
    const auto store = make();
    std::uint64_t documents = 0;
    std::uint64_t texts = 0;
    if (!store->open(folder, acknowledged == 0) || !store->scan("d", "e", documents) || !store->scan("t", "u", texts) ||
        documents < acknowledged)
      ++lost;
    if (documents != texts) ++halves;
  }
  fmt::print("    {} kills: {} lost what was acknowledged, {} left a half\n", kKills, lost, halves);
}

void print_damage(const Make& make, const std::string& folder, const std::string& whole, std::uint32_t documents,
                  bool packs) {
  std::mt19937 random(7);
  std::map<int, int> became;
  for (int flip = 0; flip < 200; ++flip) {
    fs::remove_all(folder);
    fs::copy(whole, folder, fs::copy_options::recursive);
    std::vector<fs::path> files;
    for (const auto& file : fs::directory_iterator(folder))
      if (file.is_regular_file() && file.file_size() > 0) files.push_back(file.path());
    std::uint64_t all = 0;
    for (const fs::path& path : files) all += fs::file_size(path);
    std::uint64_t place = random() % all;  // of all bytes, so that what is large is hit as often
    std::size_t file = 0;
    for (; place >= fs::file_size(files[file]); ++file) place -= fs::file_size(files[file]);
    std::fstream bytes(files[file], std::ios::in | std::ios::out | std::ios::binary);
    bytes.seekg(static_cast<std::streamoff>(place));
    const int byte = bytes.get();
    bytes.seekp(static_cast<std::streamoff>(place));
    bytes.put(static_cast<char>(byte ^ 1 << random() % 8));
    bytes.close();
    ++became[in_child([&] {
      const auto store = make();
      if (!store->open(folder, false)) return 1;
      std::string value;
      Rows rows;
      for (std::uint32_t number = 0; number < documents; ++number) {
        rows.clear();
        append_rows(number, packs, rows);
        for (const auto& [key, right] : rows) {
          if (key[0] == 'k') continue;
          const int found = store->get(key, value);
          if (found < 0) return 1;
          if (found == 0 || value != right) return 2;
        }
      }
      return 0;
    })];
  }
  fmt::print("    200 flipped bits: {} the same answers, {} named, {} other answers, {} crashed\n", became[0],
             became[1], became[2], became[-1]);
}

void measure(const std::string& name, const Make& make, const std::string& scratch, std::uint32_t documents,
             bool packs) {
  const std::string folder = scratch + "/" + name;
  fs::remove_all(folder);
  auto store = make();
  if (!store->open(folder, true)) return fmt::print("  {}: cannot be opened\n", name), void();
  Clock clock;
  Rows rows;
  constexpr std::uint32_t kMade = 2000;
  for (std::uint32_t number = 0; number < kMade; ++number) append_rows(number, packs, rows);
  fmt::print("  {}\n    {} to make the rows of a document, which is in each add\n", name, clock.micros(kMade));
  rows.clear();
  for (std::uint32_t number = 0; number < documents; ++number) {
    append_rows(number, packs, rows);
    if (rows.size() < 8000 && number + 1 < documents) continue;
    if (!store->put(rows)) return fmt::print("  {}: a commit failed\n", name), void();
    rows.clear();
  }
  fmt::print("    add {} a document in batches of 2,000", clock.micros(documents));
  constexpr std::uint32_t kSingles = 200;
  for (std::uint32_t number = documents; number < documents + kSingles; ++number) {
    rows.clear();
    append_rows(number, packs, rows);
    (void)store->put(rows);
  }
  fmt::print(", {} alone", clock.micros(kSingles));
  (void)store->erase("k", "l");
  fmt::print(", {} to erase all keys\n", clock.micros());
  store->finish();
  store.reset();
  fmt::print("    {} bytes a document\n", bytes_below(folder) / (documents + kSingles));
  clock.micros();
  store = make();
  (void)store->open(folder, false);
  std::string value;
  (void)store->get(numbered('d', 1), value);
  fmt::print("    open {}", clock.micros());
  std::mt19937 random(3);
  constexpr int kReads = 20000;
  for (const char letter : {'d', 't'}) {
    for (int i = 0; i < kReads; ++i)
      (void)store->get(numbered(letter, static_cast<std::uint32_t>(random() % documents)), value);
    fmt::print(", {} {}", letter == 'd' ? "a row" : "a text", clock.micros(kReads));
  }
  std::uint64_t count = 0;
  (void)store->scan("d", "e", count);
  fmt::print(", {} a row of a scan\n", clock.micros(static_cast<double>(count)));
  store.reset();
  fs::remove_all(folder);
  store = make();
  if (!store->open(folder, true)) return;
  constexpr std::uint32_t kFew = 500;
  rows.clear();
  for (std::uint32_t number = 0; number < kFew; ++number) append_rows(number, packs, rows);
  (void)store->put(rows);
  store->finish();
  store.reset();
  print_damage(make, scratch + "/hurt", folder, kFew, packs);
  print_kills(make, scratch + "/killed", packs);
  for (const char* part : {"/hurt", "/killed"}) fs::remove_all(scratch + part);
  fs::remove_all(folder);
}

}  // namespace

int main(int count, char** arguments) {
  if (count < 2) return fmt::print(stderr, "bench_stores FOLDER [DOCUMENTS]\n"), 2;
  const std::string scratch = arguments[1];
  const auto documents = static_cast<std::uint32_t>(count > 2 ? std::stoul(arguments[2]) : 50000);
  fs::create_directories(scratch);
  fmt::print("{} documents; seconds of the processor (of the clock)\n", documents);
  std::fflush(stdout);
  measure("RocksDB", [] { return std::make_unique<RocksStore>(); }, scratch, documents, false);
  for (const auto& [name, make] : textkin::bench::other_stores()) {
    std::fflush(stdout);
    if (make)
      measure(name, make, scratch, documents, true);
    else
      fmt::print("  {}: SKIPPED, its library was not there when this was compiled\n", name);
  }
  return 0;
}
