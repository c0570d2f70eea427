#include "archive/segment_writer.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "archive/byte_strings.h"
#include "archive/fingerprint_keys.h"
#include "archive/key_page_bytes.h"
#include "archive/segment.h"

namespace textkin::archive {

Result<SegmentWriter> SegmentWriter::create(const std::string& path, std::uint64_t identity, DocId first, DocId last) {
  TEXTKIN_ASSIGN_OR_RETURN(std::unique_ptr<store::BlockFileWriter> file,
                           store::BlockFileWriter::create(path, identity));
  return SegmentWriter(std::move(file), first, last);
}

Status SegmentWriter::write_rest() {
  if (page_.empty()) return {};
  const Status status = write_page(page_);
  page_.clear();
  return status;
}

Status SegmentWriter::write_page(std::span<const base::KeyValue> page) {
  const std::string bytes = spaced_page(page, first_, list_ == kFingerprintList ? kCutBits : 0);
  fences_[list_].push_back(page.front().key);
  records_[list_] += page.size();
  return file_->append(store::BlockKind::kSpacedPages, pages_++, bytes);
}

Status SegmentWriter::add(std::uint32_t list, const base::KeyValue* records, std::size_t count) {
  if (list != list_) TEXTKIN_RETURN_IF_ERROR(write_rest());
  list_ = list;
  for (std::size_t i = 0; i < count;) {
    const std::size_t some = std::min(kRecordsOfAPage - page_.size(), count - i);
    if (some == kRecordsOfAPage) {
      TEXTKIN_RETURN_IF_ERROR(write_page({records + i, some}));
    } else {
      page_.insert(page_.end(), records + i, records + i + some);
      if (page_.size() == kRecordsOfAPage) TEXTKIN_RETURN_IF_ERROR(write_rest());
    }
    i += some;
  }
  return {};
}

Status SegmentWriter::commit() {
  TEXTKIN_RETURN_IF_ERROR(write_rest());
  std::string meta;
  const bool has_fingerprints = records_[kFingerprintList] > 0;
  const std::uint32_t lists = has_fingerprints ? kLists : kListsWithout;
  put_number(has_fingerprints ? kSegmentVersion : kSegmentVersionWithout, meta);
  put_number(first_, meta);
  put_number(last_, meta);
  put_number(lists, meta);
  for (std::uint32_t list = 0; list < lists; ++list) {
    put_number(records_[list], meta);
    if (fences_[list].empty()) continue;
    TEXTKIN_RETURN_IF_ERROR(
        file_->append(store::BlockKind::kKeyFences, list,
                      std::string_view(reinterpret_cast<const char*>(fences_[list].data()), fences_[list].size() * 8)));
  }
  TEXTKIN_RETURN_IF_ERROR(file_->append(store::BlockKind::kMeta, 0, meta));
  return file_->commit();
}

}  // namespace textkin::archive
