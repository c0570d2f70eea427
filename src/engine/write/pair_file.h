// PairFile: pairs as rows of a file, in a format of the catalogue.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/output_file.h"
#include "engine/write/pair_sink.h"
#include "report/rows/pair_rows.h"
#include "store/document_reader.h"

namespace textkin::engine::write {

class PairFile final : public PairSink {
 public:
  // Opens the file at once: a folder that is missing is known before any work.
  static Result<std::unique_ptr<PairSink>> open(const std::string& path, const std::string& format);

  Status begin(const read::Collection& collection, PairExtras extras) override;
  Status add(const FoundPair& pair) override;
  Status commit() override;

 private:
  PairFile(const report::Format& format, std::unique_ptr<base::OutputFile> file)
      : format_(format), file_(std::move(file)) {}

  const report::Format& format_;
  std::unique_ptr<base::OutputFile> file_;
  std::optional<report::Table<report::PairRow>> table_;  // from begin() on
  std::string bytes_;                                    // of a row
  std::unique_ptr<store::DocumentReader> documents_;     // a's and b's, each in the order in which it is asked for
  std::unique_ptr<store::DocumentReader> partners_;
  DocId read_ = kNoDoc;
  std::string_view id_;  // of document read_
};

}  // namespace textkin::engine::write
