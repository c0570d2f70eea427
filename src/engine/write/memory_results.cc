#include "engine/write/memory_results.h"

#include <algorithm>
#include <span>

#include "engine/write/pair_memory.h"
#include "store/document_reader.h"

namespace textkin::engine::write {
namespace {

Status describe(const read::Collection& collection, std::uint32_t first_source, std::uint32_t last_source, DocId first,
                DocId last, bool renamed, DocumentColumns& columns) {
  const std::span<const input::Source> sources(collection.list.sources.begin() + first_source,
                                               collection.list.sources.begin() + last_source);
  const bool in_memory = !sources.empty() && std::ranges::all_of(sources, [](const input::Source& source) {
    return source.memory != nullptr;
  });
  const bool with_ids = !in_memory || renamed;
  store::DocumentReader documents(collection.table);
  store::DocumentRow row;
  std::uint32_t source = first_source;
  std::uint64_t rows_before = 0;  // of the sources before that one
  for (DocId doc = first; doc < last; ++doc) {
    TEXTKIN_RETURN_IF_ERROR(with_ids ? documents.read(doc, row) : documents.read_record(doc, row));
    if (in_memory) {
      for (; source < row.record.source; ++source) rows_before += collection.list.sources[source].memory->rows();
      columns.rows.push_back(rows_before + row.record.offset);
    }
    if (!with_ids) continue;
    columns.id_bytes += row.id;
    columns.id_ends.push_back(static_cast<std::int64_t>(columns.id_bytes.size()));
  }
  return {};
}

class TextInMemory final : public TextSink {
 public:
  explicit TextInMemory(std::string& into) : into_(into) {}
  Status give(std::string_view text) override {
    into_ = text;
    return {};
  }

 private:
  std::string& into_;
};

}  // namespace

Result<std::unique_ptr<PairSink>> MemoryResults::open_pairs(const std::string& /*path*/, const std::string& /*format*/,
                                                            const run::Limits& limits) {
  return std::unique_ptr<PairSink>(std::make_unique<PairMemory>(into_.pairs, limits.memory / 4));
}

Result<std::unique_ptr<TextSink>> MemoryResults::open_text(const std::string& /*path*/) {
  return std::unique_ptr<TextSink>(std::make_unique<TextInMemory>(into_.text));
}

void DecisionColumns::add(std::span<const KeepDecision> decisions) {
  for (DocId doc = 0; doc < decisions.size(); ++doc) {
    const KeepDecision& decision = decisions[doc];
    kept.push_back(decision.kept);
    similarity.push_back(decision.similarity());
    identical.push_back(decision.kept != doc && decision.identical);
  }
}

Status MemoryResults::take_against(const read::Collection& against) {
  const auto sources = static_cast<std::uint32_t>(against.list.sources.size());
  return describe(against, 0, sources, 0, against.documents(), false, into_.against);
}

Status MemoryResults::finish(const read::Collection& collection, const std::string& stats_json) {
  const auto sources = static_cast<std::uint32_t>(collection.list.sources.size());
  const DocId documents = collection.documents();
  const bool renamed = collection.numbers_repeated_ids;
  TEXTKIN_RETURN_IF_ERROR(
      describe(collection, 0, collection.against_source, 0, collection.against, renamed, into_.documents));
  TEXTKIN_RETURN_IF_ERROR(
      describe(collection, collection.against_source, sources, collection.against, documents, renamed, into_.against));
  into_.stats = stats_json;
  return {};
}

}  // namespace textkin::engine::write
