#include "engine/leaks/test_grams.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "base/free_room.h"
#include "engine/read/counted_room.h"
#include "engine/read/text_pass.h"
#include "engine/read/text_room.h"
#include "hash/mix.h"
#include "store/document_reader.h"
#include "text/catalog.h"
#include "text/shingles/named_shingler.h"

namespace textkin::engine::leaks {
namespace {

// Of an n-gram of an item: as it is read and sorted, 16; features, lists and bits, with what tells lists apart, 32. Of
// an item: its place, what is found of it, and a counter a thread.
constexpr std::uint64_t kBytesAGram = 32;
constexpr std::uint64_t kBytesAWord = 8;
constexpr std::uint64_t kBytesAnItem = 96;
// Of a text whose n-grams are on their way: a place and an n-gram, while both grow, and its words once more.
constexpr std::uint64_t kBytesAReadWord = 32;
constexpr std::uint64_t kBytesAReadByte = 4;
constexpr std::size_t kLargeItem = 1u << 20;  // whose scratch does not stay
// Of eight parts of the memory.
constexpr std::uint64_t kParts = 3;

// Lists of items, each kept once.
class ListTable {
 public:
  ListTable(std::vector<std::uint32_t>& begins, std::vector<DocId>& items, DocId count)
      : begins_(begins), items_(items), of_one_(count, kNone) {}

  ItemList number_of(const std::vector<DocId>& items) {
    if (items.size() == 1) {
      ItemList& known = of_one_[items.front()];
      if (known == kNone) known = add(items);
      return known;
    }
    std::uint64_t hash = items.size();
    for (const DocId item : items) hash = hash::mix64(hash ^ item);
    const auto [first, last] = known_.equal_range(hash);
    for (auto at = first; at != last; ++at) {
      const auto begin = items_.begin() + begins_[at->second];
      const auto end = items_.begin() + begins_[at->second + 1];
      if (std::equal(items.begin(), items.end(), begin, end)) return at->second;
    }
    return known_.emplace(hash, add(items))->second;
  }

 private:
  static constexpr ItemList kNone = 0xFFFFFFFFu;

  ItemList add(const std::vector<DocId>& items) {
    items_.insert(items_.end(), items.begin(), items.end());
    begins_.push_back(static_cast<std::uint32_t>(items_.size()));
    return static_cast<ItemList>(begins_.size() - 2);
  }

  std::vector<std::uint32_t>& begins_;
  std::vector<DocId>& items_;
  std::vector<ItemList> of_one_;  // by item
  std::unordered_multimap<std::uint64_t, ItemList> known_;
};

struct GramsOfItems : read::BlockVisitor::Made {
  text::TokenRow texts{" "};
  std::vector<std::uint32_t> lengths;  // in words, by item
  std::vector<base::KeyValue> grams;   // feature, and item and place; items numbered within the block
};

}  // namespace

class GramReader final : public read::VisitorOf<GramsOfItems> {
 public:
  static Result<std::unique_ptr<GramReader>> of(const read::Collection& collection, TestGrams& into) {
    std::unique_ptr<GramReader> reader(new GramReader(collection, into));
    for (unsigned thread = 0; thread < collection.threads; ++thread) {
      TEXTKIN_ASSIGN_OR_RETURN(std::unique_ptr<text::NamedShingler> shingler,
                               text::make_named_shingler(collection.text));
      const read::BesideText beside{.eighths = kParts, .a_unit = kBytesAReadWord, .a_byte = kBytesAReadByte};
      reader->workers_.push_back({std::move(shingler), read::TextRoom(collection, beside)});
    }
    return reader;
  }

  Status make(std::span<const Document> documents, unsigned worker, GramsOfItems& made) override {
    Worker& own = workers_[worker];
    for (std::size_t i = 0; i < documents.size(); ++i) {
      TEXTKIN_RETURN_IF_ERROR(own.room.check(documents[i], false));
      const text::SpelledShingles shingles = own.shingler->spelled(documents[i].text);
      if (i == 0) made.texts = text::TokenRow(shingles.tokens.between());
      for (std::size_t word = 0; word < shingles.tokens.size(); ++word) made.texts.append(shingles.tokens[word]);
      made.lengths.push_back(static_cast<std::uint32_t>(shingles.tokens.size()));
      const auto first = static_cast<std::ptrdiff_t>(made.grams.size());
      for (std::size_t place = 0; place < shingles.features.size(); ++place)
        made.grams.push_back({.value = i << 32 | place, .key = shingles.features[place]});
      base::sort(made.grams.data() + first, made.grams.size() - static_cast<std::size_t>(first));
      const auto again = std::ranges::unique(made.grams.begin() + first, made.grams.end(), {}, &base::KeyValue::key);
      made.grams.erase(again.begin(), again.end());
      made.sizes.push_back(static_cast<std::uint32_t>(made.grams.size() - static_cast<std::size_t>(first)));
      if (documents[i].text.size() > kLargeItem) own.shingler->free();
    }
    made.grams.shrink_to_fit();
    return {};
  }

  Status take(DocId first, GramsOfItems& made) override {
    const std::uint64_t bytes = made.grams.size() * kBytesAGram + made.texts.bytes() + made.texts.size() * kBytesAWord +
                                made.lengths.size() * kBytesAnItem;
    TEXTKIN_ASSIGN_OR_RETURN(const bool kept, room_.take(bytes));
    if (!kept) return {};
    std::uint32_t words = 0;
    for (const std::uint32_t length : made.lengths) {
      into_.places_.push_back({static_cast<std::uint32_t>(into_.texts_.size()), words, length});
      words += length;
    }
    into_.texts_.push_back(std::as_const(made.texts));  // a copy has no room to grow
    for (base::KeyValue& gram : made.grams) gram.value += std::uint64_t{first} << 32;
    grams_ += made.grams.size();
    blocks_.push_back(std::move(made.grams));
    if (grams_ >= kNoGram) return Status(Code::kExhausted, "--against has 2^32 n-grams; give a part of it");
    return {};
  }

  // Once all items are read.
  Result<std::vector<base::KeyValue>> take_grams() {
    TEXTKIN_RETURN_IF_ERROR(room_.check());
    into_.bytes_ = room_.bytes();
    std::vector<base::KeyValue> all;
    all.reserve(grams_);
    for (std::vector<base::KeyValue>& block : blocks_) {
      all.insert(all.end(), block.begin(), block.end());
      base::free_room(block);
    }
    return all;
  }

 private:
  struct Worker {
    std::unique_ptr<text::NamedShingler> shingler;
    read::TextRoom room;
  };

  GramReader(const read::Collection& collection, TestGrams& into)
      : into_(into), room_(collection, kParts, "the n-grams of --against do not fit in three eighths of --memory") {}

  TestGrams& into_;
  read::CountedRoom room_;
  std::vector<Worker> workers_;  // one a thread
  std::vector<std::vector<base::KeyValue>> blocks_;
  std::uint64_t grams_ = 0;
};

Result<std::unique_ptr<TestGrams>> TestGrams::read(const run::Reading& tests, Progress& progress) {
  std::unique_ptr<TestGrams> made(new TestGrams());
  TEXTKIN_ASSIGN_OR_RETURN(made->collection_, read::open_collection(tests, "", kBytesAGramByte));
  TEXTKIN_ASSIGN_OR_RETURN(const std::unique_ptr<GramReader> reader, GramReader::of(made->collection_, *made));
  TEXTKIN_RETURN_IF_ERROR(read::read_texts(made->collection_, tests.inputs, *reader, progress));
  TEXTKIN_ASSIGN_OR_RETURN(std::vector<base::KeyValue> grams, reader->take_grams());
  made->index(std::move(grams));
  return made;
}

void TestGrams::index(std::vector<base::KeyValue> all) {
  base::sort(all.data(), all.size());
  std::size_t different = 0;
  for (std::size_t i = 0; i < all.size(); ++i) different += i == 0 || all[i].key != all[i - 1].key;
  features_.reserve(different);
  lists_.reserve(different);
  words_.reserve(different);
  ListTable table(list_begins_, items_, collection_.documents());
  std::vector<DocId> items;
  for (std::size_t i = 0; i < all.size();) {
    features_.push_back(all[i].key);
    words_.push_back(static_cast<std::uint32_t>(all[i].value));
    items.clear();
    for (; i < all.size() && all[i].key == features_.back(); ++i)
      items.push_back(static_cast<DocId>(all[i].value >> 32));
    lists_.push_back(table.number_of(items));
  }
  bits_ = HashBits::of(features_, [](Feature feature) { return feature; });
}

Gram TestGrams::find(Feature feature) const {
  if (!bits_.may_hold(feature)) return kNoGram;
  const auto found = std::ranges::lower_bound(features_, feature);
  return found != features_.end() && *found == feature ? static_cast<Gram>(found - features_.begin()) : kNoGram;
}

std::string_view TestGrams::spelling(Gram gram) const {
  const Place& place = places_[items_of(gram).front()];
  const std::uint32_t length = std::min(collection_.text.shingle_size, place.length);
  return texts_[place.block].run(place.first + words_[gram], length);
}

Result<std::vector<std::uint64_t>> TestGrams::count_short() const {
  std::vector<std::uint64_t> found(collection_.list.sources.size());
  store::DocumentReader reader(collection_.table);
  store::DocumentRow row;
  for (DocId item = 0; item < places_.size(); ++item) {
    if (places_[item].length == 0 || places_[item].length >= collection_.text.shingle_size) continue;
    TEXTKIN_RETURN_IF_ERROR(reader.read_record(item, row));
    ++found[row.record.source];
  }
  return found;
}

}  // namespace textkin::engine::leaks
