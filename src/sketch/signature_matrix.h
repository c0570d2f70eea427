// The signature matrix of textbooks: the least value of each hash function over the rows of each set.
//
// Functions are linear over row numbers of a characteristic matrix, h(x) = (a x + b) mod m (Kalampokis 2016, section
// 4.4; Gakhov 2016; Rajaraman and Ullman 2011). For print and for teaching; a run over a collection uses a Sketcher.
// Threads: all functions are pure.
#pragma once

#include <cstdint>
#include <vector>

#include "textkin/explanation.h"

namespace textkin::sketch {

// The least prime that is at least `n`, and at least 2. Trial division: for n below 2^40.
std::uint64_t least_prime(std::uint64_t n);

// `count` functions with multipliers drawn uniformly from 1 .. m - 1 and offsets from 0 .. m - 1, m the least prime
// that is at least `rows`: every one permutes 0 .. m - 1.
std::vector<Explanation::Function> draw_functions(std::uint64_t rows, std::uint32_t count, std::uint64_t seed);

// Whether no two of 0 .. rows - 1 share a value.
bool permutes(const Explanation::Function& function, std::uint64_t rows);

// Algorithm 4.1 of Kalampokis 2016, row by row: fills signature and, where `traced`, trace from sets and functions.
// O(functions x sum of set sizes).
void fill_signature(Explanation& explanation, bool traced);

// Buckets of bands of `plan.rows` consecutive functions, by equality of the cells themselves, in order of band and
// first document; empty sets are in none.
void fill_buckets(Explanation& explanation);

}  // namespace textkin::sketch
