#include "store/document_table.h"

#include <utility>

#include "store/document_stretch.h"
#include "store/renamed_ids.h"

namespace textkin::store {

DocumentTable::DocumentTable() : renamed_(std::make_unique<RenamedIds>()) {}
DocumentTable::~DocumentTable() = default;
DocumentTable::DocumentTable(DocumentTable&&) noexcept = default;
DocumentTable& DocumentTable::operator=(DocumentTable&&) noexcept = default;

DocumentStretch* DocumentTable::open_stretch() const {
  return stretches_.empty() || stretches_.back()->file != nullptr ? nullptr : stretches_.back().get();
}

DocId DocumentTable::size() const {
  return stretches_.empty() ? 0 : stretches_.back()->first + stretches_.back()->count;
}

DocId DocumentTable::open_begin() const {
  const DocumentStretch* open = open_stretch();
  return open == nullptr ? size() : open->first;
}

std::uint64_t DocumentTable::memory_bytes() const {
  return closed_bytes_ + stretches_.capacity() * sizeof stretches_[0] + open_bytes() + renamed_->memory_bytes();
}

std::uint64_t DocumentTable::open_bytes() const {
  const DocumentStretch* open = open_stretch();
  return open == nullptr ? 0 : open->memory_bytes();
}

void DocumentTable::append(const DocumentRow& row) {
  if (open_stretch() == nullptr) {
    auto stretch = std::make_unique<DocumentStretch>();
    stretch->first = size();
    stretch->rows = std::make_unique<DocumentStretch::Rows>();
    stretches_.push_back(std::move(stretch));
  }
  stretches_.back()->append(row);
}

Status DocumentTable::write_open(BlockFileWriter& file) const {
  const DocumentStretch* open = open_stretch();
  if (open != nullptr) return open->write(file);
  DocumentStretch empty;
  empty.rows = std::make_unique<DocumentStretch::Rows>();
  return empty.write(file);
}

Status DocumentTable::close_open(std::shared_ptr<const BlockFile> file, bool keep) {
  DocumentStretch closed;
  TEXTKIN_RETURN_IF_ERROR(closed.attach(std::move(file)));
  DocumentStretch* open = open_stretch();
  if (closed.count != size() - open_begin())
    return closed.file->damaged("it does not hold the documents that were written to it");
  if (open == nullptr) return {};
  TEXTKIN_RETURN_IF_ERROR(open->attach(closed.file));
  if (!keep) open->rows.reset();
  closed_bytes_ += open->memory_bytes();
  return {};
}

Status DocumentTable::load(std::shared_ptr<const BlockFile> file, bool keep) {
  auto stretch = std::make_unique<DocumentStretch>();
  stretch->first = size();
  TEXTKIN_RETURN_IF_ERROR(stretch->attach(std::move(file)));
  if (stretch->count >= kNoDoc - size())
    return stretch->file->damaged("with the files before it, it has more documents than a run may have");
  TEXTKIN_RETURN_IF_ERROR(stretch->scan(keep));
  if (stretch->count == 0) return {};
  closed_bytes_ += stretch->memory_bytes();
  stretches_.push_back(std::move(stretch));
  return {};
}

void DocumentTable::rename(DocId doc, std::string_view id) { renamed_->set(doc, id); }

void DocumentTable::drop() {
  closed_bytes_ = 0;
  for (const std::unique_ptr<DocumentStretch>& stretch : stretches_) {
    if (stretch->file == nullptr) continue;
    stretch->rows.reset();
    closed_bytes_ += stretch->memory_bytes();
  }
}

}  // namespace textkin::store
