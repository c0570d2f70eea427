#include "base/interruption.h"

namespace textkin::base {
namespace {

thread_local const Interruption* t_flag = nullptr;

}  // namespace

const Interruption* current_interruption() { return t_flag; }

InterruptionScope::InterruptionScope(const Interruption* flag) : before_(t_flag) { t_flag = flag; }
InterruptionScope::~InterruptionScope() { t_flag = before_; }

}  // namespace textkin::base
