// KmerShingler: nucleotide sequences -> canonical k-mers: the Shingler of kmer:K.
//
// Definition, "kmer.v1": A C G T, small or capital, are 0 1 2 3. Lines that begin with > or ; are no sequence and end
// the one before them, so that a whole FASTA file is a text, and so is a bare sequence. White space is layout. Every
// other character (N, the other codes of IUPAC, gaps) breaks the run: no k-mer covers it. A k-mer is packed, two bits a
// nucleotide, the first one highest; the canonical one is the smaller of it and its reverse complement, which makes
// both strands alike. Feature: stream_word(kKmerSeed, canonical), a bijection, so different k-mers never collide.
// A sequence shorter than K has no k-mer: what is shorter says nothing about strands that were cut elsewhere.
// As in Ondov et al. (2016, Mash) and sourmash, but for the hash.
// Order: append_distinct gives them ascending, because a genome is one long document, and sorting in place needs no
// memory besides. Cost: some 15 ns a nucleotide, most of it the sort; 8 bytes of memory. Threads: one shingler a
// thread.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "text/shingles/distinct.h"
#include "textkin/shingler.h"

namespace textkin::text {

inline constexpr std::uint32_t kLongestKmer = 32;
inline constexpr std::uint64_t kKmerSeed = 0x6B6D6572ull;

// The number of canonical k-mers of K = `size` nucleotides, 1 .. kLongestKmer: half of 4^K, and where K is even those
// that are their own reverse complement count whole.
double canonical_kmers(std::uint32_t size);

class KmerShingler : public Shingler {
 public:
  KmerShingler(std::uint32_t size, bool multiset) : size_(size), multiset_(multiset) {}

  void append_distinct(std::string_view text, std::vector<Feature>& out) override;
  void append_counted(std::string_view text, std::vector<Feature>& out, std::vector<double>& counts) override;
  void append_sorted(std::string_view text, std::vector<Feature>& out) override;

 private:
  std::uint32_t size_;
  bool multiset_;
  std::vector<Feature> repeated_;  // multisets and counts: with their copies
  DistinctFilter distinct_;
};

}  // namespace textkin::text
