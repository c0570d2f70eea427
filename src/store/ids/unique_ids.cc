#include "store/ids/unique_ids.h"

#include <algorithm>
#include <map>
#include <string>

#include "base/checksum.h"
#include "base/sort.h"
#include "store/document_reader.h"

namespace textkin::store {
namespace {

using base::KeyValue;

// A document whose id stands before it too, for the first time at `original`. Its id becomes that with "#number".
struct Repeat {
  DocId doc;
  DocId original;
  std::uint32_t number;  // less than the documents and 2, for every number in between is the id of some document
};

// An id can hold anything, a message is one line.
std::string on_one_line(std::string_view id) {
  std::string line(id);
  for (char& c : line)
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) c = '?';
  return line;
}

// Finds equal ids by the order of their hashes.
class RepeatFinder {
 public:
  // Looks at [first, last). Without `numbers` only the first repeat is kept.
  RepeatFinder(const DocumentTable& table, DocId first, DocId last, bool numbers, base::MemoryBudget& budget,
               const GivenFor& given_for)
      : reader_(table),
        others_(table),
        first_(first),
        last_(last),
        numbers_(numbers),
        budget_(budget),
        share_(budget),
        given_for_(given_for) {}

  Status run() {
    TEXTKIN_RETURN_IF_ERROR(hash_all());
    for (std::size_t begin = 0, end; begin < hashes_.size(); begin = end) {
      for (end = begin + 1; end < hashes_.size() && hashes_[end].key == hashes_[begin].key;) ++end;
      if (end - begin > 1) TEXTKIN_RETURN_IF_ERROR(compare(begin, end));
    }
    std::sort(repeats_.begin(), repeats_.end(), [](const Repeat& a, const Repeat& b) { return a.doc < b.doc; });
    return {};
  }

  // In input order.
  const std::vector<Repeat>& repeats() const { return repeats_; }

 private:
  struct Group {
    DocId original;
    std::uint32_t next;  // number to try
  };

  Status hash_all() {
    const std::uint64_t documents = last_ - first_;
    if (!share_.resize(documents * sizeof(KeyValue))) return exhausted();
    hashes_.resize(documents);
    for (DocId doc = first_; doc < last_; ++doc) {
      std::string_view id;
      TEXTKIN_RETURN_IF_ERROR(reader_.read_id(doc, id));
      hashes_[doc - first_] = {doc, base::checksum(id)};
    }
    base::sort(hashes_.data(), hashes_.size());
    return {};
  }

  // Documents of one hash, which stand in input order. Different ids may share it.
  Status compare(std::size_t begin, std::size_t end) {
    std::map<std::string, Group, std::less<>> groups;
    for (std::size_t i = begin; i < end; ++i) {
      const DocId doc = static_cast<DocId>(hashes_[i].value);
      std::string_view id;
      TEXTKIN_RETURN_IF_ERROR(reader_.read_id(doc, id));
      const auto group = groups.find(id);
      if (group == groups.end()) {
        groups.emplace(id, Group{doc, 2});
      } else {
        TEXTKIN_RETURN_IF_ERROR(add(doc, group->first, group->second));
      }
    }
    return {};
  }

  Status add(DocId doc, const std::string& id, Group& group) {
    if (!numbers_) {
      if (repeats_.empty() || doc < repeats_[0].doc) repeats_ = {{doc, group.original, 0}};
      return {};
    }
    // What is after the last "#" is the number, so that two originals never give the same id.
    for (bool found = true; found; ++group.next)
      TEXTKIN_RETURN_IF_ERROR(exists(id + "#" + std::to_string(group.next), found));
    if (repeats_.size() == repeats_.capacity()) {
      const std::size_t capacity = std::max<std::size_t>(1024, 2 * repeats_.capacity());
      const std::uint64_t bytes = hashes_.size() * sizeof(KeyValue) + (repeats_.capacity() + capacity) * sizeof(Repeat);
      if (!share_.resize(bytes)) return exhausted();
      repeats_.reserve(capacity);
    }
    repeats_.push_back({doc, group.original, group.next - 1});
    return {};
  }

  // Whether some document has that id.
  Status exists(std::string_view id, bool& found) {
    const std::uint64_t hash = base::checksum(id);
    auto at = std::lower_bound(hashes_.begin(), hashes_.end(), hash,
                               [](const KeyValue& a, std::uint64_t key) { return a.key < key; });
    for (found = false; !found && at != hashes_.end() && at->key == hash; ++at) {
      std::string_view other;
      TEXTKIN_RETURN_IF_ERROR(others_.read_id(static_cast<DocId>(at->value), other));
      found = other == id;
    }
    return {};
  }

  // What would do for whatever their ids are, beside what others hold, of whom some may hold more then.
  Status exhausted() const {
    constexpr std::uint64_t kRepeated = 3 * sizeof(Repeat);  // while they grow
    const std::uint64_t own = (last_ - first_) * (sizeof(KeyValue) + (numbers_ ? kRepeated : 0)) + 1024 * kRepeated;
    const std::uint64_t all = budget_.used() - share_.bytes() + own;
    return Status(Code::kExhausted, "memory has no room to compare the ids of " + std::to_string(last_ - first_) +
                                        " documents; --memory " + given_for_(all + all / 8) + " would do");
  }

  DocumentReader reader_;
  DocumentReader others_;
  const DocId first_;
  const DocId last_;
  const bool numbers_;
  base::MemoryBudget& budget_;
  base::MemoryShare share_;
  const GivenFor& given_for_;
  std::vector<KeyValue> hashes_;  // of the ids, ascending; value is the document
  std::vector<Repeat> repeats_;
};

}  // namespace

Status make_ids_unique(DocumentTable& table, DocId first, DocId last, bool number, const PlaceOf& place,
                       base::MemoryBudget& budget, const GivenFor& given_for) {
  RepeatFinder finder(table, first, last, number, budget, given_for);
  TEXTKIN_RETURN_IF_ERROR(finder.run());
  if (finder.repeats().empty()) return {};
  DocumentReader reader(table);
  std::string_view id;
  if (!number) {
    const Repeat& repeat = finder.repeats().front();
    TEXTKIN_RETURN_IF_ERROR(reader.read_id(repeat.doc, id));
    TEXTKIN_ASSIGN_OR_RETURN(const std::string original, place(repeat.original));
    TEXTKIN_ASSIGN_OR_RETURN(const std::string second, place(repeat.doc));
    return Status(Code::kBadInput, "id '" + on_one_line(id) + "' stands twice: " + original + " and " + second +
                                       "; give --repeated-ids number, or another --id-field");
  }
  for (const Repeat& repeat : finder.repeats()) {
    TEXTKIN_RETURN_IF_ERROR(reader.read_id(repeat.original, id));
    table.rename(repeat.doc, std::string(id) + "#" + std::to_string(repeat.number));
  }
  return {};
}

}  // namespace textkin::store
