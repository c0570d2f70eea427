#include "engine/leaks/gram_files.h"

#include <string_view>
#include <vector>

#include "report/formats/catalog.h"
#include "store/document_reader.h"

namespace textkin::engine::leaks {

Result<GramFiles> GramFiles::open(const LeakOptions& wanted) {
  GramFiles files;
  if (!wanted.removed.empty() && wanted.action == LeakAction::kCut) {
    TEXTKIN_ASSIGN_OR_RETURN(files.cuts_,
                             report::TableFile<report::LeakCutRow>::open(wanted.removed, report::jsonl_format()));
  } else if (!wanted.removed.empty()) {
    TEXTKIN_ASSIGN_OR_RETURN(files.removed_,
                             report::TableFile<report::LeakRow>::open(wanted.removed, report::jsonl_format()));
  }
  if (!wanted.leaks.empty()) {
    TEXTKIN_ASSIGN_OR_RETURN(files.items_,
                             report::TableFile<report::LeakedItemRow>::open(wanted.leaks, report::tsv_format()));
  }
  return files;
}

Status GramFiles::write(const read::Collection& collection, const TestGrams& grams, const FoundLeaks& found) {
  if (removed_ != nullptr) TEXTKIN_RETURN_IF_ERROR(write_removed(collection, grams, found));
  if (cuts_ != nullptr) TEXTKIN_RETURN_IF_ERROR(write_cuts(collection, grams.collection(), found));
  return items_ == nullptr ? Status() : write_items(collection, grams, found);
}

Status GramFiles::write_removed(const read::Collection& collection, const TestGrams& grams, const FoundLeaks& found) {
  const read::Collection& items = grams.collection();
  store::DocumentReader documents(collection.table);
  store::DocumentReader tests(items.table);
  std::string_view id;
  store::DocumentRow item;
  for (const Leak& leak : found.leaks()) {
    TEXTKIN_RETURN_IF_ERROR(documents.read_id(leak.document, id));
    TEXTKIN_RETURN_IF_ERROR(tests.read(leak.item, item));
    TEXTKIN_RETURN_IF_ERROR(removed_->add({.id = id,
                                           .set = items.source(item.record).name,
                                           .item = item.id,
                                           .shared = leak.shared,
                                           .items = leak.items,
                                           .ngram = grams.spelling(leak.gram)}));
  }
  return removed_->commit();
}

Status GramFiles::write_cuts(const read::Collection& collection, const read::Collection& items,
                             const FoundLeaks& found) {
  store::DocumentReader documents(collection.table);
  store::DocumentReader tests(items.table);
  std::string_view id;
  store::DocumentRow item;
  for (const Leak& leak : found.leaks()) {
    TEXTKIN_RETURN_IF_ERROR(documents.read_id(leak.document, id));
    for (const LeakCut& cut : found.cuts_of(leak)) {
      TEXTKIN_RETURN_IF_ERROR(tests.read(cut.item, item));
      TEXTKIN_RETURN_IF_ERROR(cuts_->add({.id = id,
                                          .offset = cut.characters.begin,
                                          .length = cut.characters.end - cut.characters.begin,
                                          .words = cut.words,
                                          .set = items.source(item.record).name,
                                          .item = item.id,
                                          .shared = cut.shared}));
    }
  }
  return cuts_->commit();
}

Status GramFiles::write_items(const read::Collection& collection, const TestGrams& grams, const FoundLeaks& found) {
  const read::Collection& items = grams.collection();
  store::DocumentReader documents(collection.table);
  store::DocumentReader tests(items.table);
  std::string_view first;
  store::DocumentRow row;
  const std::vector<std::uint32_t> met = grams.count([&](Gram gram) { return found.was_met(gram); });
  const std::vector<std::uint32_t> all = grams.count([](Gram) { return true; });
  for (DocId item = 0; item < items.documents(); ++item) {
    const ItemLeak& leak = found.items()[item];
    if (leak.documents == 0) continue;
    TEXTKIN_RETURN_IF_ERROR(tests.read(item, row));
    TEXTKIN_RETURN_IF_ERROR(documents.read_id(leak.first, first));
    TEXTKIN_RETURN_IF_ERROR(items_->add({.set = items.source(row.record).name,
                                         .item = row.id,
                                         .documents = leak.documents,
                                         .first = first,
                                         .most = leak.most,
                                         .met = met[item],
                                         .ngrams = all[item]}));
  }
  return items_->commit();
}

}  // namespace textkin::engine::leaks
