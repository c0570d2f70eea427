#include "cluster/linkage.h"

#include <algorithm>
#include <numeric>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace textkin::cluster {
namespace {

class Forest {
 public:
  explicit Forest(DocId documents) : parent_(documents) { std::iota(parent_.begin(), parent_.end(), DocId{0}); }

  DocId root(DocId doc) {
    while (parent_[doc] != doc) doc = parent_[doc] = parent_[parent_[doc]];
    return doc;
  }
  // The least document of a cluster is its root.
  void unite(DocId a, DocId b) { parent_[std::max(a, b)] = std::min(a, b); }

  std::vector<DocId> roots() {
    std::vector<DocId> out(parent_.size());
    for (DocId doc = 0; doc < out.size(); ++doc) out[doc] = root(doc);
    return out;
  }

 private:
  std::vector<DocId> parent_;
};

// Counts the pairs between clusters that were taken: all of them are, when there are as many as products of sizes.
class CompleteLinkage {
 public:
  explicit CompleteLinkage(DocId documents) : forest_(documents) {}

  void take(const LinkedPair& pair) {
    const DocId a = forest_.root(pair.a);
    const DocId b = forest_.root(pair.b);
    if (a == b) return;
    const std::uint64_t between = ++between_[a][b];
    between_[b][a] = between;
    if (between == size_of(a) * size_of(b)) merge(std::min(a, b), std::max(a, b));
  }

  std::vector<DocId> roots() { return forest_.roots(); }

 private:
  std::uint64_t size_of(DocId root) const {
    const auto found = sizes_.find(root);
    return found == sizes_.end() ? 1 : found->second;
  }

  void merge(DocId into, DocId from) {
    const std::uint64_t size = size_of(into) + size_of(from);
    forest_.unite(into, from);
    sizes_[into] = size;
    const auto counts = std::move(between_[from]);
    between_.erase(from);
    between_[into].erase(from);
    for (const auto& [other, count] : counts) {
      if (other == into) continue;
      between_[other].erase(from);
      between_[other][into] = between_[into][other] += count;
    }
  }

  Forest forest_;
  std::unordered_map<DocId, std::uint64_t> sizes_;  // of clusters of several documents
  std::unordered_map<DocId, std::unordered_map<DocId, std::uint64_t>> between_;
};

}  // namespace

std::vector<DocId> link(DocId documents, std::span<const LinkedPair> pairs, Linkage linkage) {
  if (linkage == Linkage::kSingle) {
    Forest forest(documents);
    for (const LinkedPair& pair : pairs) forest.unite(forest.root(pair.a), forest.root(pair.b));
    return forest.roots();
  }
  std::vector<LinkedPair> order(pairs.begin(), pairs.end());
  std::ranges::sort(order, [](const LinkedPair& x, const LinkedPair& y) {
    return std::tuple(-x.similarity, x.a, x.b) < std::tuple(-y.similarity, y.a, y.b);
  });
  CompleteLinkage complete(documents);
  for (const LinkedPair& pair : order) complete.take(pair);
  return complete.roots();
}

}  // namespace textkin::cluster
