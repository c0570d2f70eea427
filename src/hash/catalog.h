// The catalogue of hash families. An addition is a file, its test, and a line in catalog.cc; the conformance test,
// k-permutation sketches, the table of docs/hash-families.md and the benchmarks read it from here.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "hash/family.h"
#include "textkin/status.h"

namespace textkin::hash {

// `parameter` is what the family's entry says: a modulus, a number of coefficients, a number of bits, or, for a family
// that has none, 0. 0 also stands for the default where there is one.
struct FamilySpec {
  std::uint32_t rows = 1;
  std::uint64_t seed = 1;
  std::uint64_t parameter = 0;
};

struct FamilyEntry {
  std::string_view name;       // "odd": what a user types
  std::string_view version;    // "odd.v1"
  std::string_view doc;        // the definition in a line
  std::string_view law;        // what is known of it, in a line
  std::string_view reference;  // the paper
  std::string_view parameter;  // what FamilySpec::parameter is; empty: there is none
  std::uint64_t usual;         // its default; 0: it must be given
  std::uint32_t max_rows;
  bool bijective;  // each row is, on keys 0 .. largest_key
  bool any_keys;   // no bias on structured keys is seen; false: biased unless keys are random, or mixed first
  Result<std::unique_ptr<HashFamily>> (*make)(const FamilySpec& spec);

  // Takes features, of 64 bits, without being told more.
  bool for_features() const { return parameter.empty() || usual != 0; }
};

std::span<const FamilyEntry> families();

// kInvalidArgument names the nearest family, or the allowed numbers of rows, or what the parameter must be.
Result<const FamilyEntry*> find_family(std::string_view name);
Result<std::unique_ptr<HashFamily>> make_family(std::string_view name, const FamilySpec& spec);

}  // namespace textkin::hash
