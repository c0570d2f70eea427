// InputOf: the body of a request as the INPUT of a run.
#pragma once

#include <optional>
#include <string>

#include "engine/run/read_options.h"
#include "serve/handlers/body_file.h"
#include "serve/handlers/call.h"
#include "textkin/status.h"

namespace textkin::serve {

// Which must outlive the run.
struct InputOf {
  BodyFile bytes;
  std::optional<BodyFile> templates;  // what everybody was given
  engine::run::ReadOptions options;
};

// What the templates are called, where `templates=N` says that the first lines of the body are such.
inline constexpr const char* kTemplates = "templates";

// Lines of JSON are documents as in a file called `name`; any other body is one document, which has that name for its
// id; the text of what is more than text is taken out of it by a confined process, as the command line does with
// --extract auto. What cannot be used, bytes that are no UTF-8 too, ends the run. kBadInput where nothing is there.
Result<InputOf> input_of(const Call& call, const std::string& name);

// The text of a body that is more than text.
Result<std::string> text_of_body(const Call& call);

}  // namespace textkin::serve
