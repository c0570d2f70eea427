#include "join/hamming/fingerprint_groups.h"

#include <algorithm>

namespace textkin::join {

FingerprintGroups::FingerprintGroups(const SignatureBlock& signatures, DocId first, DocId last)
    : first_(first), codes_(signatures.spec.cells), code_of_(last - first, kNone) {
  const auto code = [&](DocId doc) {
    Fingerprint bits = 0;
    for (std::size_t word = signatures.words; word-- > 0;) bits = bits << 32 | signatures[doc][word];
    return bits;
  };
  for (DocId doc = first; doc < last; ++doc)
    if (signatures.sizes[doc] > 0) documents_.push_back(doc);
  std::ranges::sort(documents_, [&](DocId a, DocId b) {
    const Fingerprint code_a = code(a);
    const Fingerprint code_b = code(b);
    return code_a != code_b ? code_a < code_b : a < b;
  });
  for (std::size_t i = 0; i < documents_.size(); ++i) {
    const Fingerprint own = code(documents_[i]);
    if (i == 0 || own != codes_[codes_.size() - 1]) {
      begins_.push_back(i);
      codes_.push_back(own);
    }
    code_of_[documents_[i] - first_] = static_cast<std::uint32_t>(codes_.size() - 1);
  }
  begins_.push_back(documents_.size());
}

}  // namespace textkin::join
