// MemoryResult: what a run found, in memory, for a door that hands it on instead of writing files.
//
// Columns are as long as what they describe has entries; what a command does not give stays empty. Pairs, decisions and
// passages name documents by their numbers: those of INPUT from 0 in input order, then those of --against.
// Cost: those of a Passage, 13 a document for decisions, beside --memory; 28 bytes a pair, 36 with its p-value, of
// which what is more than a quarter of --memory lies in a scratch file.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/write/known_pairs.h"
#include "engine/write/number_column.h"
#include "textkin/keep.h"
#include "textkin/passage.h"

namespace textkin::engine::write {

// The documents of INPUT, or those of --against. Rows are counted on from one source in memory to the next.
struct DocumentColumns {
  std::vector<std::uint64_t> rows;       // none where there are files
  std::string id_bytes;                  // ids of all, one behind the other; none where rows say enough
  std::vector<std::int64_t> id_ends{0};  // where each begins, and the end of the last
};

struct PairColumns {
  NumberColumn<std::uint32_t> a;
  NumberColumn<std::uint32_t> b;
  NumberColumn<double> similarity;
  NumberColumn<std::uint32_t> shared;
  NumberColumn<std::uint32_t> size_a;
  NumberColumn<std::uint32_t> size_b;
  NumberColumn<double> log10_p;   // under --fdr
  NumberColumn<double> estimate;  // under --estimates
  NumberColumn<double> lower;     // of an index that keeps no more than cells
  NumberColumn<double> upper;
  bool intervals = false;  // the last two are there
};

// What became of each document of INPUT.
struct DecisionColumns {
  std::vector<std::uint32_t> kept;      // the document that stays: itself, or the one that it is similar to
  std::vector<double> similarity;       // to that one
  std::vector<std::uint8_t> identical;  // 1: equal shingle sets

  void add(std::span<const KeepDecision> decisions);
};

struct MemoryResult {
  DocumentColumns documents;
  DocumentColumns against;
  PairColumns pairs;
  DecisionColumns decisions;
  std::optional<KnownPairs> known;  // of a clean-up that found all pairs
  std::vector<Passage> passages;
  std::vector<std::uint64_t> similarities;  // of pairs and dedup by bands: SimilarityCounts::steps()
  std::string text;                         // of commands that answer with one text
  std::string stats;                        // the object of --stats
};

}  // namespace textkin::engine::write
