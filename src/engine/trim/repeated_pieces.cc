#include "engine/trim/repeated_pieces.h"

#include <algorithm>
#include <mutex>
#include <utility>

#include "base/free_room.h"
#include "base/parallel.h"
#include "engine/passages/passage_memory.h"
#include "input/reading/record_reader.h"
#include "store/document_reader.h"

namespace textkin::engine::trim {
namespace {

constexpr std::size_t kDocumentsAtOnce = 64;
constexpr std::size_t kRecordsAtOnce = 1u << 14;
constexpr std::size_t kToldEvery = 16;  // stretches

// What one thread reads with.
struct Reader {
  explicit Reader(const read::Collection& collection)
      : documents(collection.table), records(collection.settings, collection.list, collection.spool) {}
  store::DocumentReader documents;
  store::DocumentRow row;
  input::RecordReader records;
  std::vector<Candidate> candidates;
  std::vector<base::KeyValue> found;
};

class SecondLook {
 public:
  SecondLook(const read::Collection& collection, const KeepOrder& order, const PlaceCode& code, const SeenTwice& marks,
             base::SpillingRecords& out)
      : collection_(collection), order_(order), code_(code), marks_(marks), out_(out) {}

  Status look(DocId doc, Reader& own, TextPieces& pieces) {
    TEXTKIN_RETURN_IF_ERROR(own.documents.read_record(doc, own.row));
    if (own.row.size == 0) return {};
    const bool alone = own.row.record.length > collection_.shares.alone;
    const passages::AloneLock lock(alone_, alone);
    TEXTKIN_ASSIGN_OR_RETURN(const std::string_view text, own.records.text(own.row.record));
    pieces.read(text);
    own.candidates.clear();
    pieces.append_candidates(marks_, own.candidates);
    for (const Candidate& found : own.candidates) {
      own.found.push_back({.value = code_.pack({order_.of(doc), found.piece}, found.words), .key = found.hash});
      if (own.found.size() >= kRecordsAtOnce) TEXTKIN_RETURN_IF_ERROR(flush(own));
    }
    if (!alone) return {};
    pieces.forget();
    base::free_room(own.candidates);
    return {};
  }

  Status flush(Reader& own) {
    const std::lock_guard lock(mutex_);
    TEXTKIN_RETURN_IF_ERROR(out_.append(own.found));
    own.found.clear();
    return {};
  }

 private:
  const read::Collection& collection_;
  const KeepOrder& order_;
  const PlaceCode& code_;
  const SeenTwice& marks_;
  base::SpillingRecords& out_;
  std::mutex mutex_;
  std::shared_mutex alone_;
};

Status look_again(const read::Collection& collection, const KeepOrder& order, const PlaceCode& code,
                  const SeenTwice& marks, std::vector<std::unique_ptr<TextPieces>>& pieces, base::SpillingRecords& out,
                  Progress& progress) {
  SecondLook look(collection, order, code, marks, out);
  std::vector<std::unique_ptr<Reader>> readers;
  for (unsigned thread = 0; thread < collection.threads; ++thread)
    readers.push_back(std::make_unique<Reader>(collection));
  std::mutex mutex;  // of progress
  std::uint64_t done = 0;
  const DocId documents = collection.documents();
  const std::size_t stretches = (std::size_t{documents} + kDocumentsAtOnce - 1) / kDocumentsAtOnce;
  TEXTKIN_RETURN_IF_ERROR(
      base::parallel_for(stretches, collection.threads, [&](std::size_t stretch, unsigned worker) -> Status {
        const auto begin = static_cast<DocId>(stretch * kDocumentsAtOnce);
        const auto end = static_cast<DocId>(std::min<std::size_t>(documents, (stretch + 1) * kDocumentsAtOnce));
        for (DocId doc = begin; doc < end; ++doc)
          TEXTKIN_RETURN_IF_ERROR(look.look(doc, *readers[worker], *pieces[worker]));
        const std::lock_guard lock(mutex);
        done += end - begin;
        if (stretch % kToldEvery == 0) progress.update("find", done, documents);
        return {};
      }));
  for (const auto& reader : readers) TEXTKIN_RETURN_IF_ERROR(look.flush(*reader));
  return {};
}

// Groups of two or more, to `out` by their places.
Status group(base::SpillingRecords& by_hash, const PlaceCode& code, unsigned threads, base::SpillingRecords& out,
             std::uint64_t& groups) {
  std::mutex mutex;
  return base::parallel_for(
      base::RecordPartitions::kPartitions, threads, [&](std::size_t partition, unsigned) -> Status {
        std::vector<base::KeyValue> records;
        TEXTKIN_RETURN_IF_ERROR(by_hash.take(partition, records));
        base::sort(records.data(), records.size());
        // In place: what is repeated takes no more room than what is read.
        std::size_t kept = 0;
        std::uint64_t number = 0;
        for (std::size_t begin = 0, end = 0; begin < records.size(); begin = end) {
          const std::uint64_t hash = records[begin].key;
          while (end < records.size() && records[end].key == hash) ++end;
          if (end - begin < 2) continue;
          for (std::size_t i = begin; i < end; ++i) {
            const std::uint64_t packed = records[i].value;
            records[kept++] = {.value = code.number_with(number, packed), .key = code.key(code.place_of(packed))};
          }
          ++number;
        }
        records.resize(kept);
        const std::lock_guard lock(mutex);
        const std::uint64_t first = std::exchange(groups, groups + number);
        for (base::KeyValue& record : records)
          record.value = code.number_with(first + code.number_of(record.value), record.value);
        return out.append(records);
      });
}

}  // namespace

Result<RepeatedPieces> find_repeated(const read::Collection& collection, const KeepOrder& order, const PlaceCode& code,
                                     std::unique_ptr<SeenTwice> marks, std::vector<std::unique_ptr<TextPieces>>& pieces,
                                     Progress& progress) {
  const std::uint64_t memory = collection.budget->limit();
  const std::string directory = collection.directory->path();
  base::SpillingRecords by_hash(directory, memory / 4);
  TEXTKIN_RETURN_IF_ERROR(look_again(collection, order, code, *marks, pieces, by_hash, progress));
  marks.reset();
  RepeatedPieces repeated;
  repeated.by_place = std::make_unique<base::SpillingRecords>(directory, memory / 8);
  TEXTKIN_ASSIGN_OR_RETURN(const unsigned threads, passages::threads_for(collection, by_hash));
  TEXTKIN_RETURN_IF_ERROR(group(by_hash, code, threads, *repeated.by_place, repeated.groups));
  repeated.spilled_bytes = by_hash.spilled_bytes() + repeated.by_place->spilled_bytes();
  return repeated;
}

}  // namespace textkin::engine::trim
