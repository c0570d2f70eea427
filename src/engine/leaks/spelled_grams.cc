#include "engine/leaks/spelled_grams.h"

#include <utility>
#include <vector>

#include "text/catalog.h"

namespace textkin::engine::leaks {

Result<std::unique_ptr<SpelledGrams>> SpelledGrams::of(const read::Collection& items, const TestGrams& grams) {
  TEXTKIN_ASSIGN_OR_RETURN(std::unique_ptr<text::NamedShingler> shingler, text::make_named_shingler(items.text));
  return std::unique_ptr<SpelledGrams>(new SpelledGrams(items, grams, std::move(shingler)));
}

Result<std::string> SpelledGrams::spelling(Gram gram) {
  const std::lock_guard lock(mutex_);
  if (const auto known = spelled_.find(gram); known != spelled_.end()) return known->second;
  const DocId item = grams_.items_of(gram).front();
  TEXTKIN_RETURN_IF_ERROR(documents_.read_record(item, row_));
  TEXTKIN_ASSIGN_OR_RETURN(const std::string_view text, reader_.text(row_.record));
  std::vector<text::NamedShingle> named;
  shingler_->append(text, named);
  for (text::NamedShingle& shingle : named) {
    const Gram found = grams_.find(shingle.feature);
    if (found != kNoGram && grams_.items_of(found).front() == item)
      spelled_.try_emplace(found, std::move(shingle.name));
  }
  return spelled_[gram];
}

}  // namespace textkin::engine::leaks
