#include "engine/commands/linked_clusters.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "engine/run/memory_shares.h"
#include "store/document_reader.h"

namespace textkin::engine::commands {
namespace {

constexpr std::uint64_t kBytesOfSingle = sizeof(cluster::LinkedPair);
constexpr std::uint64_t kBytesOfComplete = 150;  // with the counts of pairs between clusters

}  // namespace

Result<LinkedClusters> LinkedClusters::open(const std::string& path, cluster::Linkage linkage,
                                            const run::GivenMemory& memory) {
  TEXTKIN_ASSIGN_OR_RETURN(std::unique_ptr<File> file, File::open(path, report::tsv_format()));
  return LinkedClusters(std::move(file), linkage, memory);
}

Status LinkedClusters::add(DocId a, DocId b, double similarity) {
  const std::uint64_t of_one = linkage_ == cluster::Linkage::kSingle ? kBytesOfSingle : kBytesOfComplete;
  if ((pairs_.size() + 1) * of_one > memory_.bytes / 8)
    return Status(Code::kExhausted,
                  fmt::format("--clusters holds every pair, and its share of --memory has room for {}; take a higher "
                              "threshold or more than {}",
                              pairs_.size(), memory_.told()));
  pairs_.push_back({a, b, similarity});
  return {};
}

Status LinkedClusters::write(const read::Collection& collection) {
  const std::vector<DocId> first = cluster::link(collection.documents(), pairs_, linkage_);
  std::vector<std::uint32_t> members(first.size(), 0);
  for (const DocId of : first) ++members[of];
  std::vector<DocId> order;
  for (DocId doc = 0; doc < first.size(); ++doc)
    if (members[first[doc]] > 1) order.push_back(doc);
  std::ranges::stable_sort(order, {}, [&](DocId doc) { return first[doc]; });
  store::DocumentReader clusters(collection.table);
  store::DocumentReader documents(collection.table);
  report::LinkedRow row;
  for (const DocId doc : order) {
    TEXTKIN_RETURN_IF_ERROR(clusters.read_id(first[doc], row.cluster));
    TEXTKIN_RETURN_IF_ERROR(documents.read_id(doc, row.id));
    row.members = members[first[doc]];
    TEXTKIN_RETURN_IF_ERROR(file_->add(row));
  }
  return file_->commit();
}

}  // namespace textkin::engine::commands
