#include "hash/linear_family.h"

#include <numeric>
#include <string>
#include <utility>

#include "hash/draws.h"

namespace textkin::hash {
namespace {

Status check_modulus(std::uint64_t modulus) {
  if (modulus >= 2 && modulus <= LinearFamily::kMostModulus) return Status();
  return Status(Code::kInvalidArgument, "a linear hash family needs a modulus of 2 to " +
                                            std::to_string(LinearFamily::kMostModulus) + ", not " +
                                            std::to_string(modulus));
}

}  // namespace

LinearFamily::LinearFamily(std::uint64_t modulus, std::vector<std::uint64_t> a, std::vector<std::uint64_t> b)
    : HashFamily(static_cast<std::uint32_t>(a.size()), modulus - 1, modulus - 1),
      modulus_(modulus),
      a_(std::move(a)),
      b_(std::move(b)) {}

Result<LinearFamily> LinearFamily::draw(std::uint32_t rows, std::uint64_t seed, std::uint64_t modulus,
                                        Multipliers kind) {
  TEXTKIN_RETURN_IF_ERROR(check_modulus(modulus));
  Draws draws(seed);
  std::vector<std::uint64_t> a(rows);
  std::vector<std::uint64_t> b(rows);
  for (std::uint32_t row = 0; row < rows; ++row) {
    do {
      a[row] = 1 + draws.below(modulus - 1);
    } while (kind == Multipliers::kUnits && std::gcd(a[row], modulus) != 1);
    b[row] = draws.below(modulus);
  }
  return LinearFamily(modulus, std::move(a), std::move(b));
}

Result<LinearFamily> LinearFamily::of(std::uint64_t modulus, std::vector<std::uint64_t> multipliers,
                                      std::vector<std::uint64_t> offsets) {
  TEXTKIN_RETURN_IF_ERROR(check_modulus(modulus));
  if (multipliers.size() != offsets.size())
    return Status(Code::kInvalidArgument, std::to_string(multipliers.size()) +
                                              " multipliers need as many offsets, not " +
                                              std::to_string(offsets.size()));
  for (const auto* coefficients : {&multipliers, &offsets})
    for (const std::uint64_t coefficient : *coefficients)
      if (coefficient >= modulus)
        return Status(Code::kInvalidArgument, "coefficient " + std::to_string(coefficient) +
                                                  " is not below the modulus " + std::to_string(modulus));
  return LinearFamily(modulus, std::move(multipliers), std::move(offsets));
}

}  // namespace textkin::hash
