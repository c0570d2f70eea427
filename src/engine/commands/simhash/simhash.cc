#include "engine/commands/simhash/simhash.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>
#include <vector>

#include "engine/commands/compare/weighted_comparison.h"
#include "engine/commands/simhash/simhash_rows.h"
#include "engine/read/reading_stats.h"
#include "engine/read/sketch_all.h"
#include "engine/write/run_end.h"
#include "join/hamming/fingerprint_groups.h"
#include "join/hamming/hamming_join.h"
#include "report/text/format.h"
#include "store/document_reader.h"
#include "text/catalog.h"
#include "text/shingles/weighted_shingler.h"

namespace textkin::engine::commands {
namespace {

using PairFile = report::TableFile<report::SimHashRow>;
using ClusterFile = report::TableFile<report::SimHashClusterRow>;
using PlanFile = report::TableFile<report::SimHashPlanRow>;

// For each code of one side the codes of the other that are near, ascending.
class Neighbours {
 public:
  // `both_ways`: pairs of one side, of which each end is the other's neighbour, and every code its own.
  Neighbours(const std::vector<join::HammingPair>& pairs, std::size_t codes, bool both_ways) : begins_(codes + 1, 0) {
    const auto for_each = [&](auto use) {
      if (both_ways)
        for (std::uint32_t code = 0; code < codes; ++code) use(code, code);
      for (const auto [a, b] : pairs) {
        use(a, b);
        if (both_ways) use(b, a);
      }
    };
    for_each([&](std::uint32_t from, std::uint32_t) { ++begins_[from + 1]; });
    for (std::size_t code = 0; code < codes; ++code) begins_[code + 1] += begins_[code];
    near_.resize(begins_.back());
    std::vector<std::size_t> next(begins_.begin(), begins_.end() - 1);
    for_each([&](std::uint32_t from, std::uint32_t to) { near_[next[from]++] = to; });
  }

  std::span<const std::uint32_t> of(std::uint32_t code) const {
    return std::span(near_).subspan(begins_[code], begins_[code + 1] - begins_[code]);
  }

 private:
  std::vector<std::size_t> begins_;
  std::vector<std::uint32_t> near_;
};

struct Partner {
  DocId doc;
  std::uint32_t distance;
};

// All documents near one, each once.
class NearDocuments {
 public:
  // INPUT with itself, or with the other side; `left` and `right` may be the same.
  NearDocuments(const join::FingerprintGroups& left, const join::FingerprintGroups& right,
                const join::HammingPairs& pairs)
      : left_(left), right_(right), neighbours_(pairs.pairs, left.codes().size(), &left == &right) {}

  // Those of the right side, by number, from `from` on.
  void find(DocId doc, DocId from, std::vector<Partner>& out) const {
    out.clear();
    const std::uint32_t code = left_.code_of(doc);
    if (code == join::FingerprintGroups::kNone) return;
    for (const std::uint32_t other : neighbours_.of(code)) {
      const unsigned distance = join::hamming_distance(left_.codes()[code], right_.codes()[other]);
      const std::span<const DocId> documents = right_.documents(other);
      for (auto it = std::ranges::lower_bound(documents, from); it != documents.end(); ++it)
        out.push_back({*it, distance});
    }
    std::ranges::sort(out, {}, &Partner::doc);
  }

 private:
  const join::FingerprintGroups& left_;
  const join::FingerprintGroups& right_;
  Neighbours neighbours_;
};

Status write_pairs(const read::Collection& collection, const NearDocuments& near, bool two_sides, SimHashRows& rows) {
  std::vector<Partner> partners;
  const DocId end = two_sides ? collection.against : collection.documents();
  for (DocId doc = 0; doc < end; ++doc) {
    near.find(doc, two_sides ? collection.against : doc + 1, partners);
    for (const Partner& partner : partners) TEXTKIN_RETURN_IF_ERROR(rows.add(doc, partner.doc, partner.distance));
  }
  return {};
}

// The same bytes of the same file, under whatever name it was given.
bool same_record(const read::Collection& collection, const DocumentRecord& a, const DocumentRecord& b) {
  const auto path = [&](const DocumentRecord& record) {
    return std::filesystem::path(collection.source(record).path).lexically_normal();
  };
  return a.offset == b.offset && a.line == b.line && path(a) == path(b);
}

// The pairs of one document, which stands behind those of INPUT, nearest first.
Status write_near(const read::Collection& collection, const NearDocuments& near, SimHashRows& rows) {
  const DocId asked = collection.against;
  store::DocumentReader documents(collection.table);
  store::DocumentRow row;
  TEXTKIN_RETURN_IF_ERROR(documents.read_record(asked, row));
  const DocumentRecord own = row.record;
  std::vector<Partner> found;
  std::vector<Partner> partners;
  for (DocId doc = 0; doc < asked; ++doc) {
    near.find(doc, asked, partners);
    for (const Partner& partner : partners) {
      TEXTKIN_RETURN_IF_ERROR(documents.read_record(doc, row));
      if (!same_record(collection, row.record, own)) found.push_back({doc, partner.distance});
    }
  }
  std::ranges::stable_sort(found, {}, &Partner::distance);
  for (const Partner& partner : found) TEXTKIN_RETURN_IF_ERROR(rows.add(asked, partner.doc, partner.distance));
  return {};
}

Status write_clusters(const read::Collection& collection, const NearDocuments& near, ClusterFile& file) {
  std::vector<Partner> first(collection.documents(), {kNoDoc, 0});
  std::vector<Partner> partners;
  std::vector<std::uint64_t> members;  // first of a cluster, document
  for (DocId doc = 0; doc < first.size(); ++doc) {
    if (first[doc].doc != kNoDoc) continue;
    near.find(doc, doc + 1, partners);
    bool alone = true;
    for (const Partner& partner : partners) {
      if (first[partner.doc].doc != kNoDoc) continue;
      first[partner.doc] = {doc, partner.distance};
      if (std::exchange(alone, false)) members.push_back(std::uint64_t{doc} << 32 | doc);
      members.push_back(std::uint64_t{doc} << 32 | partner.doc);
    }
  }
  store::DocumentReader clusters(collection.table);
  store::DocumentReader documents(collection.table);
  std::string_view cluster;
  std::string_view id;
  for (const std::uint64_t member : members) {
    const auto doc = static_cast<DocId>(member);
    TEXTKIN_RETURN_IF_ERROR(clusters.read_id(static_cast<DocId>(member >> 32), cluster));
    TEXTKIN_RETURN_IF_ERROR(documents.read_id(doc, id));
    TEXTKIN_RETURN_IF_ERROR(file.add({cluster, id, first[doc].distance}));
  }
  return file.commit();
}

}  // namespace

Result<read::Weighting> weighting_of(const TextSpec& text, std::optional<read::Weighting> wanted) {
  if (!has_weights(text)) return wanted.value_or(read::Weighting::kNone);
  if (wanted == read::Weighting::kNone)
    return Status(Code::kInvalidArgument,
                  fmt::format("--weighting none makes every weight 1, and {} asks for weights; leave out one of them",
                              text.multiset ? "--multiset" : "--weights suffix"));
  return wanted.value_or(read::Weighting::kTermFrequency);
}

Status take_weights_as_they_are(TextSpec& text) {
  text.multiset = false;
  if (text.weights != Weights::kSuffix) return {};
  if (text.weight_unit != TextSpec().weight_unit)
    return Status(Code::kInvalidArgument,
                  "--weight-unit rounds weights, and simhash takes them as they are; leave it out");
  text.weight_unit = text::kLargestItemWeight;
  return {};
}

namespace {

Result<run::Reading> checked(const run::ReadOptions& asked, const SimHashOptions& wanted) {
  run::ReadOptions prepared = asked;
  TEXTKIN_RETURN_IF_ERROR(text::make_shingler(asked.text).status());
  TEXTKIN_RETURN_IF_ERROR(take_weights_as_they_are(prepared.text));
  if (!wanted.of.empty() && !asked.inputs.against.empty())
    return Status(Code::kInvalidArgument, "--of and --against contradict each other: one document, or many");
  if (!wanted.of.empty()) prepared.inputs.against = {wanted.of};
  if (!wanted.clusters.empty() && !prepared.inputs.against.empty())
    return Status(Code::kInvalidArgument, "--clusters is for one collection, without --against and --of");
  if (!wanted.clusters.empty() && wanted.least_cosine > -1)
    return Status(Code::kInvalidArgument, "--clusters are by the distance alone; leave out --min-cosine");
  if (!(wanted.least_cosine >= -1 && wanted.least_cosine <= 1))
    return Status(Code::kInvalidArgument, fmt::format("--min-cosine {} is not up to 1", wanted.least_cosine));
  TEXTKIN_RETURN_IF_ERROR(join::plan_hamming(wanted.bits, wanted.distance, wanted.blocks, 1).status());
  return run::settle(prepared);
}

std::string in_words(const join::HammingPlan& plan) {
  return fmt::format(
      "fingerprints of {} bits, distance at most {}: {} table{} of {} blocks, keys of {} bits", plan.bits,
      plan.distance, report::with_commas(plan.tables), plan.tables == 1 ? "" : "s", plan.blocks,
      plan.least_key_bits == plan.most_key_bits ? fmt::format("{}", plan.least_key_bits)
                                                : fmt::format("{} to {}", plan.least_key_bits, plan.most_key_bits));
}

void describe(const TextSpec& text, const SketchOptions& sketch, const join::HammingPlan& plan, RunStats& stats) {
  stats.method = "simhash";
  stats.reason = in_words(plan);
  stats.spec = fmt::format("{}|simhash.v1|k={}|seed={}", text::describe(text), sketch.hashes, sketch.seed);
  stats.hashes = sketch.hashes;
  stats.seed = sketch.seed;
}

}  // namespace

Result<RunStats> simhash(const run::ReadOptions& asked, std::uint64_t seed, const SimHashOptions& wanted,
                         write::Results& results, Progress& progress) {
  TEXTKIN_ASSIGN_OR_RETURN(const read::Weighting weighting, weighting_of(asked.text, wanted.weighting));
  TEXTKIN_ASSIGN_OR_RETURN(const run::Reading reading, checked(asked, wanted));
  TEXTKIN_ASSIGN_OR_RETURN(const report::Format* format, report::find_format(wanted.format));
  const SketchOptions sketch{.name = "simhash", .hashes = wanted.bits, .seed = seed};
  TEXTKIN_ASSIGN_OR_RETURN(const std::unique_ptr<PairFile> file, PairFile::open(wanted.output, *format));
  std::unique_ptr<ClusterFile> clusters;
  if (!wanted.clusters.empty()) {
    TEXTKIN_ASSIGN_OR_RETURN(clusters, ClusterFile::open(wanted.clusters, report::tsv_format()));
  }
  TEXTKIN_ASSIGN_OR_RETURN(write::RunEnd end, write::RunEnd::open(reading.stats, results, progress));

  run::StageClock clock;
  clock.begin("read");
  TEXTKIN_ASSIGN_OR_RETURN(read::Sketched sketched, read::sketch_all(reading, sketch, progress, weighting));
  const read::Collection& collection = sketched.collection;
  const bool two_sides = collection.has_against;
  const DocId documents = collection.documents();
  if (!wanted.of.empty() && documents - collection.against != 1)
    return Status(Code::kInvalidArgument, fmt::format("--of {} holds {} documents; it takes one, and --against many",
                                                      wanted.of, documents - collection.against));

  clock.begin("join");
  const join::FingerprintGroups input(sketched.signatures, 0, two_sides ? collection.against : documents);
  const join::FingerprintGroups other(sketched.signatures, two_sides ? collection.against : documents, documents);
  sketched.signatures = {};
  TEXTKIN_ASSIGN_OR_RETURN(const join::HammingPlan plan, join::plan_hamming(wanted.bits, wanted.distance, wanted.blocks,
                                                                            static_cast<double>(input.codes().size())));
  const join::HammingLimits limits{.table_bytes = reading.limits.memory / 4,
                                   .pair_bytes = reading.limits.memory / 4,
                                   .threads = reading.limits.threads};
  TEXTKIN_ASSIGN_OR_RETURN(const join::HammingPairs pairs,
                           two_sides ? join::hamming_probe(input.codes(), other.codes(), plan, limits)
                                     : join::hamming_self_join(input.codes(), plan, limits));
  const NearDocuments near(input, two_sides ? other : input, pairs);

  clock.begin("verify");
  TEXTKIN_ASSIGN_OR_RETURN(std::vector<std::unique_ptr<read::WeightedSets>> sets,
                           read::weighted_sets(collection, weighting, sketched.frequencies));
  SimHashRows rows(collection, wanted.bits, has_weights(asked.text), wanted.least_cosine, sets, *file);
  TEXTKIN_RETURN_IF_ERROR(wanted.of.empty() ? write_pairs(collection, near, two_sides, rows)
                                            : write_near(collection, near, rows));
  TEXTKIN_RETURN_IF_ERROR(rows.finish());
  if (clusters != nullptr) TEXTKIN_RETURN_IF_ERROR(write_clusters(collection, near, *clusters));
  TEXTKIN_RETURN_IF_ERROR(file->commit());

  RunStats stats = read::reading_stats(collection);
  describe(asked.text, sketch, plan, stats);
  stats.candidates = pairs.compared;
  stats.verified = rows.compared();
  stats.pairs = rows.compared();
  if (wanted.least_cosine > -1) stats.left_out = rows.compared() - file->rows();
  stats.spilled_bytes = sketched.spilled_bytes;
  return end.finish("simhash", collection, std::move(stats), clock);
}

Status simhash_plan(const SimHashOptions& wanted, double documents, Progress& progress) {
  TEXTKIN_ASSIGN_OR_RETURN(const join::HammingPlan chosen,
                           join::plan_hamming(wanted.bits, wanted.distance, wanted.blocks, documents));
  TEXTKIN_ASSIGN_OR_RETURN(const std::vector<join::HammingPlan> plans,
                           join::hamming_plans(wanted.bits, wanted.distance));
  TEXTKIN_ASSIGN_OR_RETURN(const std::unique_ptr<PlanFile> file, PlanFile::open(wanted.output, report::tsv_format()));
  for (const join::HammingPlan& plan : plans)
    TEXTKIN_RETURN_IF_ERROR(file->add({.blocks = plan.blocks,
                                       .tables = plan.tables,
                                       .least_key_bits = plan.least_key_bits,
                                       .most_key_bits = plan.most_key_bits,
                                       .matches_a_probe = plan.matches_a_probe(documents),
                                       .storage_bytes = plan.storage_bytes(documents),
                                       .chosen = plan.blocks == chosen.blocks}));
  TEXTKIN_RETURN_IF_ERROR(file->commit());
  progress.note(
      fmt::format("without tables a probe looks up {:.0f} fingerprints that differ in exactly {} of {} bits, "
                  "{:.0f} that differ in 1 to {}",
                  join::flips_of(wanted.bits, wanted.distance), wanted.distance, wanted.bits,
                  join::flips_within(wanted.bits, wanted.distance), wanted.distance));
  return {};
}

}  // namespace textkin::engine::commands
