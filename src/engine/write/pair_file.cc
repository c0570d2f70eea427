#include "engine/write/pair_file.h"

namespace textkin::engine::write {

Result<std::unique_ptr<PairSink>> PairFile::open(const std::string& path, const std::string& format, unsigned threads) {
  TEXTKIN_ASSIGN_OR_RETURN(const report::Format* found, report::find_format(format));
  TEXTKIN_ASSIGN_OR_RETURN(std::unique_ptr<base::OutputFile> file, base::OutputFile::create(path));
  file->use_threads(threads);
  return std::unique_ptr<PairSink>(new PairFile(*found, std::move(file)));
}

Status PairFile::begin(const read::Collection& collection, PairExtras extras) {
  lines_.begin(collection, extras, bytes_);
  return file_->write(bytes_);
}

Status PairFile::add(const FoundPair& pair) {
  bytes_.clear();
  TEXTKIN_RETURN_IF_ERROR(lines_.add(pair, bytes_));
  return file_->write(bytes_);
}

Status PairFile::commit() { return file_->commit(); }

}  // namespace textkin::engine::write
