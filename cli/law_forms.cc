#include <CLI/CLI.hpp>

#include "engine/commands/choices.h"
#include "law_form.h"
#include "laws/law.h"
#include "laws/law_bias.h"
#include "laws/law_chance.h"
#include "laws/law_ru.h"
#include "laws/law_sketch.h"
#include "output_options.h"
#include "typed_options.h"

namespace textkin::cli {

LawForm::LawForm(CLI::App& law, const std::string& name, const std::string& doc) {
  parsed = law.add_subcommand(name, doc);
  add_output(*parsed, "-o,--output", output, "FILE", "where the answer goes")->capture_default_str();
  add_text_or_json(*parsed, format);
}

namespace {

class SketchForm : public LawForm {
 protected:
  using LawForm::LawForm;

  void add_sketch(laws::SketchQuestion& of) {
    add("--sketch", of.sketch, "NAME", "whose law: " + listed(engine::commands::sketch_choices(), ", "))
        ->capture_default_str();
    add("--bits", of.bits, "B", "only B bits of a cell are kept (b-bit minwise hashing)");
    add("--similarity", of.similarity, "J", "the true similarity, in the sketch's measure")->capture_default_str();
    add("--union", of.union_size, "N", "members of both sets together; default: far more than cells");
  }
};

class ErrorForm : public SketchForm {
 public:
  explicit ErrorForm(CLI::App& law) : SketchForm(law, "error", "how close an estimate comes to the truth") {
    add("--hashes", question_.of.hashes, "K", "cells of the sketch")->capture_default_str();
    add("--within", question_.within, "E", "the error that is asked about")->capture_default_str();
    add("--threshold", question_.threshold, "T", "also: how often the estimate reaches T");
    add_sketch(question_.of);
  }
  Result<laws::LawReport> answer() const override { return laws::law_of_error(question_); }

 private:
  laws::ErrorQuestion question_;
};

class HashesForm : public SketchForm {
 public:
  explicit HashesForm(CLI::App& law) : SketchForm(law, "hashes", "how many hashes an accuracy needs") {
    add("--within", question_.within, "E", "the largest error")->capture_default_str();
    add("--confidence", question_.confidence, "P", "the least probability of that")->capture_default_str();
    add_sketch(question_.of);
  }
  Result<laws::LawReport> answer() const override { return laws::law_of_hashes(question_); }

 private:
  laws::HashesQuestion question_;
};

class IntervalForm : public LawForm {
 public:
  explicit IntervalForm(CLI::App& law) : LawForm(law, "interval", "what similarity so many matches speak for") {
    add("--matches", question_.matches, "X", "cells that agree")->required();
    add("--hashes", question_.hashes, "K", "cells of the sketch")->capture_default_str();
    add("--sketch", question_.sketch, "NAME", "whose law: " + listed(engine::commands::sketch_choices(), ", "))
        ->capture_default_str();
    add("--bits", question_.bits, "B", "only B bits of a cell were kept (b-bit minwise hashing)");
    add("--size-a", question_.size_a, "N", "with --size-b: also the tight interval");
    add("--size-b", question_.size_b, "N", "members of the other set");
    add("--confidence", question_.confidence, "P", "of the interval")->capture_default_str();
    parsed->add_flag("--modified", question_.modified, "the modified similarity was estimated (RUM)");
  }
  Result<laws::LawReport> answer() const override { return laws::law_of_interval(question_); }

 private:
  laws::IntervalQuestion question_;
};

class ChanceForm : public LawForm {
 public:
  explicit ChanceForm(CLI::App& law) : LawForm(law, "chance", "what two random sets share") {
    add("--universe", question_.universe, "M", "things that sets are drawn from")->required();
    add("--size-a", question_.size_a, "N", "members of one set")->required();
    add("--size-b", question_.size_b, "N", "members of the other")->required();
    add("--shared", question_.shared, "X", "an overlap, for its p-value");
    parsed->add_flag("--law", question_.whole, "the probability of every overlap (equation 10 of Dembele, Lo 2017)");
    add("--moment", question_.moments, "P,...", "E[similarity^P] (equation 11)")->delimiter(',');
  }
  Result<laws::LawReport> answer() const override { return laws::law_of_chance(question_); }

 private:
  laws::ChanceQuestion question_;
};

class RuForm : public LawForm {
 public:
  explicit RuForm(CLI::App& law) : LawForm(law, "ru", "the exact law of RU and RUM (Dembele, Lo 2017)") {
    add("--rows", question_.sets.rows, "N", "the n of z(i) = x i + y mod n");
    add("--set-a", question_.sets.set_a, "LIST", "rows of A in 1..N, as 1,4,7-9");
    add("--set-b", question_.sets.set_b, "LIST", "rows of B");
    add("--size-a", question_.sets.size_a, "N", "instead of the sets: the mean over all orders of the rows");
    add("--size-b", question_.sets.size_b, "N", "members of B");
    add("--shared", question_.sets.shared, "X", "members of both");
    add("--draw", question_.drawing.draw, "uniform|units|prime",
        "x and y: uniform on 1 .. n; x prime to n; modulo the least prime that is at least n")
        ->check(CLI::IsMember({"uniform", "units", "prime"}).description(""))
        ->capture_default_str();
    add("--law-x", question_.drawing.x, "LIST", "x by these weights, as 1:2,4-6:0.5");
    add("--law-y", question_.drawing.y, "LIST", "y, independent of x, by these weights");
    add("--law-xy", question_.drawing.table, "FILE", "x and y by the lines 'x y weight' of a file");
    parsed->add_flag("--maximum", question_.maximum, "the maximum instead of the minimum");
    parsed->add_flag("--modified", question_.sets.modified, "RUM: the list of both sets, shared members twice");
    add("--hashes", question_.share.hashes, "K", "functions")->capture_default_str();
    add("--matches", question_.share.matches, "X", "observed, for the intervals");
    add("--confidence", question_.share.confidence, "P", "of intervals and errors")->capture_default_str();
    add("--within", question_.share.within, "E", "P(|share - p| <= E), and how often the estimate is so close");
    add("--around", question_.share.around, "C", "with --within: of this instead of p, the probability of a match");
    add("--moment", question_.share.moments, "P,...", "E[share^P]")->delimiter(',');
  }
  Result<laws::LawReport> answer() const override { return laws::law_of_ru(question_); }

 private:
  laws::RuQuestion question_;
};

class BiasForm : public LawForm {
 public:
  explicit BiasForm(CLI::App& law) : LawForm(law, "bias", "how far a hash family is from min-wise on two sets") {
    add("--family", question_.family, "NAME", "one of " + listed(engine::commands::family_choices(), ", "))
        ->capture_default_str();
    add("--parameter,--modulus", question_.parameter, "N",
        "of linear, linear-units: the modulus; permutation: the universe; polynomial: coefficients; multiplicative: "
        "bits");
    add("--set-a", question_.set_a, "LIST", "keys of A, as 1,4,7-9")->required();
    add("--set-b", question_.set_b, "LIST", "keys of B; with one key of A: how often it is the least")->required();
    add("--functions", question_.functions, "K", "drawn, at least")->capture_default_str();
    add("--confidence", question_.confidence, "P", "of the interval")->capture_default_str();
  }
  Result<laws::LawReport> answer() const override { return laws::law_of_bias(question_); }

 private:
  laws::BiasQuestion question_;
};

class MashForm : public LawForm {
 public:
  explicit MashForm(CLI::App& law) : LawForm(law, "mash", "Mash distance and p-value (Ondov et al. 2016)") {
    add("--similarity", question_.similarity, "J", "of the sets of k-mers")->required();
    add("--kmer", question_.kmer, "K", "letters of a k-mer")->capture_default_str();
    add("--hashes", question_.hashes, "S", "size of the sketch, for interval and p-value");
    add("--size-a", question_.size_a, "N", "k-mers of one sequence, for the p-value");
    add("--size-b", question_.size_b, "N", "k-mers of the other");
    add("--alphabet", question_.alphabet, "L", "letters that there are")->capture_default_str();
    add("--confidence", question_.confidence, "P", "of the interval")->capture_default_str();
  }
  Result<laws::LawReport> answer() const override {
    if (!is_typed(*parsed, "--hashes"))
      TEXTKIN_RETURN_IF_ERROR(refuse_typed(*parsed, {"--confidence"}, "without --hashes, which an interval needs"));
    if (!is_typed(*parsed, "--size-a"))
      TEXTKIN_RETURN_IF_ERROR(refuse_typed(*parsed, {"--alphabet"}, "without --size-a and --size-b, for the p-value"));
    return laws::law_of_mash(question_);
  }

 private:
  laws::MashQuestion question_;
};

class SamplesForm : public LawForm {
 public:
  explicit SamplesForm(CLI::App& law) : LawForm(law, "samples", "how alike samples of two sets are") {
    add("--size-a", question_.size_a, "N", "members of one set")->required();
    add("--size-b", question_.size_b, "N", "members of the other")->required();
    add("--shared", question_.shared, "X", "members of both")->required();
    add("--sample-a", question_.sample_a, "N", "members drawn of the one")->required();
    add("--sample-b", question_.sample_b, "N", "members drawn of the other")->required();
  }
  Result<laws::LawReport> answer() const override { return laws::law_of_samples(question_); }

 private:
  laws::SamplesQuestion question_;
};

class SimhashForm : public LawForm {
 public:
  explicit SimhashForm(CLI::App& law) : LawForm(law, "simhash", "what a search within a Hamming distance finds") {
    add("--bits", question_.bits, "F", "of a fingerprint")->capture_default_str();
    add("--distance", question_.distance, "K", "bits that may differ")->capture_default_str();
    add("--documents", question_.documents, "N", "for the expected number of unrelated pairs");
  }
  Result<laws::LawReport> answer() const override { return laws::law_of_simhash(question_); }

 private:
  laws::SimhashQuestion question_;
};

template <class... Forms>
std::vector<std::unique_ptr<LawForm>> make(CLI::App& law) {
  std::vector<std::unique_ptr<LawForm>> forms;
  (forms.push_back(std::make_unique<Forms>(law)), ...);
  return forms;
}

}  // namespace

std::vector<std::unique_ptr<LawForm>> add_law_forms(CLI::App& law) {
  return make<ErrorForm, HashesForm, IntervalForm, ChanceForm, SamplesForm, RuForm, MashForm, SimhashForm, BiasForm>(
      law);
}

}  // namespace textkin::cli
