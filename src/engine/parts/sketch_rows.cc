#include "engine/parts/sketch_rows.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "engine/read/first_pass.h"
#include "engine/run/plan_options.h"
#include "engine/run/run_spec.h"
#include "sketch/catalog.h"
#include "store/document_reader.h"

namespace textkin::engine::parts {
namespace {

// By document: a key of kNoNode, which comes once in 2^64 rows, is taken for its neighbour.
Result<std::vector<std::uint64_t>> take_nodes(base::RecordPartitions& whole, DocId documents) {
  std::vector<std::uint64_t> nodes(documents, kNoNode);
  std::vector<base::KeyValue> records;
  for (std::size_t partition = 0; partition < base::RecordPartitions::kPartitions; ++partition) {
    records.clear();
    TEXTKIN_RETURN_IF_ERROR(whole.take(partition, records));
    for (const base::KeyValue& record : records) nodes[record.value] = std::max(record.key, kNoNode + 1);
  }
  return nodes;
}

// Partition by partition, so that keys ascend over all of them.
Status take_records(base::RecordPartitions& bands, const std::vector<std::uint64_t>& nodes, SketchedRows& rows) {
  std::vector<base::KeyValue> records;
  for (std::size_t partition = 0; partition < base::RecordPartitions::kPartitions; ++partition) {
    records.clear();
    TEXTKIN_RETURN_IF_ERROR(bands.take(partition, records));
    for (base::KeyValue& record : records) record.value = nodes[record.value];
    base::sort(records.data(), records.size());
    rows.records.insert(rows.records.end(), records.begin(), records.end());
  }
  return {};
}

}  // namespace

Result<SketchedRows> sketch_rows(const run::RunOptions& asked, RowsWanted wanted, Progress& progress) {
  TEXTKIN_ASSIGN_OR_RETURN(const run::SettledRun run, run::settle(asked));
  if (run.search.method == run::Method::kExact)
    return Status(Code::kInvalidArgument,
                  "a collection on many machines is searched by bands; leave out the exact method");
  TEXTKIN_ASSIGN_OR_RETURN(const std::unique_ptr<Sketcher> sketcher, sketch::make_bandable(run.search.sketch));
  TEXTKIN_ASSIGN_OR_RETURN(Plan plan, run::make_plan(run.search, sketcher->law()));
  if (wanted == RowsWanted::kNodes) plan.bands = 0;

  TEXTKIN_ASSIGN_OR_RETURN(read::FirstPass pass, read::FirstPass::open(run, run::read_spec(run), progress));
  TEXTKIN_ASSIGN_OR_RETURN(
      const read::BandedCollection banded,
      std::move(pass).go_on().sketch(
          run.search.sketch, plan, wanted == RowsWanted::kCandidates ? read::BandsOf::kAll : read::BandsOf::kLongSets));
  const read::Collection& collection = banded.read.collection;
  const read::BandPartitions& records = banded.records;

  TEXTKIN_ASSIGN_OR_RETURN(std::vector<std::uint64_t> nodes, take_nodes(*records.whole, collection.documents()));
  SketchedRows rows;
  rows.documents = collection.documents();
  rows.empty = collection.empty;
  rows.problems = collection.problems;
  rows.features = collection.features;
  rows.input_bytes = collection.input_bytes;
  rows.nodes.assign(rows.documents + rows.problems, kNoNode);
  store::DocumentReader documents(collection.table);
  store::DocumentRow row;
  for (DocId doc = 0; doc < collection.documents(); ++doc) {
    TEXTKIN_RETURN_IF_ERROR(documents.read_record(doc, row));
    rows.nodes[row.record.offset] = nodes[doc];
  }
  if (wanted != RowsWanted::kNodes) TEXTKIN_RETURN_IF_ERROR(take_records(*records.bands, nodes, rows));
  return rows;
}

std::vector<join::Link> connect(std::vector<base::KeyValue>& records, std::vector<join::Link> links) {
  join::link_buckets(records, links);
  join::make_forest(links);
  return links;
}

}  // namespace textkin::engine::parts
