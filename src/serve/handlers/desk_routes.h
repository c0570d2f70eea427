// Handlers of the routes that a person's page asks: its files, what was handed in compared as a class, and marks.
#pragma once

#include <array>
#include <string_view>

#include "serve/handlers/call.h"
#include "serve/http/http_server.h"
#include "serve/http/message.h"

namespace textkin::serve {

inline constexpr std::array<std::string_view, 11> kOfClass{
    "title", "within", "format", "where", "not", "as_of", "max_gap", "min_length", "common", "group_by", "progress"};

Response show_page(const Call& call);
Response compare_class(const Call& call);
// The same, told as it goes on.
void tell_class(const Call& call, const Handler::Respond& respond);
Response list_marks(const Call& call);
Response keep_marks(const Call& call);

}  // namespace textkin::serve
