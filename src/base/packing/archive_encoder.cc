#include "base/packing/archive_encoder.h"

#include <archive.h>
#include <archive_entry.h>

#include <utility>

namespace textkin::base {
namespace {

struct FreeWriter {
  void operator()(archive* a) const { archive_write_free(a); }
};
struct FreeEntry {
  void operator()(archive_entry* entry) const { archive_entry_free(entry); }
};

int add_filter(archive* a, Packing packing) {
  if (packing == Packing::kXz) {
    archive_write_add_filter_xz(a);
    return archive_write_set_options(a, "xz:compression-level=6");
  }
  archive_write_add_filter_bzip2(a);
  return archive_write_set_options(a, "bzip2:compression-level=9");
}

class ArchiveEncoder : public Encoder {
 public:
  ArchiveEncoder(std::string path, Sink sink, archive* a)
      : path_(std::move(path)), sink_(std::move(sink)), archive_(a) {}

  // Freeing closes, and closing writes; an output that was given up must not be written to any more.
  ~ArchiveEncoder() override { given_up_ = true; }

  Status open(Packing packing) {
    archive* const a = archive_.get();
    archive_write_set_format_raw(a);
    if (add_filter(a, packing) != ARCHIVE_OK) return refuse();
    // Without it the end would be padded to a whole block, as on a tape.
    archive_write_set_bytes_in_last_block(a, 1);
    if (archive_write_open(a, this, nullptr, sink_bytes, nullptr) != ARCHIVE_OK) return refuse();
    const std::unique_ptr<archive_entry, FreeEntry> entry(archive_entry_new());
    archive_entry_set_pathname(entry.get(), "data");
    archive_entry_set_filetype(entry.get(), AE_IFREG);
    return archive_write_header(a, entry.get()) == ARCHIVE_OK ? Status() : refuse();
  }

  Status write(std::string_view bytes) override {
    while (!bytes.empty()) {
      const la_ssize_t written = archive_write_data(archive_.get(), bytes.data(), bytes.size());
      if (written <= 0 || !sunk_.ok()) return refuse();
      bytes.remove_prefix(static_cast<std::size_t>(written));
    }
    return {};
  }

  Status finish() override {
    return archive_write_close(archive_.get()) == ARCHIVE_OK && sunk_.ok() ? Status() : refuse();
  }

 private:
  // Called by libarchive with packed bytes. It is not told of a failure: its filters leak when one stops them.
  static la_ssize_t sink_bytes(archive*, void* self, const void* bytes, std::size_t size) {
    auto& encoder = *static_cast<ArchiveEncoder*>(self);
    if (encoder.sunk_.ok() && !encoder.given_up_)
      encoder.sunk_ = encoder.sink_({static_cast<const char*>(bytes), size});
    return static_cast<la_ssize_t>(size);
  }

  Status refuse() const {
    if (!sunk_.ok()) return sunk_;
    const char* text = archive_error_string(archive_.get());
    return Status(Code::kIo, path_ + ": cannot be compressed: " + (text == nullptr ? "unknown error" : text));
  }

  std::string path_;
  Sink sink_;
  Status sunk_;  // what the sink said last
  bool given_up_ = false;
  std::unique_ptr<archive, FreeWriter> archive_;
};

}  // namespace

Result<std::unique_ptr<Encoder>> make_archive_encoder(std::string path, Packing packing, Encoder::Sink sink) {
  archive* a = archive_write_new();
  if (a == nullptr) return Status(Code::kExhausted, "no memory to compress " + path);
  auto encoder = std::make_unique<ArchiveEncoder>(std::move(path), std::move(sink), a);
  TEXTKIN_RETURN_IF_ERROR(encoder->open(packing));
  return std::unique_ptr<Encoder>(std::move(encoder));
}

}  // namespace textkin::base
