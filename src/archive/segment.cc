#include "archive/segment.h"

#include <algorithm>
#include <array>
#include <utility>

#include "archive/byte_strings.h"

namespace textkin::archive {
namespace {

// Those that were written before pages were spaced.
constexpr std::uint32_t kOldVersion = 2;
constexpr std::uint32_t kOldVersionWithout = 1;

store::BlockKind kind_of(KeyPage::Form form) {
  switch (form) {
    case KeyPage::Form::kPlain:
      return store::BlockKind::kKeyPages;
    case KeyPage::Form::kPacked:
      return store::BlockKind::kPackedPages;
    case KeyPage::Form::kSpaced:
      break;
  }
  return store::BlockKind::kSpacedPages;
}

}  // namespace

Result<std::shared_ptr<const Segment>> Segment::open(const std::string& path, std::uint64_t identity,
                                                     std::uint32_t name, std::shared_ptr<HeldPages> held) {
  TEXTKIN_ASSIGN_OR_RETURN(std::shared_ptr<const store::BlockFile> file,
                           store::BlockFile::open(path, identity, "make it again with `textkin index repair`"));
  std::shared_ptr<Segment> segment(new Segment(std::move(file), name));
  TEXTKIN_RETURN_IF_ERROR(segment->read_meta());
  std::size_t pages = 0;
  for (const List& list : segment->lists_) pages += list.fences.size();
  segment->shelf_ = std::make_unique<HeldPages::Shelf>(std::move(held), pages);
  return std::shared_ptr<const Segment>(std::move(segment));
}

Status Segment::read_meta() {
  const store::Block* const block = file_->find(store::BlockKind::kMeta, 0);
  if (block == nullptr) return file_->damaged("it says not what it is");
  std::string bytes;
  TEXTKIN_RETURN_IF_ERROR(file_->read(*block, bytes));
  TakenBytes meta(bytes);
  const auto version = meta.number<std::uint32_t>();
  if (version < kOldVersionWithout || version > kSegmentVersion)
    return Status(Code::kMismatch, file_->path() + " is of another version of textkin");
  first_ = meta.number<DocId>();
  last_ = meta.number<DocId>();
  spaced_ = version >= kSegmentVersionWithout;
  const std::uint32_t lists = version == kSegmentVersion || version == kOldVersion ? kLists : kListsWithout;
  if (meta.number<std::uint32_t>() != lists) return file_->damaged("it has other lists");
  for (std::uint32_t list = 0; list < lists; ++list) lists_[list].records = meta.number<std::uint64_t>();
  if (!meta.at_end() || first_ >= last_) return file_->damaged("it says not what it is");
  std::uint32_t pages = 0;
  for (std::uint32_t number = 0; number < kLists; ++number) {
    List& list = lists_[number];
    list.first_page = pages;
    const std::uint64_t of_list = (list.records + kRecordsOfAPage - 1) / kRecordsOfAPage;
    if (of_list == 0) continue;
    const store::Block* const fences = file_->find(store::BlockKind::kKeyFences, number);
    if (fences == nullptr || fences->size != of_list * sizeof(std::uint64_t)) return file_->damaged("a list is cut");
    list.fences.resize(of_list);
    TEXTKIN_RETURN_IF_ERROR(file_->read_to(*fences, reinterpret_cast<char*>(list.fences.data())));
    if (!std::ranges::is_sorted(list.fences)) return file_->damaged("a list is not in order");
    pages += static_cast<std::uint32_t>(of_list);
  }
  known_ = std::make_unique<std::atomic<std::uint64_t>[]>(pages / 64 + 1);
  return {};
}

Result<Segment::HeldPage> Segment::page(std::uint32_t of, std::uint64_t number, std::string* unheld) const {
  const List& list = lists_[of];
  const std::uint64_t records = std::min(kRecordsOfAPage, list.records - number * kRecordsOfAPage);
  const KeyPage::Form old = of == kFingerprintList ? KeyPage::Form::kPacked : KeyPage::Form::kPlain;
  const KeyPage::Form form = spaced_ ? KeyPage::Form::kSpaced : old;
  const auto in_file = list.first_page + static_cast<std::uint32_t>(number);
  if (HeldPages::Page held = shelf_->find(in_file)) {
    const KeyPage keys(held.view(), records, form);
    return HeldPage{std::move(held), keys, records};
  }
  const store::Block* const block = file_->find(kind_of(form), in_file);
  if (block == nullptr) return file_->damaged("a page is missing");
  std::string to_hold;
  std::string& bytes = unheld != nullptr ? *unheld : to_hold;
  TEXTKIN_RETURN_IF_ERROR(file_->read(*block, bytes));
  const KeyPage read(bytes, records, form);
  if (!read.has_its_size()) return file_->damaged("a page is cut");
  // Checksums say that a page is what was written, not that who wrote it was right.
  if (!is_known(in_file)) {
    if (!read.can_be(last_ - first_)) return file_->damaged("a page holds what cannot be");
    know(in_file);
  }
  if (unheld != nullptr) return HeldPage{{}, read, records};
  HeldPages::Page held = shelf_->keep(in_file, bytes);
  const KeyPage keys(held.view(), records, form);
  return HeldPage{std::move(held), keys, records};
}

Result<std::uint64_t> Segment::position(std::uint32_t number, std::uint64_t key) const {
  const List& list = lists_[number];
  // Keys below `key` end in the last page that begins below it.
  const auto after = list.fences_below(key);
  if (after == 0) return std::uint64_t{0};
  TEXTKIN_ASSIGN_OR_RETURN(const HeldPage held, page(number, after - 1));
  return (after - 1) * kRecordsOfAPage + held.keys.below(key);
}

// Most keys are looked for in vain, and then both ends are in one page.
Result<KeyLists::Range> Segment::range(std::uint32_t number, std::uint64_t low, std::uint64_t high) const {
  const List& list = lists_[number];
  const auto after = list.fences_below(low);
  Range found;
  if (after > 0) {
    TEXTKIN_ASSIGN_OR_RETURN(const HeldPage held, page(number, after - 1));
    const std::uint64_t before = (after - 1) * kRecordsOfAPage;
    const auto [begin, end] = held.keys.range(low, high);
    found = {.begin = before + begin, .end = before + end};
    if (found.end < before + held.records) return found;
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

// A look waits for its place and then for its page, each somewhere in memory; all looks of a question together wait for
// either once.
void Segment::expect(std::span<const Expected> keys) const {
  std::array<std::uint64_t, kLists> pages;
  keys = keys.first(std::min(keys.size(), pages.size()));
  for (const bool has_places : {false, true})
    for (std::size_t i = 0; i < keys.size(); ++i) {
      const List& list = lists_[keys[i].list];
      if (list.records == 0) continue;
      if (!has_places) pages[i] = list.first_page + std::max<std::uint64_t>(list.fences_below(keys[i].low), 1) - 1;
      has_places ? shelf_->expect_page(pages[i]) : shelf_->expect_place(pages[i]);
    }
}

Status Segment::append_documents(std::uint32_t number, std::uint64_t begin, std::uint64_t end,
                                 std::vector<DocId>& out) const {
  for (std::uint64_t at = begin; at < end;) {
    const std::uint64_t of = at / kRecordsOfAPage;
    TEXTKIN_ASSIGN_OR_RETURN(const HeldPage held, page(number, of));
    const std::uint64_t to = std::min(held.records, end - of * kRecordsOfAPage);
    for (std::uint64_t i = at - of * kRecordsOfAPage; i < to; ++i) out.push_back(first_ + held.keys.document(i));
    at = of * kRecordsOfAPage + to;
  }
  return {};
}

Status Segment::append_records(std::uint32_t number, std::uint64_t begin, std::uint64_t end,
                               std::vector<base::KeyValue>& out) const {
  std::string unheld;
  for (std::uint64_t at = begin; at < end;) {
    const std::uint64_t of = at / kRecordsOfAPage;
    TEXTKIN_ASSIGN_OR_RETURN(const HeldPage held, page(number, of, &unheld));
    const std::uint64_t to = std::min(held.records, end - of * kRecordsOfAPage);
    std::uint64_t i = at - of * kRecordsOfAPage;
    held.keys.each_key(
        i, to, [&](std::uint64_t key) { out.push_back({.value = first_ + held.keys.document(i++), .key = key}); });
    at = of * kRecordsOfAPage + to;
  }
  return {};
}

}  // namespace textkin::archive
