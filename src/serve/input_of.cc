#include "serve/input_of.h"

#include <utility>

namespace textkin::serve {

bool has_lines(const Request& request) { return request.content_type.starts_with(kLines); }

Result<InputOf> input_of(const Call& call, const std::string& name) {
  if (call.request.body.empty())
    return Status(Code::kBadInput, "the body is empty; send a text, or a line of JSON for each document");
  TEXTKIN_ASSIGN_OR_RETURN(BodyFile bytes, BodyFile::make(call.request.body));
  InputOf made{.bytes = std::move(bytes), .options = {}};
  auto& spec = made.options.inputs.spec;
  spec.arguments = {name};
  spec.paths[name] = made.bytes.path();
  spec.read_as = has_lines(call.request) ? "jsonl" : "document";
  spec.stop_on_error = true;
  spec.invalid_utf8 = input::InvalidUtf8::kFail;
  made.options.limits.threads = 1;  // many requests are answered at once
  made.options.limits.memory = call.memory;
  return made;
}

}  // namespace textkin::serve
