#include "text/normalize/normalizer.h"

namespace textkin::text {

std::string_view normalize_all(const std::vector<std::unique_ptr<Normalizer>>& normalizers, std::string_view text,
                               ByteBuffer* buffers) {
  int next = 0;
  for (const auto& normalizer : normalizers) {
    normalizer->apply(text, buffers[next]);
    text = buffers[next].view();
    next = 1 - next;
  }
  return text;
}

}  // namespace textkin::text
