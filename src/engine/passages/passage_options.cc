#include "engine/passages/passage_options.h"

#include <fmt/format.h>

#include <utility>

#include "text/catalog.h"

namespace textkin::engine::passages {

std::uint32_t common_of(const PassagesOptions& wanted) {
  return wanted.common.value_or(wanted.normalize.empty() ? kCommonWords : kCommonTokens);
}

Status check(const PassagesOptions& wanted) {
  const auto refuse = [](std::string message) { return Status(Code::kInvalidArgument, std::move(message)); };
  if (wanted.align.guarantee == 0 || wanted.align.guarantee > 1000)
    return refuse(fmt::format("--guarantee {}: it is 1 to 1000 words", wanted.align.guarantee));
  if (common_of(wanted) < 2) return refuse(fmt::format("--common {}: it is 2 documents or more", common_of(wanted)));
  if (!wanted.normalize.empty() && text::find_code_language(wanted.normalize) == nullptr)
    return refuse(
        fmt::format("--normalize {}: passages are found in source code by code:c, code:java or code:python, "
                    "and in prose without it",
                    wanted.normalize));
  return {};
}

}  // namespace textkin::engine::passages
