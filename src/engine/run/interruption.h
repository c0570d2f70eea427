// What ends one run and no other, for doors that have several on their way: base/interruption.h.
#pragma once

#include "base/interruption.h"

namespace textkin::engine::run {

using Interruption = base::Interruption;
using InterruptionScope = base::InterruptionScope;

}  // namespace textkin::engine::run
