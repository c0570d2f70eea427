// PairLines: pairs as the bytes of their rows, in a format of the catalogue.
//
// Ownership: the collection must outlive it. Threads: one.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "engine/write/pair_sink.h"
#include "report/rows/pair_rows.h"
#include "store/document_reader.h"

namespace textkin::engine::write {

class PairLines {
 public:
  explicit PairLines(const report::Format& format) : format_(format) {}

  // Appends the header; before the first pair.
  void begin(const read::Collection& collection, PairExtras extras, std::string& out);
  // Appends the row.
  Status add(const FoundPair& pair, std::string& out);

 private:
  const report::Format& format_;
  std::optional<report::Table<report::PairRow>> table_;  // from begin() on
  std::unique_ptr<store::DocumentReader> documents_;     // a's and b's, each in the order in which it is asked for
  std::unique_ptr<store::DocumentReader> partners_;
  DocId read_ = kNoDoc;
  std::string_view id_;  // of document read_
};

}  // namespace textkin::engine::write
