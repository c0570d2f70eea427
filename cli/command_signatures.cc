#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "command.h"
#include "engine/commands/choices.h"
#include "engine/signatures/given_rows.h"
#include "engine/signatures/info.h"
#include "engine/signatures/make_file.h"
#include "engine/signatures/nearest.h"
#include "engine/signatures/pairs.h"
#include "output_options.h"
#include "typed_options.h"

namespace textkin::cli {
namespace {

// A word below `textkin signatures`.
CLI::App* add_form(CLI::App& app, const std::string& name, const std::string& doc) {
  const auto there = app.get_subcommands([](const CLI::App* any) { return any->check_name("signatures"); });
  CLI::App* above = there.empty() ? nullptr : there.front();
  if (above == nullptr) {
    above = app.add_subcommand("signatures", "files of signatures that stay: make them once, add, compare, search");
    above->require_subcommand(1);
  }
  return above->add_subcommand(name, doc);
}

// What a form that reads documents by a file's record is not asked.
void add_reading(CLI::App& form, SharedArguments& shared) {
  add_key_option(form, shared, "What a document is compared by");
  add_input_options(form, shared);
  add_run_options(form, shared);
  form.remove_option(form.get_option("--run-dir"));
}

void add_answer(CLI::App& form, engine::signatures::AnswerOptions& answer) {
  add_output(form, "-o,--output", answer.output, "FILE", "where the rows go; .gz and .zst pack")->capture_default_str();
  add_output(form, "--format", answer.format, listed(engine::commands::format_choices(), "|"), "of the rows")
      ->capture_default_str();
  form.add_flag("--containment", answer.containment, "also: what share of each set the other has, and its interval")
      ->group("Output");
  const auto add = [&](const char* name, auto& value, const char* word, const char* doc) {
    return form.add_option(name, value, doc)->type_name(word)->group("Finding");
  };
  add("-t,--threshold", answer.threshold, "T", "least similarity of a row")->capture_default_str();
  add("--confidence", answer.confidence, "P", "of the intervals")->capture_default_str();
  add("--universe", answer.universe, "N", "shingles that chance draws from; default: the k-mers that kmer:K can tell")
      ->check(CLI::PositiveNumber.description(""));
}

std::vector<std::string*> addresses(std::vector<std::string>& files) {
  std::vector<std::string*> all;
  for (std::string& file : files) all.push_back(&file);
  return all;
}

class CreateForm : public Command {
 public:
  explicit CreateForm(CLI::App& app) {
    parsed = add_form(app, "create", "the signatures of INPUT as a file");
    add_inputs(*parsed, shared);
    add_output(*parsed, "-o,--output", output_, "FILE.sig",
               "the file of signatures, or a table of them: *.parquet, *.arrow, *.feather")
        ->required();
    add_sketch_options(*parsed, shared);
    parsed
        ->add_option("--bits", bits_,
                     "of a cell that are kept: 1, 2, 4, 8, 16 or 32; default: all (b-bit minwise hashing)")
        ->type_name("B")
        ->group("Sketch");
    add_shared(*parsed, shared);
    parsed->remove_option(parsed->get_option("--run-dir"));
  }

  Result<int> run(const engine::run::RunOptions& options, engine::write::Results& /*results*/,
                  Progress& progress) override {
    TEXTKIN_RETURN_IF_ERROR(engine::signatures::create(options, options.search.sketch, bits_, output_, progress));
    return 0;
  }

  std::vector<std::string*> signature_files() override { return {&output_}; }

 private:
  std::string output_;
  std::uint32_t bits_ = 0;
};

class AddForm : public Command {
 public:
  explicit AddForm(CLI::App& app) {
    parsed = add_form(app, "add", "the signatures of INPUT behind those of a file, made as they were");
    add_inputs(*parsed, shared);
    add_output(*parsed, "--to", file_, "FILE.sig", "the file of signatures that becomes longer")->required();
    add_reading(*parsed, shared);
  }

  Result<int> run(const engine::run::RunOptions& options, engine::write::Results& /*results*/,
                  Progress& progress) override {
    TEXTKIN_RETURN_IF_ERROR(engine::signatures::add(options, file_, progress));
    return 0;
  }

  std::vector<std::string*> signature_files() override { return {&file_}; }

 private:
  std::string file_;
};

class MergeForm : public Command {
 public:
  explicit MergeForm(CLI::App& app) {
    parsed = add_form(app, "merge", "files of signatures as one file, one behind the other");
    parsed->add_option("FILE", files_, "files of signatures that were made alike")->required()->type_name("");
    add_output(*parsed, "-o,--output", output_, "FILE.sig", "the file of all")->required();
    add_run_options(*parsed, shared);
    for (const char* const no_use : {"--threads", "--run-dir", "--block-size", "--simd"})
      parsed->remove_option(parsed->get_option(no_use));
  }

  Result<int> run(const engine::run::RunOptions& options, engine::write::Results& /*results*/,
                  Progress& progress) override {
    TEXTKIN_RETURN_IF_ERROR(engine::signatures::merge(files_, options.limits, output_, progress));
    return 0;
  }

  std::vector<std::string*> signature_files() override {
    std::vector<std::string*> all = addresses(files_);
    all.push_back(&output_);
    return all;
  }

 private:
  std::vector<std::string> files_;
  std::string output_;
};

class InfoForm : public Command {
 public:
  explicit InfoForm(CLI::App& app) {
    parsed = add_form(app, "info", "what a file of signatures holds, how it was made, and whether it is whole");
    parsed->add_option("FILE", file_, "a file of signatures")->required()->type_name("");
    add_output(*parsed, "-o,--output", output_, "FILE", "where the answer goes")->capture_default_str();
    add_text_or_json(*parsed, format_);
  }

  Result<int> run(const engine::run::RunOptions&, engine::write::Results& results, Progress&) override {
    TEXTKIN_RETURN_IF_ERROR(engine::signatures::info(file_, output_, format_ == "json", results));
    return 0;
  }

  std::vector<std::string*> signature_files() override { return {&file_}; }

 private:
  std::string file_;
  std::string output_ = "-";
  std::string format_ = "text";
};

class NearestForm : public Command {
 public:
  explicit NearestForm(CLI::App& app) {
    parsed = add_form(app, "nearest", "of each document of INPUT, the most similar signatures of a file");
    add_inputs(*parsed, shared);
    parsed->get_option("INPUT")->required(false);
    parsed->add_option("--signatures", nearest_.questions, "ask the rows of another file of signatures, not INPUT")
        ->type_name("INPUT");
    parsed->add_option("--in", nearest_.file, "the file of signatures that is searched")
        ->required()
        ->type_name("INPUT");
    add_answer(*parsed, nearest_.answer);
    parsed->add_option("--top", nearest_.top, "how many of each document, at most")
        ->type_name("K")
        ->capture_default_str()
        ->group("Finding");
    add_reading(*parsed, shared);
  }

  Result<int> run(const engine::run::RunOptions& options, engine::write::Results& /*results*/,
                  Progress& progress) override {
    if (!nearest_.questions.empty()) {
      if (!options.inputs.spec.arguments.empty())
        return Status(Code::kInvalidArgument, "INPUT and --signatures ask twice; leave one of them out");
      for (const char* const group : {"Input", "What a document is compared by"})
        TEXTKIN_RETURN_IF_ERROR(refuse_typed_group(*parsed, group, "with --signatures, which reads no texts"));
      TEXTKIN_RETURN_IF_ERROR(refuse_typed(*parsed, {"--block-size"}, "with --signatures, which reads no texts"));
    }
    TEXTKIN_RETURN_IF_ERROR(engine::signatures::nearest(options, nearest_, progress));
    return 0;
  }

  std::vector<std::string*> signature_files() override { return {&nearest_.file, &nearest_.questions}; }

 private:
  engine::signatures::NearestOptions nearest_;
};

class PairsForm : public Command {
 public:
  explicit PairsForm(CLI::App& app) {
    parsed = add_form(app, "pairs", "all pairs of a file of signatures, or of two, that are estimated alike");
    parsed->add_option("FILE", files_, "a file of signatures, or two that were made alike")
        ->required()
        ->expected(1, 2)
        ->type_name("");
    answer_.threshold = 0.8;
    add_answer(*parsed, answer_);
    add_run_options(*parsed, shared);
    for (const char* const no_use : {"--run-dir", "--block-size"}) parsed->remove_option(parsed->get_option(no_use));
  }

  Result<int> run(const engine::run::RunOptions& options, engine::write::Results& /*results*/,
                  Progress& progress) override {
    TEXTKIN_RETURN_IF_ERROR(engine::signatures::pairs(files_, options.limits, answer_, progress));
    return 0;
  }

  std::vector<std::string*> signature_files() override { return addresses(files_); }

 private:
  std::vector<std::string> files_;
  engine::signatures::AnswerOptions answer_;
};

class EstimateForm : public Command {
 public:
  explicit EstimateForm(CLI::App& app) {
    parsed =
        add_form(app, "estimate", "what signatures say of given pairs: of row i and row i of two files, or of --of");
    parsed->add_option("FILE", files_, "a file of signatures, or two that were made alike")
        ->required()
        ->expected(1, 2)
        ->type_name("");
    parsed->add_option("--of", pairs_, "a table of pairs, as `textkin pairs` writes it: columns a and b count")
        ->type_name("FILE.tsv")
        ->group("Finding");
    add_answer(*parsed, answer_);
    parsed->remove_option(parsed->get_option("--threshold"));
  }

  Result<int> run(const engine::run::RunOptions&, engine::write::Results&, Progress&) override {
    if (files_.size() == 1 && pairs_.empty())
      return Status(Code::kInvalidArgument, "one file and no --of: each row would be compared with itself");
    TEXTKIN_RETURN_IF_ERROR(engine::signatures::estimate(files_, pairs_, answer_));
    return 0;
  }

  std::vector<std::string*> signature_files() override { return addresses(files_); }

 private:
  std::vector<std::string> files_;
  std::string pairs_;
  engine::signatures::AnswerOptions answer_;
};

}  // namespace

std::unique_ptr<Command> add_signatures_create(CLI::App& app) { return std::make_unique<CreateForm>(app); }
std::unique_ptr<Command> add_signatures_add(CLI::App& app) { return std::make_unique<AddForm>(app); }
std::unique_ptr<Command> add_signatures_merge(CLI::App& app) { return std::make_unique<MergeForm>(app); }
std::unique_ptr<Command> add_signatures_info(CLI::App& app) { return std::make_unique<InfoForm>(app); }
std::unique_ptr<Command> add_signatures_pairs(CLI::App& app) { return std::make_unique<PairsForm>(app); }
std::unique_ptr<Command> add_signatures_estimate(CLI::App& app) { return std::make_unique<EstimateForm>(app); }
std::unique_ptr<Command> add_signatures_nearest(CLI::App& app) { return std::make_unique<NearestForm>(app); }

}  // namespace textkin::cli
