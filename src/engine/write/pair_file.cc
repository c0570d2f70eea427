#include "engine/write/pair_file.h"

#include "store/document_reader.h"

namespace textkin::engine::write {

Result<std::unique_ptr<PairSink>> PairFile::open(const std::string& path, const std::string& format) {
  TEXTKIN_ASSIGN_OR_RETURN(const report::Format* found, report::find_format(format));
  TEXTKIN_ASSIGN_OR_RETURN(std::unique_ptr<base::OutputFile> file, base::OutputFile::create(path));
  return std::unique_ptr<PairSink>(new PairFile(*found, std::move(file)));
}

Status PairFile::begin(const read::Collection& collection, PairExtras extras) {
  documents_ = std::make_unique<store::DocumentReader>(collection.table);
  partners_ = std::make_unique<store::DocumentReader>(collection.table);
  table_.emplace(format_, [extras](std::size_t column) {
    return (extras.p_values || column != report::kPairColumnOfP) &&
           (extras.estimates || column != report::kPairColumnOfEstimate);
  });
  table_->append_header(bytes_);
  return file_->write(bytes_);
}

Status PairFile::add(const FoundPair& pair) {
  std::string_view other;
  if (pair.a != read_) TEXTKIN_RETURN_IF_ERROR(documents_->read_id(pair.a, id_));
  read_ = pair.a;
  TEXTKIN_RETURN_IF_ERROR(partners_->read_id(pair.b, other));
  bytes_.clear();
  table_->append_row({.a = id_,
                      .b = other,
                      .similarity = pair.similarity,
                      .lower = pair.similarity,
                      .upper = pair.similarity,
                      .shared = pair.shared,
                      .size_a = pair.size_a,
                      .size_b = pair.size_b,
                      .log10_p_value = pair.log10_p,
                      .estimate = pair.estimate},
                     bytes_);
  return file_->write(bytes_);
}

Status PairFile::commit() { return file_->commit(); }

}  // namespace textkin::engine::write
