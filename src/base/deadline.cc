#include "base/deadline.h"

#include <utility>

namespace textkin::base {
namespace {

thread_local Deadline::Time t_end = Deadline::kNever;

}  // namespace

Deadline::Deadline(Time end) : before_(std::exchange(t_end, end)) {}
Deadline::~Deadline() { t_end = before_; }
Deadline::Time Deadline::here() { return t_end; }
bool Deadline::passed() { return t_end != kNever && std::chrono::steady_clock::now() >= t_end; }

}  // namespace textkin::base
