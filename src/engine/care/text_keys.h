// TextKeys: the keys of a stored text, made again as an add made them: to
// repair segments, and to compare them.
//
// Threads: one TextKeys a thread. Cost: as that of an add, some 16 us for 2 KB.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "textkin/feature_set.h"
#include "textkin/shingler.h"
#include "textkin/signature_block.h"
#include "textkin/sketcher.h"
#include "textkin/status.h"
#include "textkin/text_spec.h"

namespace textkin::engine::care {

class TextKeys {
 public:
  // Of the index's text options.
  static Result<TextKeys> make(const TextSpec& text);

  // As archive::encode_keys() gives them.
  std::string of(std::string_view text);
  // Features of the text that of() was given last.
  std::uint32_t size() const { return static_cast<std::uint32_t>(set_.values.size()); }

 private:
  TextKeys(std::unique_ptr<Shingler> shingler, std::unique_ptr<Sketcher> sketcher)
      : shingler_(std::move(shingler)), sketcher_(std::move(sketcher)) {}

  std::unique_ptr<Shingler> shingler_;
  std::unique_ptr<Sketcher> sketcher_;
  FeatureBlock set_;
  SignatureBlock signature_;
};

}  // namespace textkin::engine::care
