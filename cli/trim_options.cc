#include "trim_options.h"

#include <CLI/CLI.hpp>
#include <string>

namespace textkin::cli {

void add_min_words(CLI::App& command, TrimLengths& lengths, const char* group) {
  command
      .add_option("--min-words", lengths.min_words,
                  "lines, paragraphs, sentences of fewer words stay wherever they stand")
      ->type_name("N")
      ->capture_default_str()
      ->group(group);
}

void add_trim_lengths(CLI::App& command, TrimLengths& lengths) {
  CLI::Option* const words =
      command.add_option("--words", lengths.words, "least length of a repeated passage, in words")
          ->type_name("N")
          ->capture_default_str()
          ->group("Finding");
  command.add_option("--bytes", lengths.bytes, "the same in bytes of its normalised words, a space between any two")
      ->type_name("N")
      ->group("Finding")
      ->excludes(words);
  add_min_words(command, lengths, "Finding");
}

void add_emptied(CLI::App& command, engine::trim::TrimOptions& wanted) {
  command
      .add_option_function<std::string>(
          "--emptied",
          [&wanted](const std::string& typed) { wanted.drops_emptied = *value_of(engine::trim::kEmptiedWords, typed); },
          "a document without a word left: keep it with an empty text, or drop it")
      ->type_name("keep|drop")
      ->default_str("keep")
      ->check(CLI::IsMember(std::vector<std::string>{"keep", "drop"}).description(""))
      ->group("Output");
}

void settle_lengths(const TrimLengths& lengths, engine::trim::PieceSpec& pieces) {
  pieces.bytes = pieces.is_passage() && lengths.bytes > 0;
  pieces.least = !pieces.is_passage() ? lengths.min_words : pieces.bytes ? lengths.bytes : lengths.words;
}

}  // namespace textkin::cli
