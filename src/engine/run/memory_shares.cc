#include "engine/run/memory_shares.h"

#include <fmt/format.h>

#include <algorithm>

namespace textkin::engine::run {
namespace {

constexpr std::uint64_t kMebibyte = 1ull << 20;
constexpr std::uint64_t kMostHeld = 128 * kMebibyte;
constexpr std::uint64_t kMostInFlight = 4 * kMebibyte;  // blocks are larger only where a document is
constexpr std::uint64_t kSmallestBlock = 32u << 10;
// Bytes in memory for a byte of a block: itself, its text, its features (8 for each character at worst), its records.
constexpr std::uint64_t kBytesABlockByte = 12;

// Of a feature: in a vector that grows, and its copy.
constexpr std::uint64_t kBytesABlockFeature = 24;

// Of the memory, so many parts are one for windows that were not asked for at the beginning.
constexpr std::uint64_t kLeastForWindows = 16;
constexpr std::uint64_t kBesideWindow = 1u << 20;

// Whether each word of a text is held as a string.
bool holds_words(const TextSpec& text) {
  return !text.stop_words.empty() || text.stop_list.has_value() || !text.stem.empty() || text.fingerprint != "bytes";
}

std::uint64_t blocks_in_flight(unsigned threads) { return 2ull * threads + 2; }

}  // namespace

std::uint64_t least_memory(unsigned threads) {
  return 16 * kMebibyte + 4 * kSmallestBlock * kBytesABlockByte * blocks_in_flight(threads);
}

std::uint64_t memory_of_a_run(unsigned threads, double documents) {
  return least_memory(threads) + static_cast<std::uint64_t>(documents * kBytesADocument);
}

namespace {
// Of what is held so much is left for what is not counted.
constexpr double kCounted = 0.9;
// In a set; its counter, of a byte in a table that is up to twice as large as need be, and an overflow for 64.
constexpr double kBytesAFeature = 8 + 3;
// Of the index, whose entries are sorted beside themselves: measured.
constexpr double kBytesAnEntry = 44;
}  // namespace

std::uint64_t most_exact_features(std::uint64_t memory) {
  return static_cast<std::uint64_t>(kCounted * static_cast<double>(memory) / kBytesAFeature);
}

std::uint64_t exact_memory(double features, double entries, double documents) {
  return static_cast<std::uint64_t>((features * kBytesAFeature + entries * kBytesAnEntry) / kCounted + 64 * documents);
}

std::uint64_t memory_of_a_record_byte(const TextSpec& text) {
  if (text.unit == ShingleUnit::kCharacter) return 28;
  return text.unit == ShingleUnit::kKmer || holds_words(text) ? 18 : 6;
}

std::uint64_t memory_of_a_text(const TextSpec& text, std::uint64_t bytes, std::uint64_t normalized, std::uint64_t units,
                               bool counted) {
  const bool rabin = text.fingerprint != "bytes";
  const std::uint64_t a_unit = (rabin ? 75 : holds_words(text) ? 58 : 29) + (counted || text.multiset ? 17 : 0);
  return bytes * 8 / 5 + 2 * normalized + a_unit * units;
}

std::uint64_t set_aside_for_windows(std::uint64_t memory, std::uint64_t asked) {
  return asked == 0 ? 0 : std::clamp(asked + kBesideWindow, memory / kLeastForWindows, memory / 2);
}

std::uint64_t memory_beside_windows(std::uint64_t needed, std::uint64_t asked) {
  // Half is set aside at most, and a sixteenth at least.
  return asked == 0 ? needed : std::min(2 * needed, std::max(needed + asked + kBesideWindow, needed + needed / 15));
}

std::uint64_t memory_for_window(std::uint64_t bytes, std::uint64_t asked) {
  return (bytes + kBesideWindow) * (bytes <= asked ? 2 : kLeastForWindows);
}

MemoryShares share_out(const GivenMemory& given, unsigned threads, std::uint64_t block_bytes, const TextSpec& text,
                       std::uint64_t windows) {
  const std::uint64_t memory = given.bytes;
  MemoryShares shares;
  shares.given = given;
  shares.asked_windows = windows;
  shares.windows = set_aside_for_windows(memory, windows);
  const std::uint64_t reading = memory - shares.windows;
  const std::uint64_t largest = reading / 4 / (kBytesABlockByte * blocks_in_flight(threads));
  shares.block_bytes = std::min(block_bytes, std::max(kSmallestBlock, largest));
  shares.alone = std::max(std::min(kMostInFlight, reading / 128), 2 * shares.block_bytes);
  shares.longest_record = reading / memory_of_a_record_byte(text);
  shares.one_text = reading;
  shares.unwritten = reading / 4;
  shares.documents = reading / 4;
  shares.held_features = std::min(reading / 6, kMostHeld) / sizeof(Feature);
  shares.block_features = reading / 4 / (kBytesABlockFeature * blocks_in_flight(threads));
  shares.buckets = memory / 4;
  shares.sets = memory / 4;
  shares.pairs = memory / 16;
  return shares;
}

std::uint64_t memory_for_block_features(std::uint64_t features, unsigned threads) {
  return 4 * features * kBytesABlockFeature * blocks_in_flight(threads);
}

std::uint64_t memory_for_buckets(std::uint64_t bytes) { return 4 * bytes; }

Status too_little_memory(const GivenMemory& given, std::uint64_t needed, std::uint64_t documents) {
  return Status(Code::kExhausted, fmt::format("--memory {} is too little for about {} documents; {} would do",
                                              given.told(), documents, given.told(needed)));
}

Status too_little_memory(const MemoryShares& shares, std::uint64_t needed, std::uint64_t documents) {
  return too_little_memory(shares.given, memory_beside_windows(needed + needed / 20, shares.asked_windows), documents);
}

}  // namespace textkin::engine::run
