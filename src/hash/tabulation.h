// Tabulation hashing of 64-bit keys: 8 characters of 8 bits, each with a table of random 64-bit words a row.
//
// x_0 is the lowest byte, T[i][c] the word of character i with the value c; values are all 64-bit words.
// - "simple-tabulation.v1": the exclusive or of T[i][x_i]. 3-independent, no more; yet (1 +- e)/|X| min-wise with an e
//   that falls with |X| (Patrascu, Thorup 2012). 16 KiB a row.
// - "twisted-tabulation.v1": the entries of x_0 .. x_6 also give 8 bits, whose exclusive or twists x_7 before it is
//   looked up. e falls with the universe, not with |X| (Patrascu, Thorup 2013; Dahlgaard, Thorup 2014). 32 KiB a row.
// - "mixed-tabulation.v1": all 8 entries also give 4 derived characters, whose own entries are added. As good as full
//   randomness on sets of up to 128 keys with high probability: what the analyses of fast similarity sketching ask for
//   (Dahlgaard, Knudsen, Rotenberg, Thorup 2015, Hashing for statistics over k-partitions). 40 KiB a row.
// Tables are words of the seed's stream. Cost: 2.5, 4 and 6 ns a key, twice that
// where the tables of many rows take turns in the cache. Threads: immutable.
#pragma once

#include <array>
#include <vector>

#include "hash/family.h"

namespace textkin::hash {

class SimpleTabulation final : public HashFamily {
 public:
  SimpleTabulation(std::uint32_t rows, std::uint64_t seed);

  std::uint64_t value(std::uint32_t row, std::uint64_t key) const override {
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < 8; ++i, key >>= 8) sum ^= tables_[row][i][key & 0xFF];
    return sum;
  }
  void minima(const std::uint64_t* keys, std::size_t count, std::uint32_t* out) const override {
    minima_by_rows(*this, keys, count, out);
  }

 private:
  using Row = std::array<std::array<std::uint64_t, 256>, 8>;
  std::vector<Row> tables_;
};

class TwistedTabulation final : public HashFamily {
 public:
  TwistedTabulation(std::uint32_t rows, std::uint64_t seed);

  std::uint64_t value(std::uint32_t row, std::uint64_t key) const override {
    std::uint64_t sum = 0;
    std::uint64_t twist = 0;
    for (std::size_t i = 0; i < 7; ++i, key >>= 8) {
      const Entry& entry = tables_[row].tail[i][key & 0xFF];
      sum ^= entry.value;
      twist ^= entry.twist;
    }
    return sum ^ tables_[row].head[(key ^ twist) & 0xFF];
  }
  void minima(const std::uint64_t* keys, std::size_t count, std::uint32_t* out) const override {
    minima_by_rows(*this, keys, count, out);
  }

 private:
  struct Entry {
    std::uint64_t value;
    std::uint64_t twist;  // the lowest 8 bits are used
  };
  struct Row {
    std::array<std::array<Entry, 256>, 7> tail;
    std::array<std::uint64_t, 256> head;
  };
  std::vector<Row> tables_;
};

class MixedTabulation final : public HashFamily {
 public:
  static constexpr std::size_t kDerived = 4;

  MixedTabulation(std::uint32_t rows, std::uint64_t seed);

  std::uint64_t value(std::uint32_t row, std::uint64_t key) const override {
    std::uint64_t sum = 0;
    std::uint64_t derived = 0;
    for (std::size_t i = 0; i < 8; ++i, key >>= 8) {
      const Entry& entry = tables_[row].given[i][key & 0xFF];
      sum ^= entry.value;
      derived ^= entry.derived;
    }
    for (std::size_t i = 0; i < kDerived; ++i, derived >>= 8) sum ^= tables_[row].derived[i][derived & 0xFF];
    return sum;
  }
  void minima(const std::uint64_t* keys, std::size_t count, std::uint32_t* out) const override {
    minima_by_rows(*this, keys, count, out);
  }

 private:
  struct Entry {
    std::uint64_t value;
    std::uint64_t derived;  // 4 characters in the lowest 32 bits
  };
  struct Row {
    std::array<std::array<Entry, 256>, 8> given;
    std::array<std::array<std::uint64_t, 256>, kDerived> derived;
  };
  std::vector<Row> tables_;
};

}  // namespace textkin::hash
