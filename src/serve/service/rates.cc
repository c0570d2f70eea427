#include "serve/service/rates.h"

#include <algorithm>
#include <cmath>

namespace textkin::serve {
namespace {

constexpr double kMostTold = 86400;  // that are told

}  // namespace

std::uint32_t Rates::take(std::size_t token, double rate, Clock::time_point now) {
  const double most = std::max(1.0, rate);
  const auto [at, is_new] = left_.try_emplace(token, Left{.requests = most, .as_of = now});
  Left& left = at->second;
  const double seconds = std::chrono::duration<double>(now - left.as_of).count();
  left = {.requests = std::min(most, left.requests + seconds * rate), .as_of = now};
  if (left.requests < 1)
    return static_cast<std::uint32_t>(std::clamp(std::ceil((1 - left.requests) / rate), 1.0, kMostTold));
  left.requests -= 1;
  return 0;
}

}  // namespace textkin::serve
