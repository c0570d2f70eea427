#include "archive/vault.h"

#include <gtest/gtest.h>

#include <map>
#include <random>

#include "archive/testing_archive.h"
#include "base/scratch_directory.h"
#include "store/testing_mutations.h"

namespace textkin::archive {
namespace {

namespace fs = std::filesystem;
using Twin = std::map<std::pair<Family, std::string>, std::string>;

std::unique_ptr<Vault> vault_of(const std::string& folder, Vault::Mode mode) {
  auto vault = Vault::open(folder, mode, kTestingMemory);
  EXPECT_TRUE(vault.ok()) << vault.status().message();
  return vault.ok() ? std::move(*vault) : nullptr;
}

// A reader beside a writer that has just replaced the files that it was told of looks again, as Archive does.
std::unique_ptr<Vault> reader_of(const std::string& folder) {
  for (int tries = 0; tries < 20; ++tries)
    if (auto vault = Vault::open(folder, Vault::Mode::kRead, kTestingMemory); vault.ok()) return std::move(*vault);
  return vault_of(folder, Vault::Mode::kRead);
}

Result<Twin> all_of(const Vault& vault) {
  Twin all;
  for (const Family family : {Family::kRows, Family::kTexts})
    TEXTKIN_RETURN_IF_ERROR(
        vault.scan(family, "", "\x7F", [&](std::string_view key, std::string_view value) -> Result<bool> {
          all[{family, std::string(key)}] = value;
          return true;
        }));
  return all;
}

std::string some_name(std::mt19937_64& random) {
  return std::string(1, static_cast<char>('a' + random() % 4)) + std::to_string(random() % 30);
}

Changes some_changes(std::mt19937_64& random, Twin& twin) {
  Changes changes;
  for (auto count = random() % 20; count > 0; --count) {
    const Family family = random() % 2 == 0 ? Family::kRows : Family::kTexts;
    const std::string key = some_name(random);
    if (random() % 4 == 0) {
      changes.erase(family, key);
      twin.erase({family, key});
    } else if (random() % 8 == 0) {
      const std::string end = some_name(random);
      if (end < key) continue;
      changes.erase_range(family, key, end);
      twin.erase(twin.lower_bound({family, key}), twin.lower_bound({family, end}));
    } else {
      std::string value = some_text(random);
      twin[{family, key}] = value;
      changes.put(family, key, std::move(value));
    }
  }
  return changes;
}

TEST(VaultTest, HoldsWhatAMapHolds) {
  const base::ScratchDirectory folder(testing_folder());
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    std::mt19937_64 random(seed);
    const std::string path = folder / std::to_string(seed);
    Twin twin;
    auto vault = vault_of(path, Vault::Mode::kCreate);
    for (int step = 0; step < 20; ++step) {
      const auto durable = random() % 2 == 0 ? Vault::Durable::kSoon : Vault::Durable::kNow;
      ASSERT_TRUE(vault->commit(some_changes(random, twin), durable).ok());
      if (random() % 4 == 0) {
        ASSERT_TRUE(vault->flush().ok());
      }
      if (random() % 6 == 0) {
        ASSERT_TRUE(vault->rewrite().ok());
      }
      if (random() % 4 == 0) {
        vault.reset();
        vault = vault_of(path, Vault::Mode::kWrite);
      }
      const Result<Twin> reader = all_of(*reader_of(path));
      ASSERT_TRUE(reader.ok() && *reader == twin);
      ASSERT_TRUE(*all_of(*vault) == twin);
      std::string value = "as it was";
      const std::string key = some_name(random);
      const bool found = *vault->get(Family::kTexts, key, value);
      const auto at = twin.find({Family::kTexts, key});
      ASSERT_EQ(found, at != twin.end());
      ASSERT_EQ(value, found ? at->second : "as it was");
    }
    ASSERT_TRUE(vault->copy_to(path + "-copy").ok());
    vault.reset();
    EXPECT_TRUE(*all_of(*vault_of(path + "-copy", Vault::Mode::kRead)) == twin);
  }
}

TEST(VaultTest, ASnapshotStaysAsItWas) {
  const base::ScratchDirectory folder(testing_folder());
  std::mt19937_64 random(7);
  Twin twin;
  auto vault = vault_of(folder / "v", Vault::Mode::kCreate);
  std::vector<std::pair<std::unique_ptr<Vault>, Twin>> snapshots;
  for (int step = 0; step < 20; ++step) {
    ASSERT_TRUE(vault->commit(some_changes(random, twin)).ok());
    snapshots.emplace_back(vault->snapshot(), twin);
    if (random() % 4 == 0) {
      ASSERT_TRUE(vault->flush().ok());
    }
    if (random() % 6 == 0) {
      ASSERT_TRUE(vault->rewrite().ok());
    }
  }
  vault.reset();
  for (const auto& [snapshot, then] : snapshots) EXPECT_TRUE(*all_of(*snapshot) == then);
}

TEST(VaultTest, AScanEndsWhereItIsTold) {
  const base::ScratchDirectory folder(testing_folder());
  const auto vault = vault_of(folder / "v", Vault::Mode::kCreate);
  Changes changes;
  for (const char key : {'a', 'b', 'c', 'd'}) changes.put(Family::kRows, std::string(1, key), "");
  ASSERT_TRUE(vault->commit(changes).ok());
  std::string seen;
  ASSERT_TRUE(vault
                  ->scan(Family::kRows, "b", "d",
                         [&](std::string_view key, std::string_view) -> Result<bool> {
                           seen += key;
                           return true;
                         })
                  .ok());
  EXPECT_EQ(seen, "bc");
  ASSERT_TRUE(vault
                  ->scan(Family::kRows, "b", "d",
                         [&](std::string_view key, std::string_view) -> Result<bool> {
                           seen += key;
                           return false;
                         })
                  .ok());
  EXPECT_EQ(seen, "bcb");
  const Status left = vault->scan(Family::kRows, "a", "d", [&](std::string_view, std::string_view) -> Result<bool> {
    return Status(Code::kInterrupted, "enough");
  });
  EXPECT_EQ(left.code(), Code::kInterrupted);
}

// Who reads opens each of them, and what was written under a small memory are thousands.
TEST(VaultTest, ManySmallFilesOfTextsBecomeFew) {
  const base::ScratchDirectory folder(testing_folder());
  const std::string path = folder / "vault";
  const auto files = [&] {
    return std::ranges::count_if(fs::directory_iterator(path),
                                 [](const auto& file) { return file.path().extension() == ".sst"; });
  };
  Twin twin;
  auto vault = vault_of(path, Vault::Mode::kCreate);
  for (int i = 0; i < 100; ++i) {
    const std::string key = "t" + std::to_string(100 + i);
    Changes changes;
    changes.put(Family::kTexts, key, "text of " + key);
    twin[{Family::kTexts, key}] = "text of " + key;
    ASSERT_TRUE(vault->commit(changes).ok());
    ASSERT_TRUE(vault->flush().ok());
  }
  EXPECT_GE(files(), 100);
  ASSERT_TRUE(vault->tidy("k", "l", Vault::Tidy::kWhereItPays).ok());
  vault.reset();  // RocksDB takes files away beside its answers, and is done with it when it is closed
  EXPECT_LT(files(), 8);
  vault = vault_of(path, Vault::Mode::kRead);
  EXPECT_EQ(all_of(*vault).value(), twin);
}

// What was erased beside large texts is little; who asks for it gets it out all the same.
TEST(VaultTest, RowsAreRewrittenWhereTheyAreMuchOfAll) {
  const base::ScratchDirectory folder(testing_folder());
  for (const std::size_t of_texts : {1'000u, 1'000'000u}) {
    const std::string path = folder / std::to_string(of_texts);
    const auto bytes = [&] {
      std::uintmax_t sum = 0;
      for (const auto& file : fs::directory_iterator(path))
        if (file.path().extension() == ".sst") sum += file.file_size();
      return sum;
    };
    std::mt19937_64 random(5);
    std::string noise(of_texts, ' ');
    for (char& byte : noise) byte = static_cast<char>(random());
    const auto vault = vault_of(path, Vault::Mode::kCreate);
    Changes changes;
    changes.put(Family::kTexts, "t1", noise);
    changes.put(Family::kRows, "k1", std::string(100'000, 'x'));
    ASSERT_TRUE(vault->commit(changes).ok() && vault->flush().ok());
    changes.clear();
    changes.erase(Family::kRows, "k1");
    ASSERT_TRUE(vault->commit(changes).ok() && vault->flush().ok());
    ASSERT_TRUE(vault->tidy("k", "l", Vault::Tidy::kWhereItPays).ok());
    EXPECT_EQ(bytes() > of_texts + 100'000, of_texts > 1'000u) << of_texts;
    ASSERT_TRUE(vault->tidy("k", "l", Vault::Tidy::kAnyhow).ok());
    EXPECT_LT(bytes(), of_texts + 50'000) << of_texts;
  }
}

TEST(VaultTest, WhatIsNotThereIsNotMade) {
  const base::ScratchDirectory folder(testing_folder());
  for (const Vault::Mode mode : {Vault::Mode::kRead, Vault::Mode::kWrite}) {
    fs::create_directory(folder / "v");
    EXPECT_FALSE(Vault::open(folder / "v", mode, kTestingMemory).ok());
    fs::remove_all(folder / "v");
  }
}

// What lies in checked files is either what was written, or named.
TEST(VaultTest, DamageIsNamedAndNeverAnotherAnswer) {
  const base::ScratchDirectory folder(testing_folder());
  std::mt19937_64 random(9);
  Twin twin;
  {
    const auto vault = vault_of(folder / "v", Vault::Mode::kCreate);
    for (int i = 0; i < 10; ++i) ASSERT_TRUE(vault->commit(some_changes(random, twin)).ok());
    ASSERT_TRUE(vault->flush().ok());
  }
  int named = 0;
  for (std::uint32_t seed = 0; seed < 150; ++seed) {
    fs::copy(folder / "v", folder / "hurt");
    std::vector<fs::path> files;
    for (const auto& file : fs::directory_iterator(folder / "hurt"))
      if (file.path().extension() == ".sst") files.push_back(file.path());
    ASSERT_FALSE(files.empty());
    std::ranges::sort(files);
    const fs::path hurt = files[seed % files.size()];
    std::string bytes(fs::file_size(hurt), '\0');
    std::ifstream(hurt, std::ios::binary).read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    folder.write("hurt/" + hurt.filename().string(), store::mutated(bytes, seed));
    const auto vault = Vault::open(folder / "hurt", Vault::Mode::kRead, kTestingMemory);
    const Result<Twin> found = vault.ok() ? all_of(**vault) : Result<Twin>(vault.status());
    if (found.ok()) {
      EXPECT_TRUE(*found == twin) << "another answer, seed " << seed;
    } else {
      ++named;
      EXPECT_EQ(found.status().message().find('\n'), std::string::npos);
    }
    fs::remove_all(folder / "hurt");
  }
  EXPECT_GT(named, 100);
}

}  // namespace
}  // namespace textkin::archive
