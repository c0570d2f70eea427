#include "input/id_table.h"

#include <algorithm>
#include <cstring>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "base/checksum.h"
#include "base/sort.h"

namespace textkin::input {
namespace {

using base::KeyValue;

// A document whose id stands before it too, for the first time at `original`.
struct Repeat {
  DocId doc;
  DocId original;
};

// The hashes of the ids of [first, last), ascending; value is the document.
std::vector<KeyValue> sorted_hashes(const IdTable& ids, DocId first, DocId last) {
  std::vector<KeyValue> hashes(last - first);
  for (DocId doc = first; doc < last; ++doc) hashes[doc - first] = {doc, base::checksum(ids[doc])};
  base::sort(hashes.data(), hashes.size());
  return hashes;
}

// In input order.
std::vector<Repeat> find_repeats(const IdTable& ids, const std::vector<KeyValue>& hashes) {
  std::vector<Repeat> repeats;
  std::vector<DocId> alike;
  for (std::size_t begin = 0, end; begin < hashes.size(); begin = end) {
    for (end = begin + 1; end < hashes.size() && hashes[end].key == hashes[begin].key;) ++end;
    if (end - begin == 1) continue;
    alike.clear();
    for (std::size_t i = begin; i < end; ++i) alike.push_back(static_cast<DocId>(hashes[i].value));
    // Different ids may share a hash; equal ones stay in input order.
    std::stable_sort(alike.begin(), alike.end(), [&](DocId a, DocId b) { return ids[a] < ids[b]; });
    DocId original = alike.front();
    for (std::size_t i = 1; i < alike.size(); ++i) {
      if (ids[alike[i]] == ids[original]) {
        repeats.push_back({alike[i], original});
      } else {
        original = alike[i];
      }
    }
  }
  std::sort(repeats.begin(), repeats.end(), [](const Repeat& a, const Repeat& b) { return a.doc < b.doc; });
  return repeats;
}

bool exists(const IdTable& ids, const std::vector<KeyValue>& hashes, std::string_view id) {
  const std::uint64_t hash = base::checksum(id);
  auto at =
      std::lower_bound(hashes.begin(), hashes.end(), hash, [](const KeyValue& a, auto key) { return a.key < key; });
  for (; at != hashes.end() && at->key == hash; ++at)
    if (ids[static_cast<DocId>(at->value)] == id) return true;
  return false;
}

// An id can hold anything, a message is one line.
std::string on_one_line(std::string_view id) {
  std::string line(id);
  for (char& c : line)
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) c = '?';
  return line;
}

}  // namespace

IdTable::Page IdTable::make_page(const std::vector<std::uint32_t>& ends, std::string_view bytes) {
  const std::size_t head = ends.size() * sizeof(std::uint32_t);
  Page page = std::make_unique_for_overwrite<char[]>(head + bytes.size());
  std::memcpy(page.get(), ends.data(), head);
  std::copy(bytes.begin(), bytes.end(), page.get() + head);
  return page;
}

std::uint32_t IdTable::end_of(const Page& page, std::size_t i) {
  std::uint32_t end;
  std::memcpy(&end, page.get() + i * sizeof end, sizeof end);
  return end;
}

void IdTable::append(std::string_view id) {
  bytes_.append(id);
  ends_.push_back(static_cast<std::uint32_t>(bytes_.size()));
  if (ends_.size() < kPageIds) return;
  pages_.push_back(make_page(ends_, bytes_));
  page_bytes_ += kPageIds * sizeof(std::uint32_t) + bytes_.size();
  ends_.clear();
  bytes_.clear();
}

std::string_view IdTable::operator[](DocId doc) const {
  const std::size_t number = doc / kPageIds;
  const std::size_t i = doc % kPageIds;
  if (number == pages_.size()) {
    const std::size_t begin = i == 0 ? 0 : ends_[i - 1];
    return std::string_view(bytes_).substr(begin, ends_[i] - begin);
  }
  const Page& page = pages_[number];
  const std::size_t begin = i == 0 ? 0 : end_of(page, i - 1);
  return {page.get() + kPageIds * sizeof(std::uint32_t) + begin, end_of(page, i) - begin};
}

void IdTable::rename(DocId doc, std::string_view id) {
  const std::size_t number = doc / kPageIds;
  const DocId first = static_cast<DocId>(number * kPageIds);
  const DocId last = std::min<DocId>(first + kPageIds, size());
  std::vector<std::uint32_t> ends;
  std::string bytes;
  for (DocId other = first; other < last; ++other) {
    bytes.append(other == doc ? id : (*this)[other]);
    ends.push_back(static_cast<std::uint32_t>(bytes.size()));
  }
  if (number == pages_.size()) {
    ends_ = std::move(ends);
    bytes_ = std::move(bytes);
    return;
  }
  page_bytes_ += bytes.size() - end_of(pages_[number], kPageIds - 1);
  pages_[number] = make_page(ends, bytes);
}

Status IdTable::make_unique(DocId first, DocId last, bool number, const std::function<std::string(DocId)>& place) {
  const std::vector<KeyValue> hashes = sorted_hashes(*this, first, last);
  const std::vector<Repeat> repeats = find_repeats(*this, hashes);
  if (repeats.empty()) return {};
  if (!number) {
    const Repeat& repeat = repeats.front();
    return Status(Code::kBadInput, "id '" + on_one_line((*this)[repeat.doc]) +
                                       "' stands twice: " + place(repeat.original) + " and " + place(repeat.doc) +
                                       "; give --repeated-ids number, or another --id-field");
  }
  std::unordered_map<DocId, std::uint64_t> next;  // number to try for the next repeat of this original
  std::unordered_set<std::string> taken;
  for (const Repeat& repeat : repeats) {
    std::uint64_t& counter = next.try_emplace(repeat.original, 2).first->second;
    const std::string id((*this)[repeat.original]);
    std::string name;
    do {
      name = id + "#" + std::to_string(counter++);
    } while (exists(*this, hashes, name) || taken.contains(name));
    rename(repeat.doc, name);
    taken.insert(std::move(name));
  }
  return {};
}

std::uint64_t IdTable::memory_bytes() const {
  return page_bytes_ + pages_.capacity() * (sizeof(Page) + 16) + bytes_.capacity() +
         ends_.capacity() * sizeof(std::uint32_t);
}

}  // namespace textkin::input
