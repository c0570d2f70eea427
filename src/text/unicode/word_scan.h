// Kernels over bytes: copy and lower-case ASCII, find words as bit masks, turn masks into spans, hash spans.
//
// The way of a chunk of text: `classify` copies it (lower-cased where asked) and gives for each 64 bytes a mask of word
// bytes and one of bytes >= 0x80; where those matter the caller settles them by Unicode; `spans` XORs each mask with
// itself shifted by one, which leaves the edges of words, and walks the set bits only; `hash_spans` hashes each token
// from the copy. Every function has a scalar twin, used where base::simd_enabled() is false, with the same results.
// Buffers: `copy` holds `length` bytes rounded up to 64, and 64 more (they are zero after `classify`).
#pragma once

#include <cstddef>
#include <cstdint>

#include "hash/key.h"

namespace textkin::text {

// Which bytes below 0x80 are word bytes.
enum class ByteClass {
  kAlphanumeric,  // a-z A-Z 0-9
  kVisible,       // all but U+0009 .. U+000D and U+0020
};

// One bit a byte, bit 0 the first. Blocks: length / 64 + 1, so that the last one always has a bit behind the text.
struct BlockMask {
  std::uint64_t word;  // word bytes below 0x80
  std::uint64_t high;  // bytes >= 0x80
};

constexpr std::size_t mask_blocks(std::size_t length) { return length / 64 + 1; }

// Number of leading bytes of `text` that are ASCII.
std::size_t ascii_prefix(const char* text, std::size_t length);

// Copies the leading ASCII bytes, A-Z as a-z if `lower`, and returns their number. `copy` has room for length + 64.
std::size_t copy_ascii(const char* text, std::size_t length, bool lower, char* copy);

// Copies all bytes, A-Z as a-z if `lower`, and says what each is. Returns whether any is >= 0x80.
bool classify(const char* text, std::size_t length, ByteClass byte_class, bool lower, char* copy, BlockMask* masks);

// The maximal runs of set `word` bits of `blocks` masks, cut where `cuts` (one mask a block; may be null) has a bit:
// run i is [edges[2 i], edges[2 i + 1]). Returns the number of runs; `edges` has room for edge_room(blocks).
std::size_t spans(const BlockMask* masks, const std::uint64_t* cuts, std::size_t blocks, std::uint32_t* edges);

// Every bit may end a run and begin one, and a kernel may write some words behind the last edge.
constexpr std::size_t edge_room(std::size_t blocks) { return 128 * blocks + 16; }

// hashes[i] = hash_bytes under `key` of [edges[2 i], edges[2 i + 1]) of `copy`.
void hash_spans(const hash::Key& key, const char* copy, const std::uint32_t* edges, std::size_t count,
                std::uint64_t* hashes);

}  // namespace textkin::text
