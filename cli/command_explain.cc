#include <algorithm>
#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "command.h"
#include "engine/explain/explain.h"
#include "engine/explain/explain_ru.h"
#include "engine/explain/explain_simhash.h"
#include "output_options.h"
#include "typed_options.h"

namespace textkin::cli {
namespace {

class ExplainCommand : public Command {
 public:
  explicit ExplainCommand(CLI::App& app) {
    parsed = app.add_subcommand("explain", "every step of minhashing a small collection, printed for people to follow");
    add_inputs(*parsed, shared);
    add_output(*parsed, "-o,--output", explain_.output, "FILE", "where the printout goes")->capture_default_str();
    add_text_or_json(*parsed, format_);
    parsed->add_option("--show", explain_.show, "rows of each printed table")
        ->type_name("N")
        ->group("Output")
        ->capture_default_str();
    parsed->add_flag("--trace", explain_.trace, "the signature matrix as it grows, row by row")->group("Output");

    const auto add = [this](const char* name, auto& value, const char* word, const char* doc) {
      return parsed->add_option(name, value, doc)->type_name(word)->group("Minhashing");
    };
    shared.run.search.sketch.hashes = 225;
    add("--hashes", shared.run.search.sketch.hashes, "N", "hash functions, drawn by --seed")->capture_default_str();
    add("--seed", shared.run.search.sketch.seed, "N", "the same seed gives the same bytes")->capture_default_str();
    add("--multipliers", explain_.multipliers, "A,...", "these functions instead: (a x + offset) mod modulus")
        ->delimiter(',');
    add("--offset", explain_.offset, "B", "of every given function; default: 0");
    add("--modulus", explain_.modulus, "M",
        "default: the least prime that is at least the number of rows; of RU and RUM: that number");
    add("--rows-order", explain_.rows_order, "sorted|first|hash|drawn|S,...",
        "numbers of the shingles: by spelling, by first appearance, by hash (RU and RUM: the default), for these drawn "
        "anew by each function; or the shingles in their order")
        ->capture_default_str();
    std::vector<std::string> hashes;
    for (const Word<report::ShingleHash>& word : report::kShingleHashWords) hashes.emplace_back(word.word);
    add("--shingle-hash", shingle_hash_, "own|murmur3",
        "the hash that is shown of a shingle: our own, or Scala's MurmurHash3 as Kalampokis 2016 prints it")
        ->check(CLI::IsMember(hashes).description(""))
        ->capture_default_str();

    add("--estimator", ru_.estimator, "minhash|simhash|ru|rum|rum-apart",
        "simhash: features, sums and fingerprints; of two documents or a few: RU or RUM of Dembele and Lo 2017, with "
        "the exact law; rum-apart: as it saves time")
        ->check(CLI::IsMember({"minhash", "simhash", "ru", "rum", "rum-apart"}).description(""))
        ->capture_default_str();
    add("--extreme", ru_.extreme, "minimum|maximum", "of the row numbers, for RU and RUM")
        ->check(CLI::IsMember({"minimum", "maximum"}).description(""))
        ->capture_default_str();
    add("--draw", ru_.draw, "uniform|units|prime",
        "x and y of RU and RUM: uniform on 1 .. n; x prime to n; modulo the least prime that is at least n")
        ->check(CLI::IsMember({"uniform", "units", "prime"}).description(""))
        ->capture_default_str();
    add("--observations", ru_.observations, "R", "of RU and RUM, each by its own functions")->capture_default_str();
    add("--confidence", ru_.confidence, "P", "of the interval of RU and RUM")->capture_default_str();
    add_simhash_options();

    const auto finding = [this](const char* name, auto& value, const char* word, const char* doc) {
      return parsed->add_option(name, value, doc)->type_name(word)->group("Finding");
    };
    finding("-t,--threshold", shared.run.search.threshold, "T", "least Jaccard similarity of an alike pair")
        ->capture_default_str();
    add_prefer(*parsed, shared);
    finding("--bands", shared.run.search.bands, "B", "with --rows: instead of --prefer")
        ->check(CLI::PositiveNumber.description(""));
    finding("--rows", shared.run.search.rows, "R", "rows of a band")->check(CLI::PositiveNumber.description(""));
    parsed->add_flag("--no-filter", no_filter_, "verify every candidate, whatever its estimate")->group("Finding");
    shared.shingle = "char:9";
    shared.normalize = "none";
    add_shared(*parsed, shared);
    keep_no_run_dir(*parsed);
  }

  Result<int> run(const engine::run::RunOptions& options, engine::write::Results& /*results*/,
                  Progress& progress) override {
    TEXTKIN_RETURN_IF_ERROR(check_typed());
    explain_.json = ru_.json = format_ == "json";
    if (ru_.estimator == "simhash") return explain_simhash(options, progress);
    if (ru_.estimator != "minhash") return explain_ru(options, progress);
    for (const char* name : {"--draw", "--observations", "--confidence"})
      if (parsed->count(name) > 0)
        return Status(Code::kInvalidArgument, std::string(name) + " belongs to --estimator ru, rum or rum-apart");
    if (explain_.rows_order == "drawn")
      return Status(Code::kInvalidArgument, "--rows-order drawn belongs to --estimator ru, rum or rum-apart");
    explain_.filter = !no_filter_;
    explain_.shingle_hash = *value_of(report::kShingleHashWords, shingle_hash_);
    TEXTKIN_RETURN_IF_ERROR(engine::explain::explain(options, explain_, progress).status());
    return 0;
  }

 private:
  void add_simhash_options() {
    const auto add = [this](const char* name, auto& value, const char* word, const char* doc) {
      return parsed->add_option(name, value, doc)->type_name(word)->group("SimHash");
    };
    add("--bits", simhash_.bits, "F", "of a fingerprint, 1 to 64: the first of each hash; default: 64");
    add("--weighting", simhash_.weighting, "none|tf|tf-idf",
        "how much a feature weighs: 1, how often it occurs, that by rarity; default: none, and tf of --multiset and "
        "--weights")
        ->check(CLI::IsMember({"none", "tf", "tf-idf"}).description(""));
    add("--given-hashes", simhash_.hashes, "FILE", "these hashes instead: lines 'FEATURE DIGITS' of 0 and 1");
    add("--permutation", simhash_.permutation, "P,...",
        "also the table of the fingerprints with bit i at place P_i, sorted")
        ->delimiter(',');
  }

  Result<int> explain_simhash(const engine::run::RunOptions& options, Progress& progress) {
    simhash_.output = explain_.output;
    simhash_.json = explain_.json;
    simhash_.show = explain_.show;
    simhash_.trace = explain_.trace;
    simhash_.seed = options.search.sketch.seed;
    TEXTKIN_RETURN_IF_ERROR(engine::explain::explain_simhash(options, simhash_, progress).status());
    return 0;
  }

  Result<int> explain_ru(const engine::run::RunOptions& options, Progress& progress) {
    ru_.output = explain_.output;
    ru_.show = explain_.show;
    ru_.trace = explain_.trace;
    ru_.hashes = options.search.sketch.hashes;
    ru_.seed = options.search.sketch.seed;
    ru_.multipliers = explain_.multipliers;
    ru_.offset = explain_.offset;
    ru_.modulus = explain_.modulus;
    if (parsed->count("--rows-order") > 0) ru_.rows_order = explain_.rows_order;
    TEXTKIN_RETURN_IF_ERROR(engine::explain::explain_ru(options, ru_, progress).status());
    return 0;
  }

  Status check_simhash() const {
    TEXTKIN_RETURN_IF_ERROR(refuse_typed(
        *parsed,
        {"--hashes", "--multipliers", "--offset", "--modulus", "--rows-order", "--shingle-hash", "--extreme", "--draw",
         "--observations", "--confidence", "--threshold", "--prefer", "--bands", "--rows", "--no-filter"},
        "with --estimator simhash"));
    if (!simhash_.hashes.empty())
      TEXTKIN_RETURN_IF_ERROR(refuse_typed(*parsed, {"--bits", "--seed"}, "where --given-hashes gives the hashes"));
    return {};
  }

  Status check_typed() const {
    if (ru_.estimator == "simhash") {
      TEXTKIN_RETURN_IF_ERROR(check_simhash());
    } else {
      TEXTKIN_RETURN_IF_ERROR(refuse_typed(*parsed, {"--bits", "--weighting", "--given-hashes", "--permutation"},
                                           "without --estimator simhash"));
    }
    if (ru_.estimator != "minhash" && ru_.estimator != "simhash") {
      const std::vector<std::string> orders{"sorted", "first", "hash", "drawn"};
      if (std::ranges::find(orders, explain_.rows_order) == orders.end())
        return Status(Code::kInvalidArgument, "--rows-order of RU and RUM is sorted, first, hash or drawn");
      TEXTKIN_RETURN_IF_ERROR(refuse_typed(*parsed,
                                           {"--shingle-hash", "--threshold", "--prefer", "--bands", "--rows",
                                            "--no-filter", "--repeated-ids"},  // a document may be compared with itself
                                           "with --estimator " + ru_.estimator));
    } else if (ru_.estimator == "minhash") {
      TEXTKIN_RETURN_IF_ERROR(refuse_typed(*parsed, {"--extreme"}, "without --estimator ru, rum or rum-apart"));
    }
    if (!explain_.multipliers.empty()) {
      const std::string given = "where --multipliers gives the functions";
      TEXTKIN_RETURN_IF_ERROR(refuse_typed(*parsed, {"--hashes", "--confidence"}, given));
      // An order of the rows that each function draws is by the seed all the same.
      if (explain_.rows_order != "drawn") TEXTKIN_RETURN_IF_ERROR(refuse_typed(*parsed, {"--seed"}, given));
    }
    return format_ == "json" ? refuse_typed(*parsed, {"--show"}, "with --format json, which has every row") : Status();
  }

  engine::explain::ExplainOptions explain_;
  engine::explain::RuOptions ru_{.estimator = "minhash"};
  engine::explain::SimHashStepsOptions simhash_;
  std::string format_ = "text";
  std::string shingle_hash_ = "own";
  bool no_filter_ = false;
};

}  // namespace

std::unique_ptr<Command> add_explain(CLI::App& app) { return std::make_unique<ExplainCommand>(app); }

}  // namespace textkin::cli
