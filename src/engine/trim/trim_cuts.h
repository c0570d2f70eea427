// TrimCuts: what goes of each document, looked up word by word, and the rows that say so.
#pragma once

#include <cstdint>
#include <memory>
#include <shared_mutex>
#include <vector>

#include "engine/cut/cuts.h"
#include "engine/read/collection.h"
#include "engine/trim/cut_reader.h"
#include "engine/trim/document_cuts.h"
#include "engine/trim/placed_texts.h"
#include "engine/trim/trim_options.h"
#include "report/rows/table_file.h"
#include "report/rows/trim_rows.h"
#include "store/document_reader.h"
#include "textkin/passage.h"
#include "textkin/status.h"

namespace textkin::engine::trim {

struct CutTotals {
  std::uint64_t changed = 0;
  std::uint64_t emptied = 0;
  std::uint64_t removed = 0;
  std::uint64_t removed_words = 0;
  std::uint64_t removed_characters = 0;
};

// For a door that hands on what was found.
struct ToldCuts {
  std::vector<Passage> cuts;   // a what is cut, b what stays, with its offset alone
  std::vector<DocId> emptied;  // ascending
};

using CutFile = report::TableFile<report::CutRow>;

class TrimCuts final : public cut::Cuts {
 public:
  // All must outlive it; `removed` may be null, and so `told`. One of `pieces` a thread.
  TrimCuts(const read::Collection& collection, const TrimOptions& wanted, CutReader& cuts,
           std::vector<std::unique_ptr<TextPieces>>& pieces, CutFile* removed, ToldCuts* told);

  Result<std::unique_ptr<OfStretch>> next(DocId begin, DocId end) override;
  Status decide(DocId doc, unsigned worker, OfStretch& stretch, cut::Fate& fate) override;
  Status tell(OfStretch& stretch) override;

  const CutTotals& totals() const { return totals_; }

 private:
  struct Worker {
    Worker(const read::Collection& collection, TextPieces& own, std::uint64_t memory)
        : pieces(own), texts(collection, own, memory) {}
    TextPieces& pieces;
    PlacedTexts texts;
  };
  struct CutDocument {
    DocId doc = kNoDoc;
    DocumentCuts made;
  };
  struct Runs final : OfStretch {
    std::vector<ChosenRun> all;
    std::size_t next = 0;
    std::vector<CutDocument> cut;
  };

  const read::Collection& collection_;
  const TrimOptions& wanted_;
  CutReader& cuts_;
  CutFile* removed_;
  ToldCuts* told_;
  std::vector<std::unique_ptr<Worker>> workers_;  // one a thread
  std::shared_mutex alone_;
  store::DocumentReader ids_;
  store::DocumentReader kept_ids_;
  CutTotals totals_;
};

}  // namespace textkin::engine::trim
