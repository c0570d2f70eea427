// SignatureMatrix: sets by the rows of their characteristic matrix, and what hash functions over row numbers make of
// them. As textbooks have it, every value kept; filled by sketch/studies/signature_matrix.h, told by
// report/commands/explanation.h.
//
// Documents and rows are numbered from 0.
#pragma once

#include <cstdint>
#include <vector>

namespace textkin {

struct SignatureMatrix {
  std::vector<std::vector<std::uint32_t>> sets;  // [document]: rows that it holds, ascending

  // h(x) = (multiplier x + offset) mod modulus over row numbers. It permutes the rows if no two of them share a value.
  struct Function {
    std::uint64_t multiplier = 1;
    std::uint64_t offset = 0;
    std::uint64_t modulus = 2;
    bool permutes = true;

    std::uint64_t operator()(std::uint64_t row) const {
      return static_cast<std::uint64_t>((static_cast<unsigned __int128>(multiplier) * row + offset) % modulus);
    }
  };
  std::vector<Function> functions;

  static constexpr std::uint64_t kInfinity = ~std::uint64_t{0};  // cells of an empty set
  std::vector<std::vector<std::uint64_t>> signature;             // [function][document]

  // What one row of the characteristic matrix changes in the signature matrix; rows that change nothing have none.
  struct Change {
    std::uint32_t function = 0;
    std::uint32_t document = 0;
    std::uint64_t before = 0;
    std::uint64_t after = 0;
  };
  struct Step {
    std::uint32_t row = 0;
    std::vector<Change> changes;
  };
  std::vector<Step> trace;  // where it was asked for: one step a row, in order

  // Documents whose part of the signature in one band is equal; only those with company.
  struct Bucket {
    std::uint32_t band = 0;
    std::vector<std::uint64_t> cells;
    std::vector<std::uint32_t> documents;
  };
  std::vector<Bucket> buckets;
  std::uint64_t single_buckets = 0;  // buckets with one document
};

}  // namespace textkin
