// What stands in the kMeta block of a file of signatures: JSON, as docs/format.md has it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "store/signature_spec.h"
#include "textkin/document.h"

namespace textkin::store {

inline constexpr std::uint64_t kSignatureRun = 0x686374656b736b74u;  // "tksketch", in place of a run's fingerprint
inline constexpr std::uint64_t kSignatureVersion = 1;

std::string signature_meta(const SignatureSpec& spec, DocId rows);

// False where it is not what signature_meta() writes. `version` is set as soon as it is known: a higher one says that
// a younger textkin wrote it. spec.stop_list stays.
bool parse_signature_meta(std::string_view text, SignatureSpec& spec, DocId& rows, std::uint64_t& version);

}  // namespace textkin::store
