#include "text/tokens/stemmer.h"

#include <libstemmer.h>

#include <new>

namespace textkin::text {

void Stemmer::Free::operator()(sb_stemmer* stemmer) const { sb_stemmer_delete(stemmer); }

std::vector<std::string_view> Stemmer::languages() {
  std::vector<std::string_view> names;
  for (const char* const* name = sb_stemmer_list(); *name != nullptr; ++name) names.emplace_back(*name);
  return names;
}

Stemmer::Stemmer(const std::string& language) : stemmer_(sb_stemmer_new(language.c_str(), "UTF_8")) {
  if (stemmer_ == nullptr) throw std::bad_alloc();
}

void Stemmer::stem(std::string& word) {
  if (word.size() > kLongestStemmed) return;
  const auto* bytes = reinterpret_cast<const sb_symbol*>(word.data());
  const sb_symbol* const stem = sb_stemmer_stem(stemmer_.get(), bytes, static_cast<int>(word.size()));
  if (stem == nullptr) throw std::bad_alloc();
  word.assign(reinterpret_cast<const char*>(stem), static_cast<std::size_t>(sb_stemmer_length(stemmer_.get())));
}

}  // namespace textkin::text
