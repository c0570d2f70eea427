#include "laws/law_sketch.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "laws/law_checks.h"
#include "sketch/catalog.h"
#include "sketch/cells/sampling_law.h"
#include "stats/law/accuracy.h"
#include "stats/law/bbit.h"
#include "stats/law/match_share.h"
#include "stats/law/modified_similarity.h"

namespace textkin::laws {
namespace {

// Of a larger union a sample is as if drawn with repeats, to the last digits.
constexpr double kMostSampled = 0x1p40;

constexpr std::uint64_t kAnySeed = 1;

const sketch::SketchEntry& entry_of(const Sketcher& sketcher) {
  for (const sketch::SketchEntry& entry : sketch::catalog())
    if (entry.version == sketcher.spec().name) return entry;
  return sketch::catalog().front();
}

double united(const SketchQuestion& of) { return std::min(of.union_size.value_or(HUGE_VAL), stats::kLargeUnion); }

Status check(const SketchQuestion& of) {
  TEXTKIN_RETURN_IF_ERROR(check_share("--similarity", of.similarity));
  if (of.union_size && !(*of.union_size >= 1))
    return Status(Code::kInvalidArgument, fmt::format("--union {} is not at least 1", *of.union_size));
  return {};
}

// The law of a sketch, or of so many bits of its cells.
class AskedLaw {
 public:
  static Result<AskedLaw> make(const std::string& name, std::uint32_t hashes, std::uint32_t bits) {
    constexpr std::uint32_t kMostBits = 32;
    if (bits > kMostBits)
      return Status(Code::kInvalidArgument,
                    fmt::format("--bits {} is more than the {} that a cell has", bits, kMostBits));
    // Bits are kept of cells that agree in place.
    TEXTKIN_ASSIGN_OR_RETURN(std::unique_ptr<Sketcher> sketcher, bits == 0
                                                                     ? sketch::make_sketcher(name, hashes, kAnySeed)
                                                                     : sketch::make_bandable(name, hashes, kAnySeed));
    AskedLaw asked;
    asked.sketcher_ = std::move(sketcher);
    if (bits > 0) asked.truncated_ = std::make_unique<TruncatedCells>(bits);
    asked.name_ = asked.sketcher_->spec().name;
    if (bits > 0) asked.name_ += fmt::format(", {} bit{} a cell", bits, bits == 1 ? "" : "s");
    return asked;
  }

  const CollisionLaw& law() const {
    return truncated_ != nullptr ? static_cast<const CollisionLaw&>(*truncated_) : sketcher_->law();
  }
  const std::string& name() const { return name_; }
  const sketch::SketchEntry& entry() const { return entry_of(*sketcher_); }
  std::string reference() const {
    return std::string(entry().reference) + (truncated_ != nullptr ? "; Li, Koenig 2010 (b-bit)" : "");
  }

 private:
  // Bits of mixed words, cells as if they were independent.
  class TruncatedCells : public CollisionLaw {
   public:
    explicit TruncatedCells(std::uint32_t bits) : law_(bits) {}
    double agreement(double similarity) const override { return law_.agreement(std::clamp(similarity, 0.0, 1.0)); }
    double candidate_probability(double, std::uint32_t, std::uint32_t) const override { return 0; }
    double variance(double similarity, double, std::uint32_t cells) const override {
      return law_.variance(similarity, cells);
    }
    Interval interval(std::uint32_t matches, std::uint32_t cells, std::uint64_t, std::uint64_t, double confidence,
                      bool) const override {
      return law_.interval(matches, cells, confidence);
    }

   private:
    stats::BbitLaw law_;
  };

  std::unique_ptr<Sketcher> sketcher_;
  std::unique_ptr<TruncatedCells> truncated_;
  std::string name_;
};

std::string law_in_words(const AskedLaw& asked, const SketchQuestion& of, double ratio) {
  if (ratio == 1)
    return fmt::format(
        "each cell of {} agrees with probability {:.6g}, independently: binomial, exact for ideal hashing",
        asked.name(), asked.law().agreement(of.similarity));
  return fmt::format(
      "the estimate of {} has {:.4f} times the variance of independent cells: binomial with that many times fewer "
      "trials, an approximation",
      asked.name(), ratio);
}

// The similarity at which cells agree with probability `share`.
double similarity_of(const CollisionLaw& law, double share) {
  // Cosines may be below 0; other similarities are not, and their laws say the same there as at 0.
  double low = law.agreement(-1) < law.agreement(0) ? -1 : 0;
  double high = 1;
  if (share <= law.agreement(low)) return low;
  for (int step = 0; step < 60; ++step) {
    const double middle = (low + high) / 2;
    (law.agreement(middle) < share ? low : high) = middle;
  }
  return high;
}

}  // namespace

Result<LawReport> law_of_error(const ErrorQuestion& question) {
  const SketchQuestion& of = question.of;
  TEXTKIN_RETURN_IF_ERROR(check(of));
  TEXTKIN_RETURN_IF_ERROR(check_share("--within", question.within));
  if (question.threshold) TEXTKIN_RETURN_IF_ERROR(check_share("--threshold", *question.threshold));
  TEXTKIN_ASSIGN_OR_RETURN(AskedLaw asked, AskedLaw::make(of.sketch, of.hashes, of.bits));
  const CollisionLaw& law = asked.law();
  const stats::AccuracyCase wanted{of.similarity, question.within, united(of)};
  // Such a sketch is a sample of the union, whose exact law needs the union's size.
  const bool sampled = dynamic_cast<const sketch::SamplingLaw*>(&law) != nullptr && of.union_size.has_value() &&
                       *of.union_size <= kMostSampled;
  const double bound = -2 * of.hashes * question.within * question.within;

  LawReport report;
  report.form = "error";
  report.lines = {
      {"sketch", asked.name(), fmt::format("{} hashes", of.hashes)},
      {"similarity", of.similarity, std::string(asked.entry().measure)},
      {"within", question.within, ""},
      {"probability",
       sampled ? stats::sample_probability_within(wanted, of.hashes)
               : stats::probability_within(law, wanted, of.hashes),
       "that the estimate is so close"},
      {"standard_error", std::sqrt(law.variance(of.similarity, united(of), of.hashes)), ""},
      {"rule_of_thumb", 1 / std::sqrt(of.hashes), "1/sqrt(k), the expected error by its order of magnitude"},
      {"hoeffding", std::max(0.0, 1 - 2 * std::exp(bound)), "the same probability by Hoeffding's bound: at least"},
  };
  if (question.threshold)
    report.lines.push_back({"reaches_threshold",
                            stats::probability_at_least(law, of.similarity, *question.threshold, united(of), of.hashes),
                            fmt::format("probability that the estimate is {} or more", *question.threshold)});
  report.law = sampled
                   ? fmt::format("the cells of {} are a sample of the union: hypergeometric, exact for ideal hashing",
                                 asked.name())
                   : law_in_words(asked, of, stats::variance_ratio(law, of.similarity, united(of), of.hashes));
  report.reference = asked.reference();
  return report;
}

Result<LawReport> law_of_hashes(const HashesQuestion& question) {
  SketchQuestion of = question.of;
  TEXTKIN_RETURN_IF_ERROR(check(of));
  TEXTKIN_RETURN_IF_ERROR(check_confidence(question.confidence));
  if (!(question.within > 0 && question.within < 1))
    return Status(Code::kInvalidArgument, fmt::format("--within {} is not between 0 and 1", question.within));
  std::uint32_t step = 1;
  for (const sketch::SketchEntry& entry : sketch::catalog())
    if (entry.name == of.sketch) step = entry.cell_step;
  TEXTKIN_ASSIGN_OR_RETURN(AskedLaw asked, AskedLaw::make(of.sketch, step, of.bits));
  const CollisionLaw& law = asked.law();
  TEXTKIN_ASSIGN_OR_RETURN(std::uint32_t cells, stats::cells_needed(law, {of.similarity, question.within, united(of)},
                                                                    question.confidence, step));
  const std::uint32_t most = asked.entry().max_cells;

  LawReport report;
  report.form = "hashes";
  report.lines = {
      {"sketch", asked.name(), ""},
      {"similarity", of.similarity, std::string(asked.entry().measure)},
      {"within", question.within, ""},
      {"confidence", question.confidence, ""},
      {"hashes", std::uint64_t{cells},
       cells > most ? fmt::format("more than the {} that this sketch has room for", most)
                    : "the least from which on every number keeps it"},
      {"probability", stats::probability_within(law, {of.similarity, question.within, united(of)}, cells),
       "with that many"},
      {"hoeffding", stats::hoeffding_cells(question.within, question.confidence),
       "hashes by Hoeffding's bound, whatever the similarity"},
      {"rule_of_thumb", std::ceil(1 / (question.within * question.within) - 1e-9),
       "1/error^2: the error is then the expected one"},
  };
  report.law = law_in_words(asked, of, stats::variance_ratio(law, of.similarity, united(of), cells));
  report.reference = asked.reference();
  return report;
}

Result<LawReport> law_of_interval(const IntervalQuestion& question) {
  TEXTKIN_RETURN_IF_ERROR(check_confidence(question.confidence));
  if (question.size_a.has_value() != question.size_b.has_value())
    return Status(Code::kInvalidArgument, "--size-a and --size-b go together");
  TEXTKIN_RETURN_IF_ERROR(check_matches(question.matches, question.hashes));
  TEXTKIN_ASSIGN_OR_RETURN(AskedLaw asked, AskedLaw::make(question.sketch, question.hashes, question.bits));
  const CollisionLaw& law = asked.law();
  const auto plain = [&](const Interval& interval) {
    return question.modified ? stats::plain_similarity(interval) : interval;
  };
  const auto interval_of = [&](bool tight) {
    return plain(law.interval(question.matches, question.hashes, question.size_a.value_or(0),
                              question.size_b.value_or(0), question.confidence, tight));
  };
  const double share = static_cast<double>(question.matches) / question.hashes;
  const double estimate = similarity_of(law, share);
  const Interval sure = interval_of(false);
  if (!question.size_a && sure.lower <= 0 && sure.upper >= 1)
    return Status(
        Code::kInvalidArgument,
        fmt::format("the interval of sketch '{}' depends on the sizes of the sets: give --size-a and --size-b",
                    question.sketch));

  LawReport report;
  report.form = "interval";
  report.lines = {
      {"sketch", asked.name(), fmt::format("{} of {} cells agree", question.matches, question.hashes)},
      {"confidence", question.confidence, ""},
      {"estimate", question.modified ? stats::plain_similarity(estimate) : estimate,
       question.modified ? fmt::format("from a modified similarity of {:.6g}", estimate)
                         : std::string(asked.entry().measure)},
      {"lower", sure.lower, "guaranteed"},
      {"upper", sure.upper, ""},
  };
  if (question.size_a) {
    const Interval tight = interval_of(true);
    report.lines.push_back({"tight_lower", tight.lower, "by the sketch's own variance, for these sizes"});
    report.lines.push_back({"tight_upper", tight.upper, ""});
  }
  if (law.agreement(0.25) == 0.25) {
    const Interval gauss = plain(stats::gaussian_interval(question.matches, question.hashes, question.confidence));
    report.lines.push_back({"gaussian_lower", gauss.lower, "for comparison: it covers less than it says"});
    report.lines.push_back({"gaussian_upper", gauss.upper, ""});
  }
  if (dynamic_cast<const sketch::SamplingLaw*>(&law) == nullptr) {
    report.law = "Clopper-Pearson on the number of agreeing cells, through the law of a cell";
    report.reference = "Clopper, Pearson 1934; " + asked.reference();
  } else {
    report.law = "hypergeometric: the cells are a sample of the union, without repeats, of sets of these sizes";
    report.reference = asked.reference();
  }
  return report;
}

}  // namespace textkin::laws
