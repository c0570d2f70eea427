// What the signatures of two documents say of the pair beyond the similarity: containment, and a b-bit form.
#pragma once

#include <cstdint>
#include <optional>

#include "report/commands/comparison.h"
#include "textkin/signature_block.h"
#include "textkin/status.h"

namespace textkin::engine::commands {

// Of rows 0 and 1 of `signatures`; `bits`: of the b-bit form, where one is wanted.
Status add_sketched(const SignatureBlock& signatures, double confidence, std::optional<std::uint32_t> bits,
                    report::Comparison& out);

}  // namespace textkin::engine::commands
