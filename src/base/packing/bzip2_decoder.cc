#include "base/packing/bzip2_decoder.h"

#include <archive.h>

#include <algorithm>
#include <cstring>
#include <utility>

namespace textkin::base {
namespace {

struct FreeArchive {
  void operator()(archive* a) const { archive_read_free(a); }
};

class Bzip2Decoder : public Decoder {
 public:
  Bzip2Decoder(PackedInput input, std::unique_ptr<archive, FreeArchive> a)
      : Decoder(std::move(input)), archive_(std::move(a)) {}

  Status decode(char* out, std::size_t size, std::size_t& got) override {
    if (!opened_) TEXTKIN_RETURN_IF_ERROR(open());
    while (got < size && !finished_) {
      if (rest_.empty()) {
        TEXTKIN_RETURN_IF_ERROR(next_rest());
        continue;
      }
      const std::size_t taken = std::min(size - got, rest_.size());
      std::memcpy(out + got, rest_.data(), taken);
      rest_.remove_prefix(taken);
      got += taken;
    }
    return {};
  }

 private:
  // Called by libarchive for the next packed bytes.
  static la_ssize_t read_packed(archive*, void* self, const void** bytes) {
    auto& decoder = *static_cast<Bzip2Decoder*>(self);
    Result<std::string_view> next = std::exchange(decoder.first_, {});
    if (next->empty()) next = decoder.input_.next();
    if (!next.ok()) {
      decoder.io_ = next.status();
      return -1;
    }
    *bytes = next->data();
    return static_cast<la_ssize_t>(next->size());
  }

  Status open() {
    opened_ = true;
    TEXTKIN_ASSIGN_OR_RETURN(std::string_view first, input_.next());
    constexpr std::string_view magic = "BZh";
    const std::size_t known = std::min(magic.size(), first.size());
    if (first.substr(0, known) != magic.substr(0, known)) return input_.foreign();
    first_ = first;
    archive* const a = archive_.get();
    archive_read_support_filter_bzip2(a);
    archive_read_support_format_raw(a);
    archive_read_support_format_empty(a);  // the raw format refuses empty content
    if (archive_read_open(a, this, nullptr, read_packed, nullptr) != ARCHIVE_OK) return refuse();
    if (archive_filter_code(a, 0) != ARCHIVE_FILTER_BZIP2)
      return input_.bytes() < kShortest ? input_.truncated() : input_.damaged(0, "header");
    archive_entry* entry;
    const int code = archive_read_next_header(a, &entry);
    if (code == ARCHIVE_EOF) return finish();
    return code == ARCHIVE_OK ? Status() : refuse();
  }

  Status next_rest() {
    const void* bytes;
    std::size_t size;
    la_int64_t offset;
    const int code = archive_read_data_block(archive_.get(), &bytes, &size, &offset);
    if (code == ARCHIVE_EOF) return finish();
    if (code != ARCHIVE_OK) return refuse();
    rest_ = {static_cast<const char*>(bytes), size};
    return {};
  }

  // libarchive takes anything behind the last member for padding and stops; then packed bytes are left over.
  Status finish() {
    finished_ = true;
    const auto consumed = static_cast<std::uint64_t>(archive_filter_bytes(archive_.get(), -1));
    TEXTKIN_RETURN_IF_ERROR(input_.next().status());
    if (consumed < input_.bytes()) return input_.damaged(consumed, "bytes behind the end that are no bzip2 data");
    return {};
  }

  Status refuse() {
    finished_ = true;
    if (!io_.ok()) return io_;
    const char* text = archive_error_string(archive_.get());
    const std::string_view how = text == nullptr ? "unreadable" : text;
    if (how.find("runcated") != std::string_view::npos) return input_.truncated();
    return input_.damaged(input_.bytes(), how);
  }

  static constexpr std::uint64_t kShortest = 14;  // an empty bzip2 file

  std::unique_ptr<archive, FreeArchive> archive_;
  std::string_view first_;  // packed bytes that were looked at before libarchive
  std::string_view rest_;   // unpacked bytes in libarchive's memory that were not yet asked for
  Status io_;               // what stopped read_packed()
  bool opened_ = false;
  bool finished_ = false;
};

}  // namespace

Result<std::unique_ptr<Decoder>> make_bzip2_decoder(PackedInput input) {
  std::unique_ptr<archive, FreeArchive> a(archive_read_new());
  if (a == nullptr) return Status(Code::kExhausted, "no memory to unpack bzip2 data");
  return std::unique_ptr<Decoder>(std::make_unique<Bzip2Decoder>(std::move(input), std::move(a)));
}

}  // namespace textkin::base
