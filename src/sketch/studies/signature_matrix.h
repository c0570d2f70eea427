// The signature matrix of textbooks: the least value of each hash function over the rows of each set.
//
// Functions are linear over row numbers of a characteristic matrix, h(x) = (a x + b) mod m (Kalampokis 2016, section
// 4.4; Gakhov 2016; Rajaraman and Ullman 2011). For print and for teaching; a run over a collection uses a Sketcher.
// Threads: all functions are pure.
#pragma once

#include <cstdint>
#include <vector>

#include "textkin/signature_matrix.h"

namespace textkin::sketch {

// The least prime that is at least `n`, and at least 2. Trial division: for n below 2^40.
std::uint64_t least_prime(std::uint64_t n);

// `count` functions with multipliers drawn uniformly from 1 .. m - 1 and offsets from 0 .. m - 1, m the least prime
// that is at least `rows`: every one permutes 0 .. m - 1.
std::vector<SignatureMatrix::Function> draw_functions(std::uint64_t rows, std::uint32_t count, std::uint64_t seed);

// Whether no two of 0 .. rows - 1 share a value.
bool permutes(const SignatureMatrix::Function& function, std::uint64_t rows);

// Algorithm 4.1 of Kalampokis 2016, row by row: fills signature and, where `traced`, trace from functions and sets of
// numbers below `rows`. O(functions x sum of set sizes).
void fill_signature(SignatureMatrix& matrix, std::uint32_t rows, bool traced);

// Buckets of `bands` bands of `rows` consecutive functions, by equality of the cells themselves, in order of band and
// first document; empty sets are in none.
void fill_buckets(SignatureMatrix& matrix, std::uint32_t bands, std::uint32_t rows);

}  // namespace textkin::sketch
