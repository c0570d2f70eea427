#include "archive/segment.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "archive/byte_strings.h"

namespace textkin::archive {
namespace {

constexpr std::uint32_t kSegmentVersion = 1;
constexpr std::uint64_t kBytesOfARecord = sizeof(std::uint64_t) + sizeof(DocId);

const std::uint64_t* keys_of(const std::string& page) { return reinterpret_cast<const std::uint64_t*>(page.data()); }
const DocId* documents_of(const std::string& page, std::uint64_t records) {
  return reinterpret_cast<const DocId*>(page.data() + records * sizeof(std::uint64_t));
}

// Checksums say that a page is what was written, not that who wrote it was right.
bool can_be(const std::string& page, std::uint64_t records, DocId documents) {
  return std::is_sorted(keys_of(page), keys_of(page) + records) &&
         std::all_of(documents_of(page, records), documents_of(page, records) + records,
                     [documents](DocId document) { return document < documents; });
}

}  // namespace

Result<std::shared_ptr<const Segment>> Segment::open(const std::string& path, std::uint64_t identity,
                                                     std::uint32_t name, PageCache& cache) {
  TEXTKIN_ASSIGN_OR_RETURN(std::shared_ptr<const store::BlockFile> file,
                           store::BlockFile::open(path, identity, "make it again with `textkin index repair`"));
  std::shared_ptr<Segment> segment(new Segment(std::move(file), name, cache));
  TEXTKIN_RETURN_IF_ERROR(segment->read_meta());
  return std::shared_ptr<const Segment>(std::move(segment));
}

Status Segment::read_meta() {
  const store::Block* const block = file_->find(store::BlockKind::kMeta, 0);
  if (block == nullptr) return file_->damaged("it says not what it is");
  std::string bytes;
  TEXTKIN_RETURN_IF_ERROR(file_->read(*block, bytes));
  TakenBytes meta(bytes);
  const auto version = meta.number<std::uint32_t>();
  if (version != kSegmentVersion) return Status(Code::kMismatch, file_->path() + " is of another version of textkin");
  first_ = meta.number<DocId>();
  last_ = meta.number<DocId>();
  if (meta.number<std::uint32_t>() != kLists) return file_->damaged("it has other lists");
  for (List& list : lists_) list.records = meta.number<std::uint64_t>();
  if (!meta.at_end() || first_ >= last_) return file_->damaged("it says not what it is");
  std::uint32_t pages = 0;
  for (std::uint32_t number = 0; number < kLists; ++number) {
    List& list = lists_[number];
    list.first_page = pages;
    const std::uint64_t of_list = (list.records + kRecordsOfAPage - 1) / kRecordsOfAPage;
    if (of_list == 0) continue;
    const store::Block* const fences = file_->find(store::BlockKind::kKeyFences, number);
    if (fences == nullptr || fences->size != of_list * sizeof(std::uint64_t)) return file_->damaged("a list is cut");
    TEXTKIN_RETURN_IF_ERROR(file_->read(*fences, bytes));
    list.fences.resize(of_list);
    std::memcpy(list.fences.data(), bytes.data(), bytes.size());
    if (!std::ranges::is_sorted(list.fences)) return file_->damaged("a list is not in order");
    pages += static_cast<std::uint32_t>(of_list);
  }
  return {};
}

std::uint64_t Segment::records_of_page(const List& list, std::uint64_t page) const {
  return std::min(kRecordsOfAPage, list.records - page * kRecordsOfAPage);
}

Result<PageCache::Page> Segment::page(std::uint32_t number, std::uint64_t records) const {
  const std::uint64_t name = std::uint64_t{name_} << 32 | number;
  if (PageCache::Page held = cache_.find(name)) return held;
  const store::Block* const block = file_->find(store::BlockKind::kKeyPages, number);
  if (block == nullptr || block->size != records * kBytesOfARecord) return file_->damaged("a page is missing or cut");
  auto bytes = std::make_shared<std::string>();
  TEXTKIN_RETURN_IF_ERROR(file_->read(*block, *bytes));
  if (!can_be(*bytes, records, last_ - first_)) return file_->damaged("a page holds what cannot be");
  cache_.keep(name, bytes);
  return PageCache::Page(std::move(bytes));
}

Result<std::uint64_t> Segment::position(std::uint32_t number, std::uint64_t key) const {
  const List& list = lists_[number];
  // Keys below `key` end in the last page that begins below it.
  const auto after = static_cast<std::uint64_t>(std::ranges::lower_bound(list.fences, key) - list.fences.begin());
  if (after == 0) return std::uint64_t{0};
  const std::uint64_t records = records_of_page(list, after - 1);
  TEXTKIN_ASSIGN_OR_RETURN(const PageCache::Page held,
                           page(list.first_page + static_cast<std::uint32_t>(after - 1), records));
  const std::uint64_t* const keys = keys_of(*held);
  const auto below = static_cast<std::uint64_t>(std::lower_bound(keys, keys + records, key) - keys);
  return (after - 1) * kRecordsOfAPage + below;
}

// Most keys are looked for in vain, and then both ends are in one page.
Result<KeyLists::Range> Segment::range(std::uint32_t number, std::uint64_t low, std::uint64_t high) const {
  const List& list = lists_[number];
  const auto after = static_cast<std::uint64_t>(std::ranges::lower_bound(list.fences, low) - list.fences.begin());
  Range found;
  if (after > 0) {
    const std::uint64_t records = records_of_page(list, after - 1);
    TEXTKIN_ASSIGN_OR_RETURN(const PageCache::Page held,
                             page(list.first_page + static_cast<std::uint32_t>(after - 1), records));
    const std::uint64_t* const keys = keys_of(*held);
    const std::uint64_t* const begin = std::lower_bound(keys, keys + records, low);
    const std::uint64_t before = (after - 1) * kRecordsOfAPage;
    found.begin = before + static_cast<std::uint64_t>(begin - keys);
    found.end = before + static_cast<std::uint64_t>(std::upper_bound(begin, keys + records, high) - keys);
    if (found.end < before + records) return found;
  }
  // It may go on in later pages.
  if (after >= list.fences.size() || list.fences[after] > high) {
    if (after == 0) found.begin = found.end = 0;
    return found;
  }
  if (high == ~std::uint64_t{0}) {
    found.end = list.records;
    return found;
  }
  TEXTKIN_ASSIGN_OR_RETURN(found.end, position(number, high + 1));
  return found;
}

Status Segment::append_documents(std::uint32_t number, std::uint64_t begin, std::uint64_t end,
                                 std::vector<DocId>& out) const {
  const List& list = lists_[number];
  for (std::uint64_t at = begin; at < end;) {
    const std::uint64_t of = at / kRecordsOfAPage;
    const std::uint64_t records = records_of_page(list, of);
    TEXTKIN_ASSIGN_OR_RETURN(const PageCache::Page held,
                             page(list.first_page + static_cast<std::uint32_t>(of), records));
    const DocId* const documents = documents_of(*held, records);
    const std::uint64_t from = at - of * kRecordsOfAPage;
    const std::uint64_t to = std::min(records, end - of * kRecordsOfAPage);
    for (std::uint64_t i = from; i < to; ++i) out.push_back(first_ + documents[i]);
    at = of * kRecordsOfAPage + to;
  }
  return {};
}

Status Segment::append_records(std::uint32_t number, std::uint64_t begin, std::uint64_t end,
                               std::vector<base::KeyValue>& out) const {
  const List& list = lists_[number];
  for (std::uint64_t at = begin; at < end;) {
    const std::uint64_t of = at / kRecordsOfAPage;
    const std::uint64_t records = records_of_page(list, of);
    TEXTKIN_ASSIGN_OR_RETURN(const PageCache::Page held,
                             page(list.first_page + static_cast<std::uint32_t>(of), records));
    const std::uint64_t from = at - of * kRecordsOfAPage;
    const std::uint64_t to = std::min(records, end - of * kRecordsOfAPage);
    for (std::uint64_t i = from; i < to; ++i)
      out.push_back({.value = first_ + documents_of(*held, records)[i], .key = keys_of(*held)[i]});
    at = of * kRecordsOfAPage + to;
  }
  return {};
}

Result<SegmentWriter> SegmentWriter::create(const std::string& path, std::uint64_t identity, DocId first, DocId last) {
  TEXTKIN_ASSIGN_OR_RETURN(std::unique_ptr<store::BlockFileWriter> file,
                           store::BlockFileWriter::create(path, identity));
  return SegmentWriter(std::move(file), first, last);
}

Status SegmentWriter::write_page() {
  if (page_.empty()) return {};
  std::string keys;
  std::string documents;
  for (const base::KeyValue& record : page_) {
    put_number(record.key, keys);
    put_number(static_cast<DocId>(record.value - first_), documents);
  }
  fences_[list_].push_back(page_.front().key);
  records_[list_] += page_.size();
  page_.clear();
  const std::array<std::string_view, 2> pieces{keys, documents};
  return file_->append(store::BlockKind::kKeyPages, pages_++, pieces);
}

Status SegmentWriter::add(std::uint32_t list, const base::KeyValue* records, std::size_t count) {
  if (list != list_) TEXTKIN_RETURN_IF_ERROR(write_page());
  list_ = list;
  for (std::size_t i = 0; i < count; ++i) {
    page_.push_back(records[i]);
    if (page_.size() == kRecordsOfAPage) TEXTKIN_RETURN_IF_ERROR(write_page());
  }
  return {};
}

Status SegmentWriter::commit() {
  TEXTKIN_RETURN_IF_ERROR(write_page());
  std::string meta;
  put_number(kSegmentVersion, meta);
  put_number(first_, meta);
  put_number(last_, meta);
  put_number(kLists, meta);
  for (std::uint32_t list = 0; list < kLists; ++list) {
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
