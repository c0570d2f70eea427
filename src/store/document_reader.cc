#include "store/document_reader.h"

#include <algorithm>

#include "store/document_stretch.h"
#include "store/renamed_ids.h"

namespace textkin::store {
namespace {

// Rows that are read at once.
constexpr DocId kWindow = 256;

}  // namespace

struct DocumentReader::State {
  const DocumentTable& table;
  const DocumentStretch* stretch = nullptr;  // the last one that was asked

  // Rows [begin, begin + count) of the stretch whose blocks these are.
  const Block* window_block = nullptr;  // null: nothing is loaded
  DocId window_begin = 0;
  std::array<DocumentRecord, kWindow> records;
  std::array<std::uint32_t, kWindow> sizes;

  StringColumnReader ids;
  StringColumnReader values;

  const DocumentStretch& find(DocId doc);
  Status read_record(DocId doc, DocumentRow& row);
  Status read_id(DocId doc, std::string_view& id);
  Status read_value(DocId doc, std::string_view& value);
};

const DocumentStretch& DocumentReader::State::find(DocId doc) {
  if (stretch == nullptr || doc - stretch->first >= stretch->count) {  // a document before it wraps around
    const auto behind = std::upper_bound(table.stretches_.begin(), table.stretches_.end(), doc,
                                         [](DocId wanted, const auto& candidate) { return wanted < candidate->first; });
    stretch = (behind - 1)->get();
  }
  return *stretch;
}

Status DocumentReader::State::read_record(DocId doc, DocumentRow& row) {
  const DocumentStretch& at = find(doc);
  const DocId i = doc - at.first;
  if (at.rows != nullptr) {
    const DocumentStretch::Chunk& chunk = *at.rows->chunks[i / DocumentStretch::kChunkRows];
    row.record = chunk.records[i % DocumentStretch::kChunkRows];
    row.size = chunk.sizes[i % DocumentStretch::kChunkRows];
    return {};
  }
  if (window_block != at.record_block || window_begin != i / kWindow * kWindow) {
    window_block = nullptr;
    window_begin = i / kWindow * kWindow;
    const std::uint64_t rows = std::min(kWindow, at.count - window_begin);
    TEXTKIN_RETURN_IF_ERROR(at.file->read_at(*at.record_block, window_begin * sizeof records[0],
                                             reinterpret_cast<char*>(records.data()), rows * sizeof records[0]));
    TEXTKIN_RETURN_IF_ERROR(at.file->read_at(*at.size_block, window_begin * sizeof sizes[0],
                                             reinterpret_cast<char*>(sizes.data()), rows * sizeof sizes[0]));
    window_block = at.record_block;
  }
  row.record = records[i - window_begin];
  row.size = sizes[i - window_begin];
  return {};
}

Status DocumentReader::State::read_id(DocId doc, std::string_view& id) {
  if (const auto renamed = table.renamed_->find(doc)) {
    id = *renamed;
    return {};
  }
  const DocumentStretch& at = find(doc);
  if (at.rows == nullptr) return ids.read(*at.file, *at.id_block, at.count, doc - at.first, id);
  id = at.rows->ids[doc - at.first];
  return {};
}

Status DocumentReader::State::read_value(DocId doc, std::string_view& value) {
  const DocumentStretch& at = find(doc);
  value = {};
  if (at.rows != nullptr) {
    if (at.rows->values.size() > 0) value = at.rows->values[doc - at.first];
    return {};
  }
  if (at.value_block == nullptr) return {};
  return values.read(*at.file, *at.value_block, at.count, doc - at.first, value);
}

DocumentReader::DocumentReader(const DocumentTable& table)
    : state_(new State{.table = table, .records = {}, .sizes = {}, .ids = {}, .values = {}}) {}
DocumentReader::~DocumentReader() = default;
DocumentReader::DocumentReader(DocumentReader&&) noexcept = default;

Status DocumentReader::read(DocId doc, DocumentRow& row) {
  TEXTKIN_RETURN_IF_ERROR(state_->read_record(doc, row));
  TEXTKIN_RETURN_IF_ERROR(state_->read_id(doc, row.id));
  return state_->read_value(doc, row.value);
}

Status DocumentReader::read_record(DocId doc, DocumentRow& row) {
  row.id = {};
  row.value = {};
  return state_->read_record(doc, row);
}

Result<std::uint32_t> DocumentReader::read_size(DocId doc) {
  const DocumentStretch& at = state_->find(doc);
  const DocId i = doc - at.first;
  if (at.rows != nullptr)
    return at.rows->chunks[i / DocumentStretch::kChunkRows]->sizes[i % DocumentStretch::kChunkRows];
  DocumentRow row;
  TEXTKIN_RETURN_IF_ERROR(state_->read_record(doc, row));
  return row.size;
}

bool DocumentReader::is_held(DocId doc) { return state_->find(doc).rows != nullptr; }

Status DocumentReader::read_id(DocId doc, std::string_view& id) { return state_->read_id(doc, id); }

}  // namespace textkin::store
