#include "engine/pages/clean_documents.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "engine/pages/odd_writing.h"
#include "input/reading/record_reader.h"
#include "store/document_reader.h"
#include "text/places/located_words.h"

namespace textkin::engine::pages {
namespace {

constexpr std::size_t kMostClean = 10'000;
constexpr std::uint64_t kMostCleanBytes = 1u << 20;
constexpr std::uint64_t kMostCleanText = 64u << 20;

std::vector<bool> in_pairs(const passages::FoundPassages& found, DocId own) {
  std::vector<bool> out(own);
  for (const PassagePair& pair : found.pairs)
    for (const DocId doc : {pair.a, pair.b})
      if (doc < own) out[doc] = true;
  return out;
}

void add_words(std::uint64_t words, std::string_view what, std::vector<std::string>& notes) {
  if (words > 0) notes.push_back(fmt::format("{} word{} with {}", words, words == 1 ? "" : "s", what));
}

// What is odd about a text.
class Look {
 public:
  explicit Look(const passages::FoundPassages& found) : locator_(found.words), prose_(found.words.code == nullptr) {}

  void at(std::string_view text, std::vector<std::string>& notes) {
    locator_.locate(text, words_);
    add_words(count(&text::LocatedWord::look_alike), "look-alike letters", notes);
    add_words(count(&text::LocatedWord::hidden), "hidden characters", notes);
    if (!prose_) return;
    for (std::string& line : odd_writing(text)) notes.push_back(std::move(line));
  }

 private:
  std::uint64_t count(bool text::LocatedWord::* kind) const {
    return static_cast<std::uint64_t>(std::ranges::count(words_, true, kind));
  }

  text::WordLocator locator_;
  const bool prose_;
  std::vector<text::LocatedWord> words_;
};

std::uint64_t bytes_of_clean(const report::CleanDocument& document) {
  std::uint64_t bytes = sizeof(document) + document.id.size() + document.person.size();
  for (const std::string& line : document.notes) bytes += sizeof(line) + line.size();
  return bytes;
}

}  // namespace

Result<CleanDocuments> clean_documents(const passages::FoundPassages& found, DocId own, const PageNames& names) {
  const std::vector<bool> shares = in_pairs(found, own);
  CleanDocuments out;
  out.all = static_cast<std::uint64_t>(std::ranges::count(shares, false));
  const read::Collection& collection = found.collection;
  store::DocumentReader reader(collection.table);
  store::DocumentRow row;
  input::RecordReader records(collection.settings, collection.list, collection.spool);
  Look look(found);
  std::uint64_t read = 0;
  for (DocId doc = 0; doc < own && out.named.size() < kMostClean; ++doc) {
    if (shares[doc]) continue;
    TEXTKIN_RETURN_IF_ERROR(reader.read(doc, row));
    report::CleanDocument document{
        .id = names.id(doc, row.id), .words = row.size, .person = names.person(doc), .notes = {}};
    for (input::Note& note : collection.notes_of(row.record))
      if (note.is_flag) document.notes.push_back(std::move(note.text));
    if (read + row.record.length <= kMostCleanText) {
      read += row.record.length;
      TEXTKIN_ASSIGN_OR_RETURN(const std::string_view text, records.text(row.record));
      look.at(text, document.notes);
    }
    const std::uint64_t more = bytes_of_clean(document);
    if (out.bytes + more > kMostCleanBytes) break;
    out.bytes += more;
    out.named.push_back(std::move(document));
  }
  return out;
}

}  // namespace textkin::engine::pages
