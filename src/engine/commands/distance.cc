#include "engine/commands/distance.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "base/free_room.h"
#include "base/output_file.h"
#include "base/parallel.h"
#include "engine/read/sketch_all.h"
#include "report/rows/distance_rows.h"
#include "sketch/catalog.h"
#include "stats/law/chance_matches.h"
#include "stats/law/mash.h"
#include "store/document_reader.h"
#include "text/shingles/kmer_shingler.h"
#include "textkin/p_value.h"

namespace textkin::engine::commands {
namespace {

using DistanceTable = report::Table<report::DistanceRow>;

// Pairs of one stretch of rows on their way to the file; fewer where ids are so long that rows would outgrow memory.
constexpr std::uint64_t kPairsAtOnce = 4096;
constexpr std::uint64_t kBytesOfARow = 256;  // but for its ids
constexpr std::uint64_t kEscaped = 6;        // bytes that one of an id may become

struct Stretch {
  DocId a = 0;
  DocId begin = 0;
  DocId end = 0;  // of b
  std::string rows;
};

class Distances {
 public:
  Distances(const TextSpec& text, const DistanceOptions& wanted, const DistanceTable& table, const Sketcher& sketcher,
            const sketch::SketchEntry& entry, const read::Sketched& sketched)
      : wanted_(wanted), table_(table), sketcher_(sketcher), entry_(entry), signatures_(sketched.signatures) {
    k_ = text.shingle_size;
    if (wanted.universe != 0)
      possible_ = static_cast<double>(wanted.universe);
    else if (text.unit == ShingleUnit::kKmer)
      possible_ = text::canonical_kmers(text.shingle_size);
  }

  Status append(DocId a, DocId b, std::string_view id_a, std::string_view id_b, std::string& out) const {
    TEXTKIN_ASSIGN_OR_RETURN(const Estimate estimate,
                             sketcher_.estimate(signatures_, a, signatures_, b, wanted_.confidence));
    report::DistanceRow row{.a = id_a, .b = id_b};
    row.jaccard = estimate.value;
    row.lower = estimate.lower;
    row.upper = estimate.upper;
    row.distance = stats::mash_distance(row.jaccard, k_);
    if (row.distance > wanted_.max_distance) return {};
    row.hashes = samples(a, b, estimate);
    row.shared = static_cast<std::uint64_t>(std::llround(row.jaccard * static_cast<double>(row.hashes)));
    if (possible_.has_value()) {
      const double log = row.shared == 0 ? 0.0 : log_p(a, b, row, estimate.exact);
      if (log > std::log(wanted_.max_p)) return {};
      row.p_value = plain_p_value(log);
    }
    table_.append_row(row, out);
    return {};
  }

 private:
  // What the estimate is a share of.
  std::uint64_t samples(DocId a, DocId b, const Estimate& estimate) const {
    // An exact one counts the union itself: |A| + |B| = (1 + J) |A or B|.
    const double both = static_cast<double>(signatures_.sizes[a]) + signatures_.sizes[b];
    if (estimate.exact) return static_cast<std::uint64_t>(std::llround(both / (1 + estimate.value)));
    if (entry_.name != "oph") return signatures_.spec.cells;
    std::uint64_t filled = 0;
    for (std::size_t cell = 0; cell < signatures_.spec.cells; ++cell)
      filled += (signatures_[a][cell] & signatures_[b][cell]) != kEmptyCell;
    return filled;
  }

  double log_p(DocId a, DocId b, const report::DistanceRow& row, bool exact) const {
    const stats::ChanceMatches chance(*possible_, signatures_.sizes[a], signatures_.sizes[b]);
    if (exact) return chance.log_p_of_sets(row.shared);
    if (!entry_.bandable()) return chance.log_p_of_sample(row.shared, row.hashes);
    return chance.log_p_of_cells(row.shared, row.hashes,
                                 [this](double jaccard) { return sketcher_.law().agreement(jaccard); });
  }

  const DistanceOptions& wanted_;
  const DistanceTable& table_;
  const Sketcher& sketcher_;
  const sketch::SketchEntry& entry_;
  const SignatureBlock& signatures_;
  double k_;
  std::optional<double> possible_;
};

Result<std::vector<std::string>> ids_of(const read::Collection& collection) {
  std::vector<std::string> ids;
  store::DocumentReader documents(collection.table);
  store::DocumentRow row;
  const std::uint64_t most = collection.budget->limit() / 4;
  std::uint64_t bytes = 0;
  for (DocId doc = 0; doc < collection.documents(); ++doc) {
    TEXTKIN_RETURN_IF_ERROR(documents.read(doc, row));
    bytes += sizeof(std::string) + row.id.size();
    if (bytes <= most) {
      ids.emplace_back(row.id);
    } else {
      base::free_room(ids);  // the rest is only counted, to say what would do
    }
  }
  if (bytes > most) return run::too_little_memory(collection.shares.given, 4 * bytes, collection.documents());
  return ids;
}

std::uint64_t pairs_at_once(const read::Collection& collection, const std::vector<std::string>& ids) {
  std::uint64_t longest = 0;
  for (const std::string& id : ids) longest = std::max<std::uint64_t>(longest, id.size());
  const std::uint64_t room = collection.budget->limit() / 8 / (2 * collection.threads + 2);
  return std::clamp<std::uint64_t>(room / (kBytesOfARow + 2 * kEscaped * longest), 1, kPairsAtOnce);
}

Status write_all(const read::Collection& collection, const Distances& distances, base::OutputFile& file) {
  TEXTKIN_ASSIGN_OR_RETURN(const std::vector<std::string> ids, ids_of(collection));
  const std::uint64_t at_once = pairs_at_once(collection, ids);
  const DocId documents = collection.documents();
  const bool two_sides = collection.has_against;
  const DocId end = two_sides ? collection.against : documents;
  const auto first_partner = [&](DocId a) { return two_sides ? collection.against : a + 1; };
  DocId a = 0;
  DocId b = first_partner(0);
  base::Pipeline<Stretch> pipeline;
  pipeline.produce = [&]() -> Result<std::unique_ptr<Stretch>> {
    while (a < end && b >= documents) b = first_partner(++a);
    if (a >= end) return std::unique_ptr<Stretch>();
    auto stretch = std::make_unique<Stretch>();
    stretch->a = a;
    stretch->begin = b;
    b = static_cast<DocId>(std::min<std::uint64_t>(documents, b + at_once));
    stretch->end = b;
    return stretch;
  };
  pipeline.work = [&](Stretch& stretch, unsigned) -> Status {
    for (DocId other = stretch.begin; other < stretch.end; ++other)
      TEXTKIN_RETURN_IF_ERROR(distances.append(stretch.a, other, ids[stretch.a], ids[other], stretch.rows));
    return {};
  };
  pipeline.commit = [&](Stretch& stretch) { return file.write(stretch.rows); };
  return base::run_pipeline(collection.threads, 2 * collection.threads + 2, pipeline);
}

Status check(const TextSpec& text, const DistanceOptions& wanted) {
  const auto refuse = [](std::string message) { return Status(Code::kInvalidArgument, std::move(message)); };
  if (!(wanted.confidence > 0 && wanted.confidence < 1))
    return refuse(fmt::format("confidence {} is not between 0 and 1", wanted.confidence));
  if (!(wanted.max_distance >= 0 && wanted.max_distance <= 1))
    return refuse(fmt::format("--max-distance {} is not from 0 to 1", wanted.max_distance));
  if (!(wanted.max_p >= 0 && wanted.max_p <= 1))
    return refuse(fmt::format("--max-p {} is not from 0 to 1", wanted.max_p));
  if (wanted.max_p < 1 && wanted.universe == 0 && text.unit != ShingleUnit::kKmer)
    return refuse("--max-p needs --universe: of shingles other than kmer:K it is not known how many there could be");
  return {};
}

}  // namespace

Status distance(const run::ReadOptions& asked, const SketchOptions& sketch, const DistanceOptions& wanted,
                Progress& progress) {
  TEXTKIN_ASSIGN_OR_RETURN(const run::Reading reading, run::settle(asked));
  TEXTKIN_RETURN_IF_ERROR(check(reading.text, wanted));
  TEXTKIN_ASSIGN_OR_RETURN(const report::Format* format, report::find_format(wanted.format));
  TEXTKIN_ASSIGN_OR_RETURN(const std::unique_ptr<Sketcher> sketcher, sketch::make_sketcher(sketch));
  TEXTKIN_ASSIGN_OR_RETURN(const sketch::SketchEntry* const entry, sketch::find_sketch(sketch.name));
  if (entry->measure != "jaccard")
    return Status(Code::kInvalidArgument, fmt::format("--sketch {} estimates the {}, a distance needs the Jaccard "
                                                      "similarity; take bottomk, fss or kperm",
                                                      sketch.name, entry->measure));
  TEXTKIN_ASSIGN_OR_RETURN(std::unique_ptr<base::OutputFile> file, base::OutputFile::create(wanted.output));

  TEXTKIN_ASSIGN_OR_RETURN(const read::Sketched sketched, read::sketch_all(reading, sketch, progress));
  const DistanceTable table(*format);
  std::string header;
  table.append_header(header);
  TEXTKIN_RETURN_IF_ERROR(file->write(header));
  const Distances distances(reading.text, wanted, table, *sketcher, *entry, sketched);
  TEXTKIN_RETURN_IF_ERROR(write_all(sketched.collection, distances, *file));
  return file->commit();
}

}  // namespace textkin::engine::commands
