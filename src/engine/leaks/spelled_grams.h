// SpelledGrams: n-grams of test items as they are spelled, for those that are met: a hash alone removes nothing.
//
// Threads: any number at once. Memory: the spelling of each n-gram that was met, and of its neighbours in the item.
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>

#include "engine/leaks/test_grams.h"
#include "engine/read/collection.h"
#include "input/reading/record_reader.h"
#include "store/document_reader.h"
#include "text/shingles/named_shingler.h"
#include "textkin/status.h"

namespace textkin::engine::leaks {

class SpelledGrams {
 public:
  // Both must outlive it. kInvalidArgument where n-grams have no spelling: of weighted items and k-mers.
  static Result<std::unique_ptr<SpelledGrams>> of(const read::Collection& items, const TestGrams& grams);

  // As the first item that has it spells it. kBadInput where that is not what it was.
  Result<std::string> spelling(Gram gram);

 private:
  SpelledGrams(const read::Collection& items, const TestGrams& grams, std::unique_ptr<text::NamedShingler> shingler)
      : grams_(grams),
        documents_(items.table),
        reader_(items.settings, items.list, items.spool),
        shingler_(std::move(shingler)) {}

  const TestGrams& grams_;
  std::mutex mutex_;
  store::DocumentReader documents_;
  store::DocumentRow row_;
  input::RecordReader reader_;
  std::unique_ptr<text::NamedShingler> shingler_;
  std::unordered_map<Gram, std::string> spelled_;
};

}  // namespace textkin::engine::leaks
