#include "store/block_scanner.h"

#include <algorithm>
#include <cstring>

namespace textkin::store {
namespace {

constexpr std::uint64_t kBufferBytes = 256u << 10;

}  // namespace

Status BlockScanner::refill() {
  buffer_.resize(static_cast<std::size_t>(std::min(kBufferBytes, block_.size - fetched_)));
  used_ = 0;
  if (buffer_.empty()) return file_.damaged("a block is shorter than what it holds");
  TEXTKIN_RETURN_IF_ERROR(file_.read_at(block_, fetched_, buffer_.data(), buffer_.size()));
  fetched_ += buffer_.size();
  checksum_.add({buffer_.data(), buffer_.size()});
  return {};
}

Status BlockScanner::read(char* out, std::size_t size) {
  while (size > 0) {
    if (used_ == buffer_.size()) TEXTKIN_RETURN_IF_ERROR(refill());
    const std::size_t part = std::min(size, buffer_.size() - used_);
    std::memcpy(out, buffer_.data() + used_, part);
    out += part;
    used_ += part;
    size -= part;
  }
  return {};
}

Status BlockScanner::skip(std::uint64_t size) {
  while (size > 0) {
    if (used_ == buffer_.size()) TEXTKIN_RETURN_IF_ERROR(refill());
    const std::size_t part = static_cast<std::size_t>(std::min<std::uint64_t>(size, buffer_.size() - used_));
    used_ += part;
    size -= part;
  }
  return {};
}

Status BlockScanner::finish() const {
  if (used_ != buffer_.size() || fetched_ != block_.size) return file_.damaged("a block is longer than what it holds");
  return checksum_.value() == block_.checksum ? Status() : file_.damaged("the checksum of a block is wrong");
}

}  // namespace textkin::store
