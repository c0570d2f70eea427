// Progress: how a run tells its door what it is doing. Called from one thread at a time, though not always the same
// one, after each block, or each document, that is done; must return quickly, and not throw.
#pragma once

#include <cstdint>
#include <string_view>

namespace textkin {

class Progress {
 public:
  virtual ~Progress() = default;

  // `done` of `total` units of `stage`; total 0: unknown.
  virtual void update(std::string_view stage, std::uint64_t done, std::uint64_t total) = 0;

  // One line of information: what was found, a choice that was made.
  virtual void note(std::string_view line) = 0;

  // One line that must be seen even by those who want quiet: a document that could not be used.
  virtual void warn(std::string_view line) = 0;
};

// Nobody is told anything: for a run within another.
class Silence final : public Progress {
 public:
  void update(std::string_view, std::uint64_t, std::uint64_t) override {}
  void note(std::string_view) override {}
  void warn(std::string_view) override {}
};

}  // namespace textkin
