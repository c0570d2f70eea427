#include "base/cpu.h"

#include <array>
#include <atomic>

#include "hwy/highway.h"
#include "hwy/targets.h"

namespace textkin::base {
namespace {

struct Target {
  std::string_view name;
  std::int64_t bits;  // the Highway targets that go by this name
};

// Later Highways than 1.0.3 have more targets of a family, for newer processors, and run those where nothing is forced:
// they go by its name, so that what is asked for and tested by name is what runs.
constexpr std::int64_t kAvx512 = 2 * HWY_AVX3 - 1;  // what is better has a lower bit
#ifdef HWY_ALL_NEON
constexpr std::int64_t kNeon = HWY_ALL_NEON;
#else
constexpr std::int64_t kNeon = HWY_NEON;
#endif

constexpr std::array<Target, 4> kTargets{{
    {"avx512", kAvx512},
    {"avx2", HWY_AVX2},
    {"sse4", HWY_SSE4 | HWY_SSSE3},
    {"neon", kNeon},
}};

// Kernels are compiled for the targets that the compiler offers; only those can run.
std::int64_t supported() { return hwy::SupportedTargets() & HWY_TARGETS; }

std::atomic<bool> g_simd{true};

}  // namespace

Status force_simd(std::string_view name) {
  hwy::SetSupportedTargetsForTest(0);
  g_simd = true;
  if (name == "auto") return {};
  if (name == "scalar") {
    g_simd = false;
    return {};
  }
  for (const Target& target : kTargets) {
    if (target.name != name) continue;
    const std::int64_t usable = supported() & target.bits;
    if (usable == 0) break;
    hwy::SetSupportedTargetsForTest(usable);
    return {};
  }
  return Status(Code::kInvalidArgument,
                "no SIMD target '" + std::string(name) + "' on this machine; it has " + simd_choices());
}

bool simd_enabled() { return g_simd.load(std::memory_order_relaxed); }

std::string simd_name() {
  if (!simd_enabled()) return "scalar";
  for (const Target& target : kTargets)
    if ((supported() & target.bits) != 0) return std::string(target.name);
  return "scalar";
}

std::string simd_choices() {
  std::string names = "auto";
  for (const Target& target : kTargets)
    if ((hwy::SupportedTargets() & HWY_TARGETS & target.bits) != 0) names += ", " + std::string(target.name);
  return names + ", scalar";
}

}  // namespace textkin::base
