#include "engine/leaks/passage_files.h"

#include <string>
#include <string_view>

#include "report/formats/catalog.h"
#include "store/document_reader.h"

namespace textkin::engine::leaks {
namespace {

std::uint32_t length_of(const CharacterSpan& span) { return span.end - span.begin; }

}  // namespace

Result<PassageFiles> PassageFiles::open(const LeakOptions& wanted) {
  PassageFiles files;
  if (!wanted.removed.empty() && wanted.action == LeakAction::kCut) {
    TEXTKIN_ASSIGN_OR_RETURN(
        files.cuts_, report::TableFile<report::LeakPassageCutRow>::open(wanted.removed, report::jsonl_format()));
  } else if (!wanted.removed.empty()) {
    TEXTKIN_ASSIGN_OR_RETURN(files.passages_,
                             report::TableFile<report::LeakPassageRow>::open(wanted.removed, report::jsonl_format()));
  }
  if (!wanted.leaks.empty()) {
    TEXTKIN_ASSIGN_OR_RETURN(files.items_,
                             report::TableFile<report::LeakedTextRow>::open(wanted.leaks, report::tsv_format()));
  }
  return files;
}

Status PassageFiles::write(const read::Collection& collection, const TestTexts& tests, const FoundLeaks& found) {
  if (passages_ != nullptr) TEXTKIN_RETURN_IF_ERROR(write_passages(collection, tests.collection(), found));
  if (cuts_ != nullptr) TEXTKIN_RETURN_IF_ERROR(write_cuts(collection, tests.collection(), found));
  return items_ == nullptr ? Status() : write_items(collection, tests, found);
}

Status PassageFiles::write_passages(const read::Collection& collection, const read::Collection& items,
                                    const FoundLeaks& found) {
  store::DocumentReader documents(collection.table);
  store::DocumentReader tests(items.table);
  std::string_view id;
  store::DocumentRow item;
  for (const Leak& leak : found.leaks()) {
    TEXTKIN_RETURN_IF_ERROR(documents.read_id(leak.document, id));
    for (const LeakPassage& passage : found.passages_of(leak)) {
      TEXTKIN_RETURN_IF_ERROR(tests.read(passage.item, item));
      TEXTKIN_RETURN_IF_ERROR(passages_->add({.id = id,
                                              .offset = passage.in_document.begin,
                                              .length = length_of(passage.in_document),
                                              .words = passage.words,
                                              .set = items.source(item.record).name,
                                              .item = item.id,
                                              .item_offset = passage.in_item.begin,
                                              .item_length = length_of(passage.in_item),
                                              .item_words = passage.item_words,
                                              .identity = passage.identity()}));
    }
  }
  return passages_->commit();
}

Status PassageFiles::write_cuts(const read::Collection& collection, const read::Collection& items,
                                const FoundLeaks& found) {
  store::DocumentReader documents(collection.table);
  store::DocumentReader tests(items.table);
  std::string_view id;
  store::DocumentRow item;
  for (const Leak& leak : found.leaks()) {
    TEXTKIN_RETURN_IF_ERROR(documents.read_id(leak.document, id));
    for (const LeakCut& cut : found.cuts_of(leak)) {
      const LeakPassage& passage = found.passages_of(leak)[cut.passage];
      TEXTKIN_RETURN_IF_ERROR(tests.read(cut.item, item));
      TEXTKIN_RETURN_IF_ERROR(cuts_->add({.id = id,
                                          .offset = cut.characters.begin,
                                          .length = length_of(cut.characters),
                                          .words = cut.words,
                                          .set = items.source(item.record).name,
                                          .item = item.id,
                                          .shared = cut.shared,
                                          .passage_offset = passage.in_document.begin,
                                          .passage_length = length_of(passage.in_document),
                                          .item_offset = passage.in_item.begin,
                                          .item_length = length_of(passage.in_item),
                                          .identity = passage.identity()}));
    }
  }
  return cuts_->commit();
}

Status PassageFiles::write_items(const read::Collection& collection, const TestTexts& tests, const FoundLeaks& found) {
  const read::Collection& items = tests.collection();
  store::DocumentReader documents(collection.table);
  store::DocumentReader of_items(items.table);
  std::string_view id;
  std::string first;
  store::DocumentRow row;
  for (DocId item = 0; item < items.documents(); ++item) {
    const ItemLeak& leak = found.items()[item];
    if (leak.documents == 0) continue;
    TEXTKIN_RETURN_IF_ERROR(of_items.read(item, row));
    TEXTKIN_RETURN_IF_ERROR(documents.read_id(leak.first, id));
    first = id;
    TEXTKIN_RETURN_IF_ERROR(documents.read_id(leak.best, id));
    const std::uint64_t words = tests.words_of(item).words.size();
    std::uint64_t met = 0;
    for (std::uint64_t word = 0; word < words; ++word) met += found.was_met(tests.first_word_of(item) + word);
    const LeakPassage& best = found.best_of(item);
    TEXTKIN_RETURN_IF_ERROR(items_->add({.set = items.source(row.record).name,
                                         .item = row.id,
                                         .documents = leak.documents,
                                         .first = first,
                                         .most = leak.most,
                                         .met = met,
                                         .words = words,
                                         .best = id,
                                         .offset = best.in_document.begin,
                                         .length = length_of(best.in_document),
                                         .item_offset = best.in_item.begin,
                                         .item_length = length_of(best.in_item),
                                         .identity = best.identity()}));
  }
  return items_->commit();
}

}  // namespace textkin::engine::leaks
