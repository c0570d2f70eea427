// The room's definitions once more, as plainly as they can be written: whole texts through ICU's UTF-16 calls, tokens
// as strings, features by recursion. The oracle of the tests; shares no code with what it judges but hash_bytes and
// mix64.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "textkin/feature_set.h"
#include "textkin/text_spec.h"

namespace textkin::text {

std::string reference_normalize(std::string_view name, std::string_view text);
std::vector<std::string> reference_tokens(std::string_view name, std::string_view text);

// Distinct features in order of first occurrence.
std::vector<Feature> reference_features(const TextSpec& spec, std::string_view text);

}  // namespace textkin::text
