// The program that extracts the text of one file: how it is called.
//
// What it reads, writes and says is told in sources/extraction.h.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/processes/fork_server.h"
#include "input/blocks/input_spec.h"

namespace textkin::input {

// For a file of that suffix, or kArchive.
std::vector<std::string> extractor_command(const Extraction& extraction, std::string_view suffix);

// Where the program is textkin: it stands ready, and does for each suffix that it is told what that command does. Null
// where nothing is extracted.
std::shared_ptr<base::ForkServer> standing_extractor(const Extraction& extraction);

}  // namespace textkin::input
