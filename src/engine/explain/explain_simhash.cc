#include "engine/explain/explain_simhash.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>
#include <unordered_map>
#include <utility>

#include "base/output_file.h"
#include "base/utf8.h"
#include "engine/commands/simhash/simhash.h"
#include "engine/explain/given_hashes.h"
#include "engine/read/retain_all.h"
#include "input/reading/record_reader.h"
#include "report/commands/simhash_steps_json.h"
#include "report/commands/simhash_steps_text.h"
#include "sketch/weighted/simhash.h"
#include "stats/law/angle_law.h"
#include "store/document_reader.h"
#include "text/catalog.h"
#include "text/shingles/tfidf.h"

namespace textkin::engine::explain {
namespace {

constexpr std::size_t kFewFingerprints = 12;  // up to so many, every pair is shown
constexpr std::uint64_t kMemberBytes = 400;   // what a feature costs beside its spelling, until it is printed
constexpr std::uint64_t kBytesOfEach = 5000;
constexpr std::uint64_t kMostSums = 10'000'000;  // that are traced

struct Member {
  Feature feature = 0;
  std::string name;
  double weight = 1;
};
using Members = std::vector<Member>;  // of a document, in the order of the text

// The members of texts, each once, with the weights that the texts have.
class MemberReader {
 public:
  static Result<MemberReader> make(const TextSpec& spec, read::Weighting weighting) {
    MemberReader reader;
    TextSpec plain = spec;
    plain.multiset = false;
    reader.counted_ = weighting != read::Weighting::kNone;
    reader.suffixed_ = spec.weights == Weights::kSuffix;
    TEXTKIN_ASSIGN_OR_RETURN(reader.counter_, text::make_shingler(plain));
    plain.weights = Weights::kNone;
    TEXTKIN_ASSIGN_OR_RETURN(reader.names_, text::make_named_shingler(plain));
    return reader;
  }

  void read(std::string_view text, Members& out) {
    features_.clear();
    counts_.clear();
    counter_->append_counted(text, features_, counts_);
    std::unordered_map<Feature, double> weights;
    for (std::size_t i = 0; i < features_.size(); ++i) weights.emplace(features_[i], counted_ ? counts_[i] : 1.0);
    named_.clear();
    names_->append(text, named_);
    for (text::NamedShingle& shingle : named_) {
      if (suffixed_) without_weight(shingle);
      // Each feature where it comes first; items of weight 0 are no members.
      if (const auto found = weights.find(shingle.feature); found != weights.end()) {
        out.push_back({shingle.feature, std::move(shingle.name), found->second});
        weights.erase(found);
      }
    }
  }

 private:
  // "NAME:WEIGHT" is the item NAME.
  void without_weight(text::NamedShingle& item) {
    item.name.resize(std::min(item.name.size(), item.name.rfind(':')));
    alone_.clear();
    names_->append(item.name, alone_);
    item.feature = alone_.empty() ? 0 : alone_.front().feature;
  }

  bool counted_ = false;
  bool suffixed_ = false;
  std::unique_ptr<Shingler> counter_;
  std::unique_ptr<text::NamedShingler> names_;
  std::vector<Feature> features_;
  std::vector<double> counts_;
  std::vector<text::NamedShingle> named_;
  std::vector<text::NamedShingle> alone_;
};

Result<std::vector<Members>> read_members(const run::Reading& reading, read::Weighting weighting, Progress& progress,
                                          std::vector<std::string>& ids) {
  TEXTKIN_ASSIGN_OR_RETURN(MemberReader members, MemberReader::make(reading.text, weighting));
  const std::string too_large =
      "explain holds every feature as it is spelled, and --memory has no room for these; textkin simhash finds near "
      "documents in collections of any size";
  const std::uint64_t memory = reading.limits.memory;
  TEXTKIN_ASSIGN_OR_RETURN(const read::Collection collection,
                           read::retain_all(reading, memory / 4, progress, too_large));
  input::RecordReader reader(collection.settings, collection.list, collection.spool);
  store::DocumentReader documents(collection.table);
  store::DocumentRow row;
  std::vector<Members> read;
  std::uint64_t bytes = collection.documents() * kBytesOfEach;
  for (DocId doc = 0; doc < collection.documents(); ++doc) {
    TEXTKIN_RETURN_IF_ERROR(documents.read(doc, row));
    ids.emplace_back(row.id);
    TEXTKIN_ASSIGN_OR_RETURN(std::string_view text, reader.text(row.record));
    // As many shingles as bytes at most, each of which is spelled before repeats are dropped.
    const std::uint64_t most = text.size() * (kMemberBytes + reading.text.shingle_size * sizeof(std::uint64_t));
    if (most > memory / 4)
      return Status(Code::kExhausted, fmt::format("{}; {} would do", too_large, reading.limits.given().told(4 * most)));
    members.read(text, read.emplace_back());
    for (const Member& member : read.back()) bytes += kMemberBytes + member.name.size();
    if (bytes > memory / 2)
      return Status(Code::kExhausted,
                    fmt::format("{}; more than {} would do", too_large, reading.limits.given().told(2 * bytes)));
  }
  return read;
}

// Frequencies of features in documents; with kTfIdf the weights become tf-idf.
std::uint64_t weigh(std::vector<Members>& documents, read::Weighting weighting) {
  text::DocumentFrequencies frequencies;
  std::vector<Feature> features;
  const auto features_of = [&](const Members& members) {
    features.clear();
    for (const Member& member : members) features.push_back(member.feature);
  };
  for (const Members& members : documents) {
    features_of(members);
    frequencies.add(features);
  }
  if (weighting != read::Weighting::kTfIdf) return frequencies.distinct();
  std::vector<double> weights;
  for (Members& members : documents) {
    features_of(members);
    weights.clear();
    for (const Member& member : members) weights.push_back(member.weight);
    frequencies.weigh(features, weights);
    for (std::size_t i = 0; i < members.size(); ++i) members[i].weight = weights[i];
  }
  return frequencies.distinct();
}

Status check_permutation(const std::vector<std::uint32_t>& permutation, std::uint32_t bits) {
  if (permutation.empty()) return {};
  std::vector<std::uint32_t> sorted = permutation;
  std::ranges::sort(sorted);
  for (std::uint32_t i = 0; i < sorted.size(); ++i)
    if (sorted.size() != bits || sorted[i] != i + 1)
      return Status(Code::kInvalidArgument,
                    fmt::format("--permutation has the place of each of the {0} bits, which are "
                                "the numbers 1 to {0}, each once, with commas between",
                                bits));
  return {};
}

// By the definition of simhash.v1: whole weights, so that the sums of the same text are the same everywhere.
void add_up(const Members& members, std::uint32_t bits, bool trace, report::SimHashSteps::Document& document) {
  document.sums.assign(bits, 0.0);
  if (members.empty()) return;
  const double greatest = std::ranges::max_element(members, {}, &Member::weight)->weight;
  const double unit = greatest / static_cast<double>(sketch::simhash_weight(greatest, greatest));
  std::vector<std::int64_t> sums(bits, 0);
  const auto in_units = [&] {
    for (std::uint32_t bit = 0; bit < bits; ++bit) document.sums[bit] = static_cast<double>(sums[bit]) * unit;
  };
  for (std::size_t i = 0; i < members.size(); ++i) {
    const auto weight = static_cast<std::int64_t>(sketch::simhash_weight(members[i].weight, greatest));
    for (std::uint32_t bit = 0; bit < bits; ++bit)
      sums[bit] += (document.features[i].hash >> (bits - 1 - bit) & 1) != 0 ? weight : -weight;
    if (!trace) continue;
    in_units();
    document.features[i].sums = document.sums;
  }
  in_units();
  const auto least =
      static_cast<std::size_t>(std::ranges::min_element(members, {}, &Member::feature) - members.begin());
  for (std::uint32_t bit = 0; bit < bits; ++bit) {
    const report::Bits at = report::Bits{1} << (bits - 1 - bit);
    document.ties += sums[bit] == 0;
    document.fingerprint |= sums[bit] > 0 ? at : sums[bit] == 0 ? document.features[least].hash & at : 0;
  }
}

report::Bits permuted(report::Bits fingerprint, const std::vector<std::uint32_t>& permutation) {
  const auto bits = static_cast<std::uint32_t>(permutation.size());
  report::Bits out = 0;
  for (std::uint32_t bit = 0; bit < bits; ++bit)
    out |= (fingerprint >> (bits - 1 - bit) & 1) << (bits - permutation[bit]);
  return out;
}

read::WeightedFeatures vector_of(const Members& members) {
  std::vector<const Member*> order;
  for (const Member& member : members) order.push_back(&member);
  std::ranges::sort(order, {}, &Member::feature);
  read::WeightedFeatures out;
  for (const Member* member : order) {
    out.features.push_back(member->feature);
    out.weights.push_back(member->weight);
  }
  return out;
}

void fill_pairs(const std::vector<Members>& documents, report::SimHashSteps& steps) {
  if (documents.size() > kFewFingerprints) return;
  std::vector<read::WeightedFeatures> vectors;
  for (const Members& members : documents) vectors.push_back(vector_of(members));
  for (std::uint32_t b = 1; b < documents.size(); ++b)
    for (std::uint32_t a = 0; a < b; ++a) {
      if (documents[a].empty() || documents[b].empty()) continue;
      const auto distance =
          static_cast<std::uint32_t>(std::popcount(steps.documents[a].fingerprint ^ steps.documents[b].fingerprint));
      steps.pairs.push_back({a, b, distance, stats::cosine_of_distance(distance, steps.bits),
                             read::compare_sets(vectors[a], vectors[b], false).cosine});
    }
}

Status fill_documents(const std::vector<Members>& documents, const std::vector<std::string>& ids,
                      const GivenHashes& given, const SimHashStepsOptions& wanted, report::SimHashSteps& steps) {
  for (std::size_t d = 0; d < documents.size(); ++d) {
    report::SimHashSteps::Document& document = steps.documents.emplace_back();
    document.id = ids[d];
    for (const Member& member : documents[d]) {
      std::uint64_t hash = sketch::simhash_word(member.feature, steps.seed) >> (64 - steps.bits);
      if (steps.given) {
        const auto found = given.of.find(member.name);
        if (found == given.of.end())
          return Status(Code::kInvalidArgument, fmt::format("--given-hashes {} has no line for the feature '{}'",
                                                            wanted.hashes, base::printable(member.name)));
        hash = found->second;
      }
      document.features.push_back({member.name, member.weight, hash, {}});
    }
    add_up(documents[d], steps.bits, wanted.trace, document);
    if (documents[d].empty() || wanted.permutation.empty()) continue;
    document.permuted = permuted(document.fingerprint, wanted.permutation);
    steps.table.push_back(static_cast<std::uint32_t>(d));
  }
  std::ranges::stable_sort(steps.table, {}, [&](std::uint32_t d) { return steps.documents[d].permuted; });
  return {};
}

Result<read::Weighting> asked_weighting(const TextSpec& text, const std::string& word) {
  if (word.empty()) return commands::weighting_of(text, std::nullopt);
  TEXTKIN_ASSIGN_OR_RETURN(const read::Weighting weighting, read::parse_weighting(word));
  return commands::weighting_of(text, weighting);
}

}  // namespace

Result<report::SimHashSteps> explain_simhash(const run::ReadOptions& asked, const SimHashStepsOptions& wanted,
                                             Progress& progress) {
  report::SimHashSteps steps;
  TEXTKIN_ASSIGN_OR_RETURN(const read::Weighting weighting, asked_weighting(asked.text, wanted.weighting));
  steps.weighting = weighting == read::Weighting::kNone    ? "none"
                    : weighting == read::Weighting::kTfIdf ? "tf-idf"
                                                           : "tf";
  run::ReadOptions prepared = asked;
  TEXTKIN_RETURN_IF_ERROR(commands::take_weights_as_they_are(prepared.text));
  TEXTKIN_ASSIGN_OR_RETURN(const run::Reading reading, run::settle(prepared));
  GivenHashes given;
  if (!wanted.hashes.empty()) {
    TEXTKIN_ASSIGN_OR_RETURN(given, read_given_hashes(wanted.hashes));
  }
  steps.given = !wanted.hashes.empty();
  steps.bits = steps.given ? given.bits : wanted.bits == 0 ? 64 : wanted.bits;
  steps.seed = wanted.seed;
  steps.permutation = wanted.permutation;
  if (steps.bits < 1 || steps.bits > 64)
    return Status(Code::kInvalidArgument,
                  fmt::format("explain shows fingerprints of 1 to 64 bits, not {}", wanted.bits));
  TEXTKIN_RETURN_IF_ERROR(check_permutation(wanted.permutation, steps.bits));
  TEXTKIN_ASSIGN_OR_RETURN(std::unique_ptr<base::OutputFile> file, base::OutputFile::create(wanted.output));

  std::vector<std::string> ids;
  TEXTKIN_ASSIGN_OR_RETURN(std::vector<Members> documents, read_members(reading, weighting, progress, ids));
  steps.spec = text::describe(asked.text);
  steps.features = weigh(documents, weighting);
  std::uint64_t members = 0;
  for (const Members& of : documents) members += of.size();
  if (wanted.trace && members > kMostSums / steps.bits)
    return Status(Code::kExhausted, fmt::format("--trace keeps at most {} sums; leave it out", kMostSums));
  TEXTKIN_RETURN_IF_ERROR(fill_documents(documents, ids, given, wanted, steps));
  fill_pairs(documents, steps);

  TEXTKIN_RETURN_IF_ERROR(
      file->write(wanted.json ? report::simhash_steps_json(steps) : report::simhash_steps_text(steps, wanted.show)));
  TEXTKIN_RETURN_IF_ERROR(file->commit());
  return steps;
}

}  // namespace textkin::engine::explain
