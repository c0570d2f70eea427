// A form of `textkin law`: a word below the command, its options, and the question that it asks the engine.
#pragma once

#include <CLI/App.hpp>
#include <memory>
#include <string>
#include <vector>

#include "laws/law.h"
#include "textkin/status.h"

namespace textkin::cli {

class LawForm {
 public:
  virtual ~LawForm() = default;
  virtual Result<laws::LawReport> answer() const = 0;

  CLI::App* parsed = nullptr;
  std::string output = "-";
  std::string format = "text";

 protected:
  // A form without options of its own; all forms write alike.
  LawForm(CLI::App& law, const std::string& name, const std::string& doc);

  // An option with the word that stands for its value in the help; the default is shown where it says something.
  template <class T>
  CLI::Option* add(const std::string& names, T& value, const std::string& word, const std::string& doc) {
    return parsed->add_option(names, value, doc)->type_name(word);
  }
};

// In the order of the help.
std::vector<std::unique_ptr<LawForm>> add_law_forms(CLI::App& law);

}  // namespace textkin::cli
