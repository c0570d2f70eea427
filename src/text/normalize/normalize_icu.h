// The normalisers that Unicode defines: by ICU, and by a map read from ICU where that gives the same (char_map.h).
//
// NFKC with case folding (UAX 31, toNFKC_Casefold), NFC, full case folding without normalisation, and NFD without the
// marks of category Mn, composed again (NFC). Errors: lack of memory alone. Threads: one Normalizer each; the maps are
// made once a process.
#pragma once

#include <memory>

#include "text/normalize/normalizer.h"

namespace textkin::text {

std::unique_ptr<Normalizer> make_nfkc_casefold();
std::unique_ptr<Normalizer> make_nfc();
std::unique_ptr<Normalizer> make_casefold();
std::unique_ptr<Normalizer> make_strip_marks();

}  // namespace textkin::text
