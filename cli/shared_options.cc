#include "shared_options.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/commands/choices.h"
#include "engine/files/extract_text.h"
#include "engine/run/process.h"
#include "engine/run/typed_options.h"
#include "size_value.h"
#include "textkin/document.h"
#include "typed_options.h"

namespace textkin::cli {
namespace {

constexpr const char* kWorkFolder = "--run-dir";

std::string names(const std::vector<engine::commands::Choice>& choices, const std::string& between = ", ") {
  std::string out;
  for (const engine::commands::Choice& choice : choices) out += (out.empty() ? "" : between) + choice.name;
  return out;
}

// "a", "a and b", "a, b and c".
std::string in_words(const std::vector<std::string>& words) {
  std::string out;
  for (std::size_t i = 0; i < words.size(); ++i)
    out += (i == 0 ? "" : i + 1 == words.size() ? " and " : ", ") + words[i];
  return out;
}

// An option that may be given several times, each time with one name: of the next word INPUT is made.
CLI::Option* take_names(CLI::Option* option) { return option->expected(1)->allow_extra_args(false)->take_all(); }

bool page_tokens(std::string_view tokens) { return tokens == "html" || tokens == "links" || tokens == "anchors"; }

std::string why_no_delimiter(const std::string& word) {
  if (word == "tab" || (word.size() == 1 && word[0] > 0 && std::string_view("\"\r\n").find(word) == std::string::npos))
    return {};
  return fmt::format("{} is not one character of ASCII other than a quote or a line end, nor tab", word);
}

// Adds options of one group, each with the word that stands for its value in the help.
class Group {
 public:
  Group(CLI::App& command, std::string name) : command_(command), name_(std::move(name)) {}

  template <class T>
  CLI::Option* add(const std::string& names, T& value, const std::string& word, const std::string& doc) {
    return command_.add_option(names, value, doc)->type_name(word)->group(name_);
  }
  template <class T>
  CLI::Option* add_with_default(const std::string& names, T& value, const std::string& word, const std::string& doc) {
    return add(names, value, word, doc)->capture_default_str();
  }
  // One of a few words, which are also what the help shows.
  void add_choice(const std::string& names, std::string& value, const std::vector<std::string>& words,
                  const std::string& doc) {
    std::string shown;
    for (const std::string& word : words) shown += (shown.empty() ? "" : "|") + word;
    add_with_default(names, value, shown, doc)->check(CLI::IsMember(words).description(""));
  }
  // The same of a table of words.
  template <class Value, std::size_t kCount>
  void add_words(const std::string& names, Value& value, const Words<Value, kCount>& words, const std::string& doc) {
    std::vector<std::string> known;
    std::string shown;
    for (const Word<Value>& word : words) {
      known.emplace_back(word.word);
      shown += (shown.empty() ? "" : "|") + known.back();
    }
    command_
        .add_option_function<std::string>(
            names, [&value, &words](const std::string& typed) { value = *value_of(words, typed); }, doc)
        ->type_name(shown)
        ->group(name_)
        ->default_str(std::string(word_of(words, value)))
        ->check(CLI::IsMember(known).description(""));
  }
  void add_size(const std::string& names, std::uint64_t& value, const std::string& doc) {
    take_size(add(names, value, "SIZE", doc));
  }
  void add_flag(const std::string& names, bool& value, const std::string& doc) {
    command_.add_flag(names, value, doc)->group(name_);
  }

 private:
  CLI::App& command_;
  std::string name_;
};

}  // namespace

void add_input_options(CLI::App& command, SharedArguments& a) {
  Group group(command, "Input");
  std::vector<std::string> formats = engine::commands::input_format_names();
  formats.insert(formats.begin(), std::string(input::kBySuffix));
  group.add_choice(
      "--as", a.run.inputs.spec.read_as, formats,
      "how to read every INPUT; sets: a line is a set of items with white space between them, as in *.sets");
  group.add_flag("--lines", a.run.inputs.spec.lines,
                 "each line of a file that is not JSONL, or of standard input, is a document");
  group.add_flag("--records", a.run.inputs.spec.records,
                 "each sequence of a file that is not JSONL, or of standard input, is a document: FASTA");
  take_names(group.add("--text-field", a.run.inputs.spec.text_fields, "NAME",
                       "JSONL field that holds the text, also within others, as doc.text and messages[].content; given "
                       "several times, several, joined"))
      ->default_str("text");
  group.add_with_default("--id-field", a.run.inputs.spec.id_field, "NAME",
                         "JSONL field that holds the id; FILE:LINE where it is missing");
  group.add("--delimiter", a.delimiter, "CHAR|tab", "between fields of CSV; default: comma, and tab in *.tsv")
      ->check(CLI::Validator(why_no_delimiter, ""));
  group.add_words("--repeated-ids", a.run.inputs.number_repeated_ids, engine::run::kRepeatedIdsWords,
                  "number: the second becomes id#2");
  group.add_choice(
      "--extract", a.extract, {"auto", "none"},
      "auto: compare the text of " + engine::files::extracted_formats() + " files and text in any charset");
  add_extract_limits(command, a);
  group.add_words("--invalid-utf8", a.run.inputs.spec.invalid_utf8, input::kInvalidUtf8Words,
                  "replace by U+FFFD, skip the document, or fail");
  group.add_words("--on-error", a.run.inputs.spec.stop_on_error, input::kOnErrorWords,
                  "a document that cannot be used: skip it and say so, or fail");
  group.add("--problems", a.run.inputs.problems, "FILE.jsonl", "list every document that could not be used");
}

void add_against_fields(CLI::App& command, SharedArguments& a) {
  Group group(command, "Input");
  take_names(group.add("--against-text-field", a.run.inputs.against_text_fields, "NAME",
                       "--text-field of documents of --against, where it is another"));
  group.add("--against-id-field", a.against_id, "NAME", "--id-field of documents of --against, where it is another");
}

void add_extract_limits(CLI::App& command, SharedArguments& a) {
  Group group(command, "Input");
  group.add_size("--extract-memory", a.run.inputs.spec.extraction.memory,
                 "of the process that extracts a file's text; more costs that file; default: 1GiB");
  group.add_with_default("--extract-seconds", a.run.inputs.spec.extraction.seconds, "N",
                         "that extracting a file's text may take; more costs that file");
  group.add_words("--extract-unconfined", a.run.inputs.spec.extraction.must_be_confined, input::kUnconfinedWords,
                  "where the kernel cannot confine that process: say so, or fail");
  group.add("--pdf-program", a.run.inputs.spec.extraction.pdf_program, "FILE",
            "the pdftotext that reads PDFs, by its full path; default: the system's");
}

void add_key_option(CLI::App& command, SharedArguments& a, const char* group) {
  Group(command, group)
      .add("--key", a.run.text.key, "FILE",
           "16 or more secret bytes that key the hashes, against texts prepared to collide");
}

void add_normalize_option(CLI::App& command, SharedArguments& a, const char* group) {
  Group(command, group)
      .add_with_default("--normalize", a.normalize, "LIST",
                        "comma-separated, left to right: " + names(engine::commands::normalizer_choices()));
}

void add_text_options(CLI::App& command, SharedArguments& a) {
  Group group(command, "What a document is compared by");
  add_normalize_option(command, a, "What a document is compared by");
  group.add_with_default("--tokens", a.run.text.tokens, "NAME", names(engine::commands::token_choices()));
  group.add_with_default("--shingle", a.shingle, "word:K|char:K|kmer:K",
                         "K tokens, K code points, or K nucleotides of either strand (--normalize and --tokens do not "
                         "apply)");
  group.add_flag("--multiset", a.run.text.multiset, "count repeated shingles (weighted Jaccard)");
  group.add_words("--weights", a.run.text.weights, kWeightsWords,
                  "suffix: a document is a set of items NAME:WEIGHT (weighted Jaccard)");
  group.add_with_default("--weight-unit", a.run.text.weight_unit, "U",
                         "weights are rounded to multiples of U, at least one; compare also uses them as they are");
  group.add("--stop-words", a.run.text.stop_words, "LANGUAGE|FILE",
            "words to leave out: " + names(engine::commands::stop_word_choices()) + ", or those of a file");
  group.add("--stem", a.run.text.stem, "LANGUAGE",
            "words by their stems, with Snowball: " + names(engine::commands::stemmer_choices()));
  group.add_with_default("--fingerprint", a.run.text.fingerprint, "NAME",
                         "of a shingle of words: " + names(engine::commands::fingerprint_choices()));
  add_key_option(command, a, "What a document is compared by");
}

void add_sketch_options(CLI::App& command, SharedArguments& a) {
  Group group(command, "Sketch");
  group.add_with_default("--sketch", a.run.search.sketch.name, "NAME", names(engine::commands::sketch_choices()))
      ->transform(CLI::Validator(
          [](std::string& typed) {
            typed = engine::commands::sketch_name(typed);
            return std::string();
          },
          ""));
  group.add_with_default("--hashes", a.run.search.sketch.hashes, "K", "cells of a sketch");
  group.add_with_default("--seed", a.run.search.sketch.seed, "N", "the same seed gives the same bytes");
}

void add_plan_options(CLI::App& command, SharedArguments& a) {
  Group group(command, "Finding");
  group.add_with_default("-t,--threshold", a.run.search.threshold, "T",
                         "least Jaccard similarity, above 0 and at most 1");
  group.add_with_default("--recall", a.run.search.recall, "P",
                         "least probability that a pair exactly at the threshold is found");
  add_prefer(command, a);
  group.add("--bands", a.run.search.bands, "B", "with --rows: overrides the plan")
      ->check(CLI::PositiveNumber.description(""));
  group.add("--rows", a.run.search.rows, "R", "rows of a band")->check(CLI::PositiveNumber.description(""));
}

void add_prefer(CLI::App& command, SharedArguments& a) {
  Group group(command, "Finding");
  CLI::Option* prefer = group.add("--prefer", a.run.search.prefer, "accuracy|speed",
                                  "bands and rows by the rule of Kalampokis 2016, whatever their recall");
  prefer->check(CLI::IsMember({"accuracy", "speed"}).description(""));
  if (CLI::Option* recall = command.get_option_no_throw("--recall")) prefer->excludes(recall);
}

void add_search_options(CLI::App& command, SharedArguments& a) {
  add_plan_options(command, a);
  Group group(command, "Finding");
  group.add_words("--method", a.run.search.method, engine::run::kMethodWords,
                  "exact finds all pairs; auto takes it where it is cheaper than lsh");
  group.add_flag("--exact", a.exact, "the same as --method exact");
  group
      .add("--audit", a.run.search.audit, "N",
           "for N documents drawn by --seed: what share of their alike documents this run found, by exact search")
      ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{kNoDoc} - 1).description(""));
  add_sketch_options(command, a);
}

CLI::Option* add_measure_option(CLI::App& command, SharedArguments& a) {
  command.get_option("--threshold")->description("least similarity, above 0 and at most 1; of an overlap, a count");
  return Group(command, "Finding")
      .add_with_default("--measure", a.run.search.measure, names(engine::commands::measure_choices(), "|"),
                        "of what -t is the threshold; " + in_words(engine::commands::banded_measure_names()) +
                            " have both methods, the others are exact");
}

void add_limit_options(CLI::App& command, SharedArguments& a) {
  Group group(command, "Running");
  group.add("--threads", a.run.limits.threads, "N", "default: all of the machine; never changes a result")
      ->check(CLI::PositiveNumber.description(""));
  group.add_size("--memory", a.run.limits.memory, "limit, as 2GiB or 500MB; default: half of the machine");
}

void add_run_options(CLI::App& command, SharedArguments& a) {
  add_limit_options(command, a);
  Group group(command, "Running");
  group.add(kWorkFolder, a.run.limits.run_dir, "FOLDER",
            "keep the work there: the same command goes on where it was stopped; default: scratch under TMPDIR");
  group.add_size("--block-size", a.run.inputs.spec.block_bytes, "bytes read at a time; never changes a result");
  group.add_with_default("--simd", a.simd, "NAME", "auto, avx512, avx2, sse4, neon or scalar; never changes a result");
  group.add_flag("-q,--quiet", a.quiet, "no progress and no summary on standard error");
}

void keep_no_run_dir(CLI::App& command) { command.get_option(kWorkFolder)->group(""); }

void add_stats_option(CLI::App& command, SharedArguments& a) {
  Group(command, "Output").add("--stats", a.run.stats, "FILE.json", "what the run did, as one JSON object");
}

engine::run::NamedTextOptions named_text_options(const CLI::App& command) {
  return {.normalize = is_typed(command, "--normalize"),
          .tokens = is_typed(command, "--tokens"),
          .weight_unit = is_typed(command, "--weight-unit")};
}

Result<engine::run::RunOptions> to_run_options(const CLI::App& command, const SharedArguments& a) {
  const CLI::Option* const run_dir = command.get_option_no_throw(kWorkFolder);
  if (run_dir != nullptr && run_dir->get_group().empty() && run_dir->count() > 0)
    return Status(Code::kInvalidArgument,
                  command.get_name() + " keeps no --run-dir; leave it out: scratch goes below TMPDIR");
  engine::run::RunOptions run = a.run;
  const std::string& read_as = run.inputs.spec.read_as;
  for (const std::string& field : run.inputs.spec.text_fields)
    if (field.empty()) return Status(Code::kInvalidArgument, "--text-field '' names no field");
  if (run.inputs.spec.text_fields.empty()) return Status(Code::kInvalidArgument, "--text-field {} names no field");
  for (const std::string& field : run.inputs.against_text_fields)
    if (field.empty()) return Status(Code::kInvalidArgument, "--against-text-field '' names no field");
  if (is_typed(command, "--against-id-field")) run.inputs.against_id_field = a.against_id;
  if (run.inputs.against.empty())
    TEXTKIN_RETURN_IF_ERROR(refuse_typed(command, {"--against-text-field", "--against-id-field"}, "without --against"));
  if (run.inputs.spec.lines && read_as != input::kBySuffix && read_as != "lines")
    return Status(Code::kInvalidArgument, fmt::format("--lines and --as {} contradict each other", read_as));
  if (run.inputs.spec.records && read_as != input::kBySuffix && read_as != "fasta")
    return Status(Code::kInvalidArgument, fmt::format("--records and --as {} contradict each other", read_as));
  if (run.inputs.spec.records && run.inputs.spec.lines)
    return Status(Code::kInvalidArgument, "--records and --lines contradict each other");
  TEXTKIN_RETURN_IF_ERROR(engine::run::recognise_sets(run.inputs));
  const bool sets = read_as == "sets";
  const bool items = sets || run.text.weights == Weights::kSuffix;
  if (items && !is_typed(command, "--tokens")) run.text.tokens = "whitespace";
  const bool whole_files =
      !run.inputs.spec.lines && !run.inputs.spec.records && (read_as == input::kBySuffix || read_as == "document");
  if (a.extract == "auto" && !whole_files)
    TEXTKIN_RETURN_IF_ERROR(refuse_typed(
        command, {"--extract", "--extract-memory", "--extract-seconds", "--extract-unconfined", "--pdf-program"},
        "where a file is not one document"));
  run.inputs.spec.extraction.is_unasked = command.get_option_no_throw("--extract") != nullptr &&
                                          !is_typed(command, "--extract") && !page_tokens(run.text.tokens);
  if (a.extract == "auto")
    run.inputs.spec.extraction.program = a.extractor;
  else if (command.get_option_no_throw("--extract") != nullptr)
    TEXTKIN_RETURN_IF_ERROR(
        refuse_typed(command, {"--extract-memory", "--extract-seconds", "--extract-unconfined", "--pdf-program"},
                     "without --extract auto"));
  if (run.inputs.spec.extraction.seconds == 0 || run.inputs.spec.extraction.memory == 0)
    return Status(Code::kInvalidArgument, "--extract-seconds and --extract-memory are 1 or more");
  if (const std::string& pdf = run.inputs.spec.extraction.pdf_program; !pdf.empty() && !pdf.starts_with('/'))
    return Status(Code::kInvalidArgument, fmt::format("--pdf-program {} is no full path", pdf));
  if (!run.inputs.spec.extraction.program.empty() && page_tokens(run.text.tokens))
    return Status(Code::kInvalidArgument,
                  fmt::format("--tokens {} reads pages as they are; leave out --extract auto", run.text.tokens));
  TEXTKIN_RETURN_IF_ERROR(
      engine::run::parse_text_spec(items && !is_typed(command, "--normalize") ? "none" : a.normalize,
                                   items && !is_typed(command, "--shingle") ? "word:1" : a.shingle, run.text));
  if (!a.changes_text) TEXTKIN_RETURN_IF_ERROR(engine::run::check_used(run.text, named_text_options(command)));
  if (!is_typed(command, "--hashes"))
    run.search.sketch.hashes = std::min(run.search.sketch.hashes, engine::commands::most_cells(run.search.sketch.name));
  using engine::run::Method;
  if (a.exact && run.search.method == Method::kLsh)
    return Status(Code::kInvalidArgument, "--exact and --method lsh contradict each other");
  if (a.exact) run.search.method = Method::kExact;
  const std::string_view exactly = "with the exact method";
  if (run.search.method == Method::kExact)
    TEXTKIN_RETURN_IF_ERROR(refuse_typed(command, {"--bands", "--rows", "--prefer"}, exactly));
  const CLI::Option* const method = command.get_option_no_throw("--method");
  const bool asks = method != nullptr && !method->get_group().empty();  // else it is as a run directory has it
  const bool exact =
      run.search.method == Method::kExact || (run.search.method == Method::kAuto && run.search.bands == 0 &&
                                              engine::run::is_found_exactly(run.search.measure));
  if (asks && exact) {
    TEXTKIN_RETURN_IF_ERROR(refuse_typed(command, {"--recall"}, exactly));
    if (!is_typed(command, "--estimates"))
      TEXTKIN_RETURN_IF_ERROR(refuse_typed(command, {"--sketch", "--hashes"}, exactly));
  }
  if (run.search.method == Method::kAuto && (run.search.bands != 0 || !run.search.prefer.empty()))
    run.search.method = Method::kLsh;
  if (const unsigned most = engine::run::most_threads(); run.limits.threads > most)
    return Status(Code::kInvalidArgument,
                  fmt::format("--threads {}: a run has {} at most on this machine; give fewer, or leave it out",
                              run.limits.threads, most));
  TEXTKIN_RETURN_IF_ERROR(engine::run::force_simd(a.simd));
  return run;
}

}  // namespace textkin::cli
