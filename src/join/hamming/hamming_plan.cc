#include "join/hamming/hamming_plan.h"

#include <cmath>
#include <string>

namespace textkin::join {
namespace {

// A probe of eight fingerprints is as good as one: the table is looked up at a random place anyway.
constexpr double kFewMatches = 3;  // log2

// C(n, k), or a number above kMostTables.
std::uint64_t choose(std::uint32_t n, std::uint32_t k) {
  std::uint64_t product = 1;
  for (std::uint32_t i = 1; i <= std::min(k, n - k); ++i) {
    product = product * (n - i + 1) / i;
    if (product > kMostTables) return kMostTables + 1;
  }
  return product;
}

HammingPlan with_blocks(std::uint32_t bits, std::uint32_t distance, std::uint32_t blocks) {
  HammingPlan plan{bits, distance, blocks, choose(blocks, distance), 0, 0};
  const std::uint32_t chosen = blocks - distance;
  const std::uint32_t longer = bits % blocks;  // blocks of one bit more
  plan.most_key_bits = chosen * (bits / blocks) + std::min(chosen, longer);
  plan.least_key_bits = chosen * (bits / blocks) + (chosen > blocks - longer ? chosen - (blocks - longer) : 0);
  return plan;
}

Status check(std::uint32_t bits, std::uint32_t distance) {
  if (bits < 1 || bits > 128)
    return Status(Code::kInvalidArgument, "fingerprints have 1 to 128 bits, not " + std::to_string(bits));
  if (distance >= bits)
    return Status(Code::kInvalidArgument, "a distance of " + std::to_string(distance) + " is not below the " +
                                              std::to_string(bits) + " bits of a fingerprint");
  return {};
}

}  // namespace

double HammingPlan::matches_a_probe(double documents) const {
  return std::ldexp(documents, -static_cast<int>(least_key_bits));
}

double HammingPlan::storage_bytes(double documents) const {
  return static_cast<double>(tables) * documents * (bits <= 64 ? 8 : 16);
}

Result<std::vector<HammingPlan>> hamming_plans(std::uint32_t bits, std::uint32_t distance) {
  TEXTKIN_RETURN_IF_ERROR(check(bits, distance));
  std::vector<HammingPlan> plans;
  for (std::uint32_t blocks = distance + 1; blocks <= bits && choose(blocks, distance) <= kMostTables; ++blocks)
    plans.push_back(with_blocks(bits, distance, blocks));
  return plans;
}

Result<HammingPlan> plan_hamming(std::uint32_t bits, std::uint32_t distance, std::uint32_t blocks, double documents) {
  TEXTKIN_RETURN_IF_ERROR(check(bits, distance));
  if (blocks != 0 && (blocks <= distance || blocks > bits))
    return Status(Code::kInvalidArgument, "for a distance of " + std::to_string(distance) + " there are " +
                                              std::to_string(distance + 1) + " to " + std::to_string(bits) +
                                              " blocks, not " + std::to_string(blocks));
  if (blocks != 0 && choose(blocks, distance) > kMostTables)
    return Status(Code::kInvalidArgument, std::to_string(blocks) + " blocks for a distance of " +
                                              std::to_string(distance) + " make more than " +
                                              std::to_string(kMostTables) + " tables; take fewer");
  if (blocks != 0) return with_blocks(bits, distance, blocks);
  TEXTKIN_ASSIGN_OR_RETURN(const std::vector<HammingPlan> plans, hamming_plans(bits, distance));
  const double wanted = std::log2(documents) - kFewMatches;
  for (const HammingPlan& plan : plans)
    if (plan.least_key_bits >= wanted) return plan;
  return plans.back();
}

double flips_of(std::uint32_t bits, std::uint32_t distance) {
  double product = 1;
  for (std::uint32_t i = 1; i <= distance; ++i) product = product * (bits - i + 1) / i;
  return product;
}

double flips_within(std::uint32_t bits, std::uint32_t distance) {
  double sum = 0;
  for (std::uint32_t i = 1; i <= distance; ++i) sum += flips_of(bits, i);
  return sum;
}

}  // namespace textkin::join
