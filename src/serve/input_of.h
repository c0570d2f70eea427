// InputOf: the body of a request as the INPUT of a run.
#pragma once

#include <string>

#include "engine/run/read_options.h"
#include "serve/body_file.h"
#include "serve/call.h"
#include "textkin/status.h"

namespace textkin::serve {

// Which must outlive the run.
struct InputOf {
  BodyFile bytes;
  engine::run::ReadOptions options;
};

// Lines of JSON are documents as in a file called `name`; any other body is one text, which has that name for its id.
// What cannot be used, bytes that are no UTF-8 too, ends the run. kBadInput where nothing is there.
Result<InputOf> input_of(const Call& call, const std::string& name);

// Whether the body is lines of JSON.
bool has_lines(const Request& request);

}  // namespace textkin::serve
