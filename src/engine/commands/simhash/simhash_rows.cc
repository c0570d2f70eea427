#include "engine/commands/simhash/simhash_rows.h"

#include <algorithm>

#include "base/parallel.h"
#include "stats/law/angle_law.h"
#include "store/document_reader.h"

namespace textkin::engine::commands {
namespace {

constexpr std::size_t kPairsAtHand = 1u << 14;
constexpr std::size_t kPairsATask = 64;

}  // namespace

SimHashRows::SimHashRows(const read::Collection& collection, std::uint32_t bits, bool weigh_jaccard,
                         double least_cosine, std::vector<std::unique_ptr<read::WeightedSets>>& sets,
                         report::TableFile<report::SimHashRow>& file)
    : collection_(collection),
      bits_(bits),
      weigh_jaccard_(weigh_jaccard),
      least_cosine_(least_cosine),
      sets_(sets),
      file_(file) {}

Status SimHashRows::add(DocId a, DocId b, std::uint32_t distance) {
  pairs_.push_back({a, b, distance, {}});
  return pairs_.size() < kPairsAtHand ? Status() : flush();
}

Status SimHashRows::finish() { return flush(); }

// Pairs of one document mostly follow each other: its set is kept from pair to pair.
Status SimHashRows::compare() {
  struct Worker {
    DocId doc = kNoDoc;
    read::WeightedFeatures a;
    read::WeightedFeatures b;
  };
  std::vector<Worker> workers(sets_.size());
  const std::size_t tasks = (pairs_.size() + kPairsATask - 1) / kPairsATask;
  const auto threads = static_cast<unsigned>(sets_.size());
  return base::parallel_for(tasks, threads, [&](std::size_t task, unsigned worker) -> Status {
    Worker& own = workers[worker];
    const std::size_t end = std::min(pairs_.size(), (task + 1) * kPairsATask);
    for (std::size_t i = task * kPairsATask; i < end; ++i) {
      Pair& pair = pairs_[i];
      if (own.doc != pair.a) TEXTKIN_RETURN_IF_ERROR(sets_[worker]->read(pair.a, own.a));
      own.doc = pair.a;
      TEXTKIN_RETURN_IF_ERROR(sets_[worker]->read(pair.b, own.b));
      pair.likeness = read::compare_sets(own.a, own.b, weigh_jaccard_);
    }
    return {};
  });
}

Status SimHashRows::flush() {
  TEXTKIN_RETURN_IF_ERROR(compare());
  store::DocumentReader firsts(collection_.table);
  store::DocumentReader seconds(collection_.table);
  std::string_view id_a;
  std::string_view id_b;
  for (const Pair& pair : pairs_) {
    if (pair.likeness.cosine < least_cosine_) continue;
    TEXTKIN_RETURN_IF_ERROR(firsts.read_id(pair.a, id_a));
    TEXTKIN_RETURN_IF_ERROR(seconds.read_id(pair.b, id_b));
    TEXTKIN_RETURN_IF_ERROR(file_.add({.a = id_a,
                                       .b = id_b,
                                       .distance = pair.distance,
                                       .estimate = stats::cosine_of_distance(pair.distance, bits_),
                                       .cosine = pair.likeness.cosine,
                                       .jaccard = pair.likeness.jaccard}));
  }
  compared_ += pairs_.size();
  pairs_.clear();
  return {};
}

}  // namespace textkin::engine::commands
