#include "engine/care/text_keys.h"

#include <utility>

#include "archive/band_keys.h"
#include "engine/index/stored_sets.h"
#include "sketch/catalog.h"

namespace textkin::engine::care {

Result<TextKeys> TextKeys::make(const index::IndexSpec& spec) {
  TEXTKIN_ASSIGN_OR_RETURN(std::unique_ptr<Shingler> shingler, index::shingler_of_stored(spec));
  TEXTKIN_ASSIGN_OR_RETURN(std::unique_ptr<Sketcher> sketcher, sketch::make_bandable(index::sketch_of_index()));
  return TextKeys(std::move(shingler), std::move(sketcher), spec);
}

std::string TextKeys::of(std::string_view text) {
  if (keeps_keys_) return std::string(text);
  set_.clear();
  shingler_->append_distinct(text, set_.values);
  set_.offsets.push_back(set_.values.size());
  sketcher_->sketch(set_, signature_);
  std::string keys = archive::encode_keys(set_[0], signature_[0]);
  passages_.append(text, keys);
  return keys;
}

}  // namespace textkin::engine::care
