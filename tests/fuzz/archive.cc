// Any bytes as a ZIP archive: what is told of it comes in order, within its limits, under names that can be shown; and
// a second time it is the same.
#include <algorithm>
#include <array>

#include "extract/archive/zip_members.h"
#include "fuzzer.h"
#include "input/blocks/valid_utf8.h"

namespace textkin::fuzz::archive {
namespace {

constexpr extract::ArchiveLimits kLimits{
    .files = 50, .names = 4096, .total = 1u << 20, .freely = 1u << 16, .nested = 1u << 16};

class Told final : public extract::MemberSink {
 public:
  Status begin_file(std::string_view name) override {
    require(!open_ && !name.empty() && input::valid_utf8(name) && !name.starts_with('/'));
    require(std::ranges::none_of(name, [](char byte) { return static_cast<unsigned char>(byte) < 0x20; }));
    open_ = true;
    return add('N', name);
  }
  Status bytes(std::string_view bytes) override {
    require(open_ && !bytes.empty() && bytes.size() <= 64u << 10);
    bytes_ += bytes.size();
    require(bytes_ <= 2 * kLimits.total);
    return add('B', bytes);
  }
  Status end_file() override { return end('E', {}); }
  Status refuse(std::string_view why) override {
    require(!why.empty() && why.find('\n') == std::string_view::npos);
    return end('R', why);
  }
  Status skip_hidden() override { return add('H', {}); }

  std::string all;

 private:
  Status end(char kind, std::string_view text) {
    require(open_);
    open_ = false;
    return add(kind, text);
  }
  Status add(char kind, std::string_view text) {
    all += kind;
    all += text;
    return {};
  }

  bool open_ = false;
  std::size_t bytes_ = 0;
};

void run(std::string_view bytes) {
  const extract::ArchiveBytes from{.size = bytes.size(),
                                   .read_at = [&](std::uint64_t offset, char* out, std::size_t size) {
                                     if (offset > bytes.size() || size > bytes.size() - offset) return false;
                                     bytes.copy(out, size, offset);
                                     return true;
                                   }};
  Told once;
  Told again;
  const Result<extract::ArchiveKind> first = extract::read_zip_members(from, kLimits, once);
  const Result<extract::ArchiveKind> second = extract::read_zip_members(from, kLimits, again);
  require(first.ok() == second.ok() && once.all == again.all);
  if (!first.ok()) require(!first.status().message().empty() && once.all.empty());
}

constexpr auto kWords = std::to_array<std::string_view>(
    {"PK\x03\x04", "PK\x01\x02", "PK\x05\x06", "PK\x06\x06", "PK\x06\x07", "../", "__MACOSX/", "a.txt", "mimetype",
     std::string_view("\0\0\0\0", 4), std::string_view("\xff\xff\xff\xff", 4), std::string_view("\x01\0\x08\0", 4)});

const Registered kZip({.name = "zip_members", .run = run, .words = kWords});

}  // namespace
}  // namespace textkin::fuzz::archive
