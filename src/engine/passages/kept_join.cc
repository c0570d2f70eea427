#include "engine/passages/kept_join.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "base/byte_count.h"
#include "base/free_room.h"
#include "base/parallel.h"
#include "engine/passages/fingerprint_visitor.h"
#include "engine/read/spill_documents.h"

namespace textkin::engine::passages {
namespace {

constexpr std::size_t kFlush = 1u << 14;

DocId doc_of(const base::KeyValue& record) { return static_cast<DocId>(record.value >> 32); }
std::uint32_t place_of(const base::KeyValue& record) { return static_cast<std::uint32_t>(record.value); }

// Looks up INPUT's fingerprints.
class LookUp {
 public:
  LookUp(const KeptDocuments& kept, std::uint32_t most, bool within, base::SpillingRecords& joined,
         align::FingerprintCounts& counts)
      : kept_(kept), most_(most), within_(within), joined_(joined), counts_(counts), wanted_(kept.numbers(), false) {}

  // All records of some fingerprints, in order.
  Status look_up(const std::vector<base::KeyValue>& records) {
    std::vector<base::KeyValue> use;
    std::vector<DocId> wanted;
    std::vector<align::CommonPlace> common;
    std::vector<DocId> documents;
    for (std::size_t begin = 0, end = 0; begin < records.size(); begin = end) {
      std::uint32_t of_input = 0;
      for (end = begin; end < records.size() && records[end].key == records[begin].key; ++end)
        of_input += end == begin || doc_of(records[end]) != doc_of(records[end - 1]);
      TEXTKIN_ASSIGN_OR_RETURN(const std::uint64_t with, kept_.with(records[begin].key, most_, documents));
      const bool inside = within_ && of_input > 1;
      if (with > most_ || (inside && of_input + with > most_))
        common.push_back(
            {doc_of(records[begin]), place_of(records[begin]), static_cast<std::uint32_t>(of_input + with)});
      if (with <= most_ && (with > 0 || (inside && of_input <= most_))) {
        use.insert(use.end(), records.begin() + static_cast<std::ptrdiff_t>(begin),
                   records.begin() + static_cast<std::ptrdiff_t>(end));
        wanted.insert(wanted.end(), documents.begin(), documents.end());
      }
      if (use.size() + wanted.size() + common.size() >= kFlush) TEXTKIN_RETURN_IF_ERROR(flush(use, wanted, common));
    }
    return flush(use, wanted, common);
  }

  // Which kept documents are compared, by their numbers.
  const std::vector<bool>& wanted() const { return wanted_; }

 private:
  Status flush(std::vector<base::KeyValue>& use, std::vector<DocId>& wanted, std::vector<align::CommonPlace>& common) {
    const std::lock_guard lock(mutex_);
    TEXTKIN_RETURN_IF_ERROR(joined_.append(use));
    for (const DocId number : wanted) wanted_[number] = true;
    counts_.common += common.size();
    if (counts_.common <= counts_.most_places)
      counts_.places.insert(counts_.places.end(), common.begin(), common.end());
    else
      std::exchange(counts_.places, {});
    use.clear();
    wanted.clear();
    common.clear();
    return {};
  }

  const KeptDocuments& kept_;
  const std::uint32_t most_;
  const bool within_;
  base::SpillingRecords& joined_;
  align::FingerprintCounts& counts_;
  std::mutex mutex_;  // of all that is written
  std::vector<bool> wanted_;
};

// Some kept documents, on their way into the collection.
struct KeptBlock {
  struct One {
    DocId number;
    KeptDocuments::Facts facts;
    std::string text;
  };
  std::vector<One> documents;
  std::uint64_t bytes = 0;
  std::vector<Document> views;
  std::unique_ptr<read::BlockVisitor::Made> made;
};

// Reads the texts of kept documents as a pass over files reads theirs.
class KeptPass {
 public:
  KeptPass(const KeptDocuments& kept, const std::vector<bool>& wanted, FingerprintVisitor& visitor,
           read::Collection& collection, Progress& progress)
      : kept_(kept),
        wanted_(wanted),
        visitor_(visitor),
        collection_(collection),
        progress_(progress),
        all_(static_cast<std::uint64_t>(std::ranges::count(wanted, true))) {}

  Status run() {
    add_source();
    const unsigned threads = collection_.threads;
    base::Pipeline<KeptBlock> pipeline;
    pipeline.produce = [&] { return next(); };
    pipeline.work = [&](KeptBlock& block, unsigned worker) { return work(block, worker); };
    pipeline.commit = [&](KeptBlock& block) { return commit(block); };
    pipeline.is_huge = [&](const KeptBlock& block) { return block.bytes > collection_.shares.alone; };
    return base::run_pipeline(threads, 2 * threads + 2, pipeline);
  }

 private:
  void add_source() {
    input::Source source;
    source.path = source.name = source.relative = fmt::format("{}", fmt::join(kept_.names(), ", "));
    source.seekable = false;
    source.argument = static_cast<std::uint32_t>(collection_.list.sources.size());
    source.stored = texts_ = kept_.texts();
    collection_.against_source = source_ = static_cast<std::uint32_t>(collection_.list.sources.size());
    collection_.list.sources.push_back(std::move(source));
    collection_.has_against = true;
    collection_.against = collection_.documents();
  }

  // As many as a block has room for, one at least; null: there are no more.
  Result<std::unique_ptr<KeptBlock>> next() {
    auto block = std::make_unique<KeptBlock>();
    if (ahead_) {
      block->bytes += ahead_->facts.text_bytes;
      block->documents.push_back(std::move(*ahead_));
      ahead_.reset();
    }
    for (; at_ < wanted_.size() && block->bytes < collection_.shares.block_bytes; ++at_) {
      if (!wanted_[at_]) continue;
      KeptBlock::One one{.number = at_, .facts = {}, .text = {}};
      TEXTKIN_RETURN_IF_ERROR(kept_.read(at_, one.facts));
      if (!block->documents.empty() && one.facts.text_bytes > collection_.shares.alone) {
        ahead_ = std::make_unique<KeptBlock::One>(std::move(one));
        ++at_;
        break;
      }
      block->bytes += one.facts.text_bytes;
      block->documents.push_back(std::move(one));
    }
    return block->documents.empty() ? nullptr : std::move(block);
  }

  Status work(KeptBlock& block, unsigned worker) {
    for (KeptBlock::One& one : block.documents) {
      TEXTKIN_RETURN_IF_ERROR(texts_->read(one.number, one.text));
      Document document{.id = one.facts.id, .text = one.text, .record = {}};
      document.record.offset = one.number;
      document.record.length = static_cast<std::uint32_t>(one.text.size());
      document.record.source = source_;
      document.record.line = one.number + 1;
      document.record.characters = static_cast<std::uint32_t>(base::count_code_points(one.text));
      block.views.push_back(document);
    }
    TEXTKIN_ASSIGN_OR_RETURN(block.made, visitor_.work(block.views, worker));
    for (KeptBlock::One& one : block.documents) base::free_room(one.text);
    return {};
  }

  Status commit(KeptBlock& block) {
    const DocId first = collection_.documents();
    if (std::uint64_t{first} + block.documents.size() >= kNoDoc)
      return Status(Code::kExhausted, "more than 4,294,967,294 documents in one run; split the input");
    for (std::size_t i = 0; i < block.documents.size(); ++i) {
      const std::uint32_t words = block.made->sizes[i];
      collection_.table.append({block.views[i].record, words, block.documents[i].facts.id, {}});
      collection_.features += words;
    }
    done_ += block.documents.size();
    progress_.update("compare", done_, all_);
    TEXTKIN_RETURN_IF_ERROR(read::spill_documents_if_due(collection_));
    return visitor_.commit(first, *block.made);
  }

  const KeptDocuments& kept_;
  const std::vector<bool>& wanted_;
  FingerprintVisitor& visitor_;
  read::Collection& collection_;
  Progress& progress_;
  std::shared_ptr<const StoredTexts> texts_;
  std::uint32_t source_ = 0;
  DocId at_ = 0;                           // the next number
  std::unique_ptr<KeptBlock::One> ahead_;  // of the next block
  std::uint64_t done_ = 0;
  const std::uint64_t all_;
};

}  // namespace

Status join_with_kept(const KeptDocuments& kept, base::SpillingRecords& of_input, const align::WinnowSpec& spec,
                      std::uint32_t most, bool within, unsigned threads, base::SpillingRecords& joined,
                      FoundPassages& found, align::FingerprintCounts& counts, Progress& progress) {
  LookUp look_up(kept, most, within, joined, counts);
  TEXTKIN_RETURN_IF_ERROR(
      base::parallel_for(base::RecordPartitions::kPartitions, threads, [&](std::size_t partition, unsigned) -> Status {
        std::vector<base::KeyValue> records;
        TEXTKIN_RETURN_IF_ERROR(of_input.take(partition, records));
        base::sort(records.data(), records.size());
        return look_up.look_up(records);
      }));
  std::ranges::sort(counts.places, {}, [](const align::CommonPlace& x) { return std::pair(x.doc, x.place); });
  FingerprintVisitor visitor(spec, found.collection.threads, joined, found);
  return KeptPass(kept, look_up.wanted(), visitor, found.collection, progress).run();
}

}  // namespace textkin::engine::passages
