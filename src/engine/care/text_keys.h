// TextKeys: the keys of a stored text, or of what is kept instead, made again as an add made them: to
// repair segments, and to compare them.
//
// Threads: one TextKeys a thread. Cost: as that of an add, some 16 us for 2 KB.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "engine/index/index_spec.h"
#include "engine/index/passage_keys.h"
#include "textkin/feature_set.h"
#include "textkin/shingler.h"
#include "textkin/signature_block.h"
#include "textkin/sketcher.h"
#include "textkin/status.h"

namespace textkin::engine::care {

class TextKeys {
 public:
  static Result<TextKeys> make(const index::IndexSpec& spec);

  // As archive::encode_keys() gives them, with those of passages.
  std::string of(std::string_view text);
  // Features of the text that of() was given last.
  std::uint32_t size() const { return static_cast<std::uint32_t>(set_.values.size()); }

 private:
  TextKeys(std::unique_ptr<Shingler> shingler, std::unique_ptr<Sketcher> sketcher, const index::IndexSpec& spec)
      : shingler_(std::move(shingler)),
        sketcher_(std::move(sketcher)),
        passages_(spec),
        keeps_keys_(spec.store == index::Store::kNone) {}

  std::unique_ptr<Shingler> shingler_;
  std::unique_ptr<Sketcher> sketcher_;
  index::PassageKeys passages_;
  const bool keeps_keys_;  // and no texts: they are what is given
  FeatureBlock set_;
  SignatureBlock signature_;
};

}  // namespace textkin::engine::care
