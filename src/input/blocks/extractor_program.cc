#include "input/blocks/extractor_program.h"

#include <fmt/format.h>

#include <initializer_list>

namespace textkin::input {
namespace {

std::vector<std::string> command(const Extraction& extraction, std::initializer_list<std::string_view> here) {
  std::vector<std::string> words{extraction.program, "extract"};
  words.insert(words.end(), here.begin(), here.end());
  words.insert(words.end(), {"--extract-memory", fmt::format("{}", extraction.memory), "--extract-seconds",
                             fmt::format("{}", extraction.seconds)});
  if (extraction.traces) words.emplace_back("--here-traces");
  if (!extraction.pdf_program.empty()) words.insert(words.end(), {"--pdf-program", extraction.pdf_program});
  return words;
}

}  // namespace

std::vector<std::string> extractor_command(const Extraction& extraction, std::string_view suffix) {
  return command(extraction, {"--here", suffix});
}

std::shared_ptr<base::ForkServer> standing_extractor(const Extraction& extraction) {
  if (extraction.program.empty()) return nullptr;
  return std::make_shared<base::ForkServer>(command(extraction, {"--here-each"}));
}

}  // namespace textkin::input
