#include "engine/index/passage_keys.h"

#include "archive/fingerprint_keys.h"

namespace textkin::engine::index {

PassageKeys::PassageKeys(const IndexSpec& spec)
    : kept_(spec.passages > 0),
      fingerprints_(passage_words(spec.text), align::WinnowSpec::for_guarantee(kept_ ? spec.passages : 1)) {}

void PassageKeys::put(std::string& keys) {
  hashes_.clear();
  for (const align::Fingerprint& chosen : fingerprints_.chosen()) hashes_.push_back(chosen.hash);
  archive::append_fingerprints(hashes_, keys);
}

void PassageKeys::append(std::string_view text, std::string& keys) {
  if (!kept_) return;
  fingerprints_.choose(text);
  put(keys);
}

Status PassageKeys::append(const Document& document, const read::Collection& collection, std::string& keys) {
  if (!kept_) return {};
  TEXTKIN_RETURN_IF_ERROR(fingerprints_.choose(document, collection, [](const auto&) {}));
  put(keys);
  fingerprints_.end(document, collection);
  return {};
}

}  // namespace textkin::engine::index
