#include "engine/cleanup/old_index.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <span>
#include <utility>

#include "base/parallel.h"
#include "engine/find/pair_store.h"
#include "engine/index/finder.h"
#include "engine/index/stored_sets.h"
#include "engine/index_ask/exact_search.h"
#include "engine/read/feature_sources.h"
#include "engine/read/spill_documents.h"
#include "sketch/catalog.h"

namespace textkin::engine::cleanup {
namespace {

constexpr DocId kBlock = 256;  // documents that a thread asks about at a time

Status check_all_are(const std::vector<std::string>& names) {
  for (const std::string& name : names)
    if (!index::is_index(name))
      return Status(Code::kInvalidArgument,
                    fmt::format("--against {} is no index, as another one is; name indexes, or files", name));
  return {};
}

Status check_serves(const index::IndexUnion& indexes, const run::SettledRun& run) {
  const std::string names = fmt::format("{}", fmt::join(run.inputs.against, ", "));
  if (run.search.audit != 0)
    return Status(Code::kInvalidArgument,
                  fmt::format("--audit draws from files, and {} is an index; `textkin index query {} NEW --check` "
                              "measures what it answers",
                              names, run.inputs.against.front()));
  if (indexes.spec().store == index::Store::kNone)
    return Status(Code::kInvalidArgument,
                  fmt::format("{} was made with --store none: what it says of two documents is an estimate, by which "
                              "nothing is removed; `textkin index query {} NEW` shows it",
                              names, run.inputs.against.front()));
  if (run.search.method == run::Method::kExact) return {};
  return index::check_least(run.search.least, indexes, names);
}

// What one thread asks with.
struct Asking {
  std::unique_ptr<Sketcher> sketcher;
  index::Finder finder;
  FeatureBlock set;
  SignatureBlock cells;
  std::uint64_t candidates = 0;
  std::uint64_t verified = 0;
  double recall = 1;
};

}  // namespace

Result<std::unique_ptr<OldIndex>> OldIndex::open(run::SettledRun& run, const index::OpenArchives& held) {
  std::unique_ptr<OldIndex> old;
  const std::vector<std::string>& names = run.inputs.against;
  if (std::ranges::none_of(names, index::is_index)) return old;
  TEXTKIN_RETURN_IF_ERROR(check_all_are(names));
  const std::uint64_t of_index = run.limits.lend(run.limits.memory / 3);
  TEXTKIN_ASSIGN_OR_RETURN(std::unique_ptr<index::IndexUnion> indexes, index::IndexUnion::open(names, of_index, held));
  TEXTKIN_RETURN_IF_ERROR(check_serves(*indexes, run));
  std::string state = fmt::format("{}: {}", fmt::join(names, ", "), indexes->description());
  run.text = indexes->spec().text;
  run.inputs.against.clear();
  old.reset(new OldIndex(std::move(indexes), run));
  old->state_ = std::move(state);
  return old;
}

Status OldIndex::ask_by_bands(FeatureSources& sources, DocId documents, Progress& progress) {
  const index::Question question{.threshold = run_.search.least,
                                 .recall = run_.search.recall,
                                 .top = 1,
                                 .sequence = ~std::uint64_t{0},
                                 .given = run_.limits.given()};
  TEXTKIN_ASSIGN_OR_RETURN(const std::unique_ptr<Sketcher> sketcher, sketch::make_bandable(index::sketch_of_index()));
  std::vector<Asking> workers;
  for (std::size_t i = 0; i < sources.size(); ++i) {
    TEXTKIN_ASSIGN_OR_RETURN(std::unique_ptr<Sketcher> own, sketch::make_bandable(index::sketch_of_index()));
    TEXTKIN_ASSIGN_OR_RETURN(std::unique_ptr<Shingler> shingler, index::shingler_of_stored(indexes_->spec()));
    workers.push_back({.sketcher = std::move(own),
                       .finder = index::Finder(*indexes_, sketcher->law(), question, std::move(shingler)),
                       .set = {},
                       .cells = {}});
  }
  std::vector<std::vector<VerifiedPair>> found((documents + kBlock - 1) / kBlock);
  TEXTKIN_RETURN_IF_ERROR(base::parallel_for(
      found.size(), static_cast<unsigned>(sources.size()), [&](std::size_t block, unsigned worker) -> Status {
        Asking& own = workers[worker];
        const auto first = static_cast<DocId>(block * kBlock);
        for (DocId doc = first; doc < std::min<std::uint64_t>(documents, std::uint64_t{first} + kBlock); ++doc) {
          own.set.clear();
          TEXTKIN_RETURN_IF_ERROR(sources[worker]->append(doc, own.set.values));
          own.set.offsets.push_back(own.set.values.size());
          own.sketcher->sketch(own.set, own.cells);
          index::Answer answer;
          TEXTKIN_RETURN_IF_ERROR(own.finder.find(own.set[0], own.cells[0], answer));
          own.candidates += answer.candidates;
          own.verified += answer.verified;
          own.recall = std::min(own.recall, answer.recall);
          const auto size = static_cast<std::uint32_t>(own.set[0].size());
          for (const index::Match& match : answer.matches)
            found[block].push_back({doc, match.number, match.shared, size, match.size});
        }
        if (worker == 0) progress.update("against", first, documents);  // one thread at a time may
        return {};
      }));
  recall_ = 1;
  for (const Asking& own : workers) {
    candidates_ += own.candidates;
    verified_ += own.verified;
    recall_ = std::min(*recall_, own.recall);
  }
  for (const std::vector<VerifiedPair>& some : found) gone_.insert(gone_.end(), some.begin(), some.end());
  return {};
}

Status OldIndex::ask_exactly(const std::vector<FeatureView>& sets, Progress& progress) {
  const index::Question question{.threshold = run_.search.least, .top = 1, .sequence = ~std::uint64_t{0}};
  TEXTKIN_ASSIGN_OR_RETURN(const index_ask::FoundMatches found,
                           index_ask::search_exactly(run_, *indexes_, question, sets, progress));
  candidates_ = found.candidates;
  verified_ = found.verified;
  std::vector<VerifiedPair> scratch;
  for (std::size_t chunk = 0; chunk < found.pairs.chunks(); ++chunk) {
    TEXTKIN_ASSIGN_OR_RETURN(const std::span<const VerifiedPair> some, found.pairs.read(chunk, scratch));
    gone_.insert(gone_.end(), some.begin(), some.end());
  }
  return {};
}

Result<KeepOrder> OldIndex::ask(const read::Collection& collection, KeepOrder order, Progress& progress) {
  const DocId documents = collection.documents();
  if (run_.search.method == run::Method::kExact) {
    TEXTKIN_RETURN_IF_ERROR(ask_exactly(collection.feature_views(), progress));
  } else {
    TEXTKIN_ASSIGN_OR_RETURN(FeatureSources sources, read::feature_sources(collection));
    TEXTKIN_RETURN_IF_ERROR(ask_by_bands(sources, documents, progress));
  }
  std::vector<DocId> by_rank(documents);
  for (DocId doc = 0; doc < documents; ++doc) by_rank[order.of(doc)] = doc;
  std::ranges::stable_partition(
      by_rank, [&](DocId doc) { return !std::ranges::binary_search(gone_, doc, {}, &VerifiedPair::a); });
  order.rank.resize(documents);
  for (DocId rank = 0; rank < documents; ++rank) order.rank[by_rank[rank]] = rank;
  return order;
}

Status OldIndex::decide(find::SearchRun& search, std::vector<KeepDecision>& decisions) {
  for (const VerifiedPair& pair : gone_) partners_.push_back(pair.b);
  std::ranges::sort(partners_);
  partners_.erase(std::ranges::unique(partners_).begin(), partners_.end());
  read::Collection& collection = search.collection;
  first_ = collection.documents();
  archive::Entry entry;
  for (const DocId number : partners_) {
    TEXTKIN_RETURN_IF_ERROR(indexes_->read(number, entry));
    TEXTKIN_ASSIGN_OR_RETURN(const std::string name, indexes_->name_of(number, entry));
    collection.table.append({{}, entry.size, name, {}});
    TEXTKIN_RETURN_IF_ERROR(read::spill_documents_if_due(collection));
    decisions.push_back({.kept = static_cast<DocId>(decisions.size())});
  }
  collection.against = first_;
  collection.has_against = true;
  for (const VerifiedPair& pair : gone_) {
    const auto place = std::ranges::lower_bound(partners_, pair.b) - partners_.begin();
    decisions[pair.a] = {.kept = first_ + static_cast<DocId>(place),
                         .shared = pair.shared,
                         .size = pair.size_a,
                         .size_kept = pair.size_b,
                         .identical = pair.shared == pair.size_a && pair.shared == pair.size_b};
  }
  return {};
}

Status OldIndex::text(DocId doc, std::string& out) const {
  out.clear();
  if (indexes_->spec().store != index::Store::kText) return {};
  return indexes_->read_text(partners_[doc - first_], out);
}

}  // namespace textkin::engine::cleanup
