// Options as a user types them, made into what a run takes: the text options, and files of sets.
#pragma once

#include <string_view>

#include "engine/run/input_options.h"
#include "textkin/status.h"
#include "textkin/text_spec.h"

namespace textkin::engine::run {

// "nfkc-casefold,strip-marks" and "word:5" into `spec`; what else it names is checked too. Where stop_words is no list
// of the catalogue but a file, that is read into stop_list; the file `key`, into secret.
Status parse_text_spec(std::string_view normalize, std::string_view shingle, TextSpec& spec);

// Which of the text options were named by themselves.
struct NamedTextOptions {
  bool normalize = false;
  bool tokens = false;
  bool weight_unit = false;
};

// kInvalidArgument where `spec` leaves one of them without a use.
Status check_used(const TextSpec& spec, const NamedTextOptions& named);

// Where inputs are read by their suffix, and --lines does not say what a line is: read_as becomes "sets" if every INPUT
// and --against is named *.sets, packed or not. kInvalidArgument where some are and some are not, since one run
// compares by one definition. What lies in folders is not looked at.
Status recognise_sets(InputOptions& inputs);

}  // namespace textkin::engine::run
