// Sketch: the sketch of one set that grows, for Python: a row of any sketch of the catalogue.
//
// Items are byte strings; the feature of one is that of a shingle of one word, so a set of words sketched here has the
// signature that the engine gives to a text of these words (shingle word:1, tokens whitespace, nothing normalised).
// As long as there are few, the items' features are held and everything about them is exact but the estimate. A set of
// plain items beyond kHeld is folded into its signature, where that can be: its size is then no longer known. Weighted
// sets, and those whose signatures do not merge, are held whole: 16 bytes an item and more.
// Sketches of one kind, size and seed share their Sketcher with its tables, so one of them costs its signature and its
// items. Errors: Status. Threads: one at a time of all sketches, which the interpreter lock sees to.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "held_items.h"
#include "sketch/catalog.h"
#include "textkin/estimate.h"
#include "textkin/sketcher.h"
#include "textkin/status.h"

namespace textkin::python {

class Sketch {
 public:
  static constexpr std::size_t kHeld = 1u << 16;

  // `name` of the catalogue. kInvalidArgument as make_sketcher().
  static Result<std::unique_ptr<Sketch>> make(std::string_view name, std::uint32_t hashes, std::uint64_t seed);
  // What to_bytes() gave. kBadInput for anything else; kMismatch where it is of another version of a sketch.
  static Result<std::unique_ptr<Sketch>> from_bytes(std::string_view bytes);

  static Feature feature_of(std::string_view item);

  // Plain sketches take no other weight than 1; in weighted ones an item's weights add up. kInvalidArgument for a
  // weight that is not above 0 and finite, and for a weighted or unmergeable sketch that was read from bytes.
  Status update(Feature feature, double weight = 1);
  // The union; of weighted sets with the greater weight of each item. kMismatch for another sketch, hashes or seed;
  // kInvalidArgument where one was read from bytes and signatures do not merge.
  Status merge(const Sketch& other);

  // In the sketch's measure, with a guaranteed interval. kMismatch as merge().
  Result<Estimate> estimate(const Sketch& other, double confidence) const;
  // Items; of a folded set from the sketch, where it knows (bottomk), with an interval of 95 %.
  Result<Estimate> count() const;

  bool empty() const { return held_.empty() && folded_.empty(); }
  void clear();
  // Lets go of the items: what is left is what from_bytes() gives of to_bytes().
  void freeze();

  // What is held, and the sketch of what is not: both together are the whole.
  const HeldItems& held() const { return held_; }
  std::unique_ptr<Sketch> without_held() const;

  // Little-endian: "tksketch", the spec, the size, the words of the signature, a hash of all that.
  std::string to_bytes() const;
  std::vector<Cell> signature() const;

  const sketch::SketchEntry& entry() const { return *entry_; }
  const SketchSpec& spec() const { return sketcher_->spec(); }
  bool operator==(const Sketch& other) const { return spec() == other.spec() && signature() == other.signature(); }

 private:
  Sketch(const sketch::SketchEntry& entry, std::shared_ptr<Sketcher> sketcher)
      : entry_(&entry), sketcher_(std::move(sketcher)), held_(entry.weighted) {}
  bool folds() const { return entry_->mergeable && !entry_->weighted; }
  void fold();
  SignatureBlock block() const;
  Status same_spec(const Sketch& other) const;

  const sketch::SketchEntry* entry_;
  std::shared_ptr<Sketcher> sketcher_;
  HeldItems held_;
  std::vector<Cell> folded_;            // the signature of what is not held; or none
  std::optional<std::uint32_t> known_;  // how many items that are, where it is known
};

}  // namespace textkin::python
