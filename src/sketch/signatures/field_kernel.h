// How many fields agree in rows of fields of equal width, one behind the other: the kernel and its scalar twin.
//
// A row is words of 32 bits; a field is 1, 2, 4, 8, 16 or 32 bits, none lies in two words. Cost of 256 fields with
// AVX2: some 6 ns at 8 bits, 25 ns at 32; from memory, what the memory gives. Threads: functions of their arguments.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "textkin/signature_block.h"

namespace textkin::sketch {

inline constexpr std::uint32_t kFieldWidths[] = {1, 2, 4, 8, 16, 32};

// Replaces out[i] by the number of fields that agree in `row` and in row i of `rows`, which has out.size() rows as wide
// as `row`: at most 65535 fields. The two give the same.
void equal_fields(SignatureView row, const Cell* rows, std::uint32_t bits, std::span<std::uint32_t> out);
void equal_fields_scalar(SignatureView row, const Cell* rows, std::uint32_t bits, std::span<std::uint32_t> out);

}  // namespace textkin::sketch
