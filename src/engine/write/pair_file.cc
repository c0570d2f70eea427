#include "engine/write/pair_file.h"

#include <algorithm>

#include "base/parallel.h"

namespace textkin::engine::write {
namespace {

// One thread walks over the pairs, which bounds what more parts would bring.
constexpr std::size_t kMostParts = 8;
constexpr std::size_t kMostPairs = 2048;  // of a part
// Ids may be long: a part that has so many bytes is written before further rows are made.
constexpr std::size_t kMostBytes = std::size_t{1} << 18;

}  // namespace

PairFile::PairFile(const report::Format& format, std::unique_ptr<base::OutputFile> file, unsigned threads)
    : file_(std::move(file)), threads_(threads), pairs_a_part_(kMostPairs) {
  const std::size_t parts = threads == 1 ? 1 : std::min<std::size_t>(2 * std::size_t{threads}, kMostParts);
  for (std::size_t i = 0; i < parts; ++i) parts_.push_back({.lines = PairLines(format), .bytes = {}});
  ready_.resize(parts);
}

Result<std::unique_ptr<PairSink>> PairFile::open(const std::string& path, const std::string& format, unsigned threads) {
  TEXTKIN_ASSIGN_OR_RETURN(const report::Format* found, report::find_format(format));
  TEXTKIN_ASSIGN_OR_RETURN(std::unique_ptr<base::OutputFile> file, base::OutputFile::create(path));
  file->use_threads(threads);
  return std::unique_ptr<PairSink>(new PairFile(*found, std::move(file), threads));
}

Status PairFile::begin(const read::Collection& collection, PairExtras extras) {
  std::string header;
  for (Part& part : parts_) {
    header.clear();
    part.lines.begin(collection, extras, header);
  }
  waiting_.reserve(parts_.size() * pairs_a_part_);
  return file_->write(header);
}

Status PairFile::add(const FoundPair& pair) {
  waiting_.push_back(pair);
  return waiting_.size() < parts_.size() * pairs_a_part_ ? Status() : make_waiting();
}

std::span<const FoundPair> PairFile::pairs_of(std::size_t part) const {
  const std::size_t from = std::min(part * pairs_a_part_, waiting_.size());
  return std::span(waiting_).subspan(from, std::min(pairs_a_part_, waiting_.size() - from));
}

Status PairFile::make_rows(std::span<const FoundPair> pairs, Part& part) {
  part.bytes.clear();
  while (part.made < pairs.size() && part.bytes.size() < kMostBytes)
    TEXTKIN_RETURN_IF_ERROR(part.lines.add(pairs[part.made++], part.bytes));
  return {};
}

Status PairFile::write_ready() {
  for (std::string& bytes : ready_) {
    TEXTKIN_RETURN_IF_ERROR(file_->write(bytes));
    bytes.clear();
  }
  return {};
}

// While rows are made, those before them are written.
Status PairFile::make_waiting() {
  const std::size_t parts = (waiting_.size() + pairs_a_part_ - 1) / pairs_a_part_;
  TEXTKIN_RETURN_IF_ERROR(base::parallel_for(parts + 1, threads_, [&](std::size_t i, unsigned) {
    if (i == 0) return write_ready();
    parts_[i - 1].made = 0;
    return make_rows(pairs_of(i - 1), parts_[i - 1]);
  }));
  std::size_t largest = 0;
  for (std::size_t i = 0; i < parts; ++i) {
    largest = std::max(largest, parts_[i].bytes.size());
    ready_[i].swap(parts_[i].bytes);
    while (parts_[i].made < pairs_of(i).size()) {
      TEXTKIN_RETURN_IF_ERROR(write_ready());
      TEXTKIN_RETURN_IF_ERROR(make_rows(pairs_of(i), parts_[i]));
      ready_[i].swap(parts_[i].bytes);
    }
  }
  waiting_.clear();
  if (largest >= kMostBytes) pairs_a_part_ = std::max<std::size_t>(pairs_a_part_ / 2, 1);
  if (largest < kMostBytes / 4) pairs_a_part_ = std::min(2 * pairs_a_part_, kMostPairs);
  return {};
}

Status PairFile::commit() {
  TEXTKIN_RETURN_IF_ERROR(make_waiting());
  TEXTKIN_RETURN_IF_ERROR(write_ready());
  return file_->commit();
}

}  // namespace textkin::engine::write
