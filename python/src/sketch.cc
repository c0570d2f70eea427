#include "sketch.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>
#include <tuple>
#include <utility>

#include "hash/bytes.h"
#include "hash/mix.h"
#include "sketch/sets/bottomk.h"

namespace textkin::python {
namespace {

constexpr std::string_view kMagic = "tksketc2";
constexpr std::uint32_t kUnknown = 0xFFFFFFFFu;
// In place of a size that is not known: intervals take it for a set without bounds, and are no narrower than they may
// be.
constexpr std::uint32_t kNoBound = 0xFFFFFFFEu;
constexpr double kOfCount = 0.95;
constexpr double kNormal95 = 1.959963984540054;

template <class T>
void append(T value, std::string& out) {
  out.append(reinterpret_cast<const char*>(&value), sizeof value);
}

template <class T>
std::optional<T> take(std::string_view& bytes) {
  if (bytes.size() < sizeof(T)) return std::nullopt;
  T value;
  std::memcpy(&value, bytes.data(), sizeof value);
  bytes.remove_prefix(sizeof value);
  return value;
}

Status no_sketch() { return Status(Code::kBadInput, "these bytes are no sketch, or not all of one"); }

// The one of that kind, size and seed, for as long as a sketch has it.
Result<std::shared_ptr<Sketcher>> shared_sketcher(std::string_view name, std::uint32_t hashes, std::uint64_t seed) {
  using Key = std::tuple<std::string, std::uint32_t, std::uint64_t>;
  static auto* const known = new std::map<Key, std::weak_ptr<Sketcher>>;  // objects may be freed behind static ones
  std::weak_ptr<Sketcher>& there = (*known)[Key(name, hashes, seed)];
  std::shared_ptr<Sketcher> sketcher = there.lock();
  if (sketcher != nullptr) return sketcher;
  Result<std::unique_ptr<Sketcher>> made = sketch::make_sketcher(name, hashes, seed);
  if (!made.ok()) {
    known->erase(Key(name, hashes, seed));
    return made.status();
  }
  sketcher = std::move(*made);
  there = sketcher;
  return sketcher;
}

std::string print(const SketchSpec& spec) {
  return spec.name + " with " + std::to_string(spec.cells) + " hashes and seed " + std::to_string(spec.seed);
}

}  // namespace

Feature Sketch::feature_of(std::string_view item) {
  return hash::mix64(hash::hash_bytes(hash::kPublicKey, item.data(), item.size()));
}

Result<std::unique_ptr<Sketch>> Sketch::make(std::string_view name, std::uint32_t hashes, std::uint64_t seed) {
  TEXTKIN_ASSIGN_OR_RETURN(std::shared_ptr<Sketcher> sketcher, shared_sketcher(name, hashes, seed));
  TEXTKIN_ASSIGN_OR_RETURN(const sketch::SketchEntry* const entry, sketch::find_sketch(name));
  return std::unique_ptr<Sketch>(new Sketch(*entry, std::move(sketcher)));
}

Status Sketch::update(Feature feature, double weight) {
  if (!(weight > 0) || !std::isfinite(weight))
    return Status(Code::kInvalidArgument, "a weight is above 0 and finite, not " + std::to_string(weight));
  if (weight != 1 && !entry_->weighted)
    return Status(Code::kInvalidArgument, "sketch '" + std::string(entry_->name) + "' takes no weights");
  if (!folded_.empty() && !folds())
    return Status(Code::kInvalidArgument,
                  "a sketch '" + std::string(entry_->name) +
                      "' that was frozen or read from bytes cannot grow: its items are not in it");
  const double of_item = held_.weight_or_add(feature);
  if (entry_->weighted) held_.set_weight(feature, of_item + weight);
  if (held_.size() > kHeld && folds()) fold();
  return {};
}

void Sketch::clear() {
  held_.clear();
  folded_.clear();
  known_.reset();
}

void Sketch::freeze() {
  if (held_.empty()) return;
  SignatureBlock all = block();
  known_ = all.sizes[0] == kNoBound ? std::nullopt : std::optional(all.sizes[0]);
  folded_ = std::move(all.cells);
  folded_.shrink_to_fit();
  held_.clear();
}

std::unique_ptr<Sketch> Sketch::without_held() const {
  std::unique_ptr<Sketch> rest = make(entry_->name, spec().cells, spec().seed).value();
  rest->folded_ = folded_;
  rest->known_ = known_;
  return rest;
}

// What is held goes into the signature.
void Sketch::fold() {
  folded_ = signature();
  known_.reset();
  held_.clear();
}

SignatureBlock Sketch::block() const {
  FeatureBlock sets;
  held_.each([&](Feature feature, double weight) {
    sets.values.push_back(feature);
    if (entry_->weighted) sets.weights.push_back(weight);
  });
  sets.offsets.push_back(sets.values.size());
  SignatureBlock out;
  sketcher_->sketch(sets, out);
  if (folded_.empty()) return out;
  if (held_.empty()) {
    out.cells = folded_;
    out.sizes[0] = known_.value_or(kNoBound);
  } else {
    sketcher_->merge(out.cells.data(), folded_.data());
    out.sizes[0] = kNoBound;
  }
  return out;
}

std::vector<Cell> Sketch::signature() const { return block().cells; }

Status Sketch::same_spec(const Sketch& other) const {
  if (spec() == other.spec()) return {};
  return Status(Code::kMismatch, "a sketch of " + print(other.spec()) + " is not of the kind of " + print(spec()) +
                                     "; make both the same way");
}

Status Sketch::merge(const Sketch& other) {
  TEXTKIN_RETURN_IF_ERROR(same_spec(other));
  if (&other == this) return {};
  if (folded_.empty() && other.folded_.empty()) {
    other.held_.each([this](Feature feature, double weight) {
      const double of_item = held_.weight_or_add(feature);
      if (entry_->weighted) held_.set_weight(feature, std::max(of_item, weight));
    });
    if (held_.size() > kHeld && folds()) fold();
    return {};
  }
  if (!entry_->mergeable)
    return Status(Code::kInvalidArgument, "sketches '" + std::string(entry_->name) +
                                              "' that were read from bytes do not merge: that of a union cannot be "
                                              "known from those of its parts");
  const SignatureBlock others = other.block();
  if (others.sizes[0] == 0) return {};
  const bool empty = folded_.empty() && held_.empty();
  SignatureBlock own = block();
  if (empty) {
    own.cells = others.cells;
  } else {
    sketcher_->merge(own.cells.data(), others.cells.data());
  }
  folded_ = std::move(own.cells);
  known_ = empty && others.sizes[0] != kNoBound ? std::optional(others.sizes[0]) : std::nullopt;
  held_.clear();
  return {};
}

Result<Estimate> Sketch::estimate(const Sketch& other, double confidence) const {
  TEXTKIN_RETURN_IF_ERROR(same_spec(other));
  if (!(confidence > 0 && confidence < 1))
    return Status(Code::kInvalidArgument, "confidence " + std::to_string(confidence) + " is not between 0 and 1");
  return sketcher_->estimate(block(), 0, other.block(), 0, confidence);
}

Result<Estimate> Sketch::count() const {
  const auto exact = [](double value) { return Estimate{value, value, value, 1, "count", true}; };
  if (folded_.empty()) return exact(static_cast<double>(held_.size()));
  if (held_.empty() && known_) return exact(*known_);
  if (entry_->name != "bottomk")
    return Status(Code::kInvalidArgument, "how many items a sketch '" + std::string(entry_->name) +
                                              "' has is not known once they are not held; bottomk estimates it");
  const std::vector<Cell> words = signature();
  const sketch::Cardinality found = sketch::bottomk_cardinality(words);
  const double within = found.value * found.relative_error * kNormal95;
  return Estimate{found.value, std::max(0.0, found.value - within), found.value + within, kOfCount, "count"};
}

std::string Sketch::to_bytes() const {
  const SignatureBlock row = block();
  std::string out(kMagic);
  append(static_cast<std::uint32_t>(row.spec.name.size()), out);
  out += row.spec.name;
  append(row.spec.cells, out);
  append(row.spec.seed, out);
  append(row.sizes[0] == kNoBound ? kUnknown : row.sizes[0], out);
  append(static_cast<std::uint32_t>(row.cells.size()), out);
  out.append(reinterpret_cast<const char*>(row.cells.data()), row.cells.size() * sizeof(Cell));
  append(hash::hash_bytes(hash::kPublicKey, out.data(), out.size()), out);
  return out;
}

Result<std::unique_ptr<Sketch>> Sketch::from_bytes(std::string_view bytes) {
  if (!bytes.starts_with(kMagic) || bytes.size() < kMagic.size() + sizeof(std::uint64_t)) return no_sketch();
  const std::string_view hashed = bytes.substr(0, bytes.size() - sizeof(std::uint64_t));
  std::string_view end = bytes.substr(hashed.size());
  if (take<std::uint64_t>(end) != hash::hash_bytes(hash::kPublicKey, hashed.data(), hashed.size())) return no_sketch();
  std::string_view rest = hashed.substr(kMagic.size());
  const auto length = take<std::uint32_t>(rest);
  if (!length || *length > rest.size()) return no_sketch();
  const std::string version(rest.substr(0, *length));
  rest.remove_prefix(*length);
  const auto hashes = take<std::uint32_t>(rest);
  const auto seed = take<std::uint64_t>(rest);
  const auto size = take<std::uint32_t>(rest);
  const auto words = take<std::uint32_t>(rest);
  if (!hashes || !seed || !size || !words || rest.size() != *words * sizeof(Cell)) return no_sketch();
  const auto entry = std::ranges::find(sketch::catalog(), version, &sketch::SketchEntry::version);
  if (entry == sketch::catalog().end())
    return Status(Code::kMismatch, "a sketch " + version.substr(0, 40) + ", which this version does not have");
  Result<std::unique_ptr<Sketch>> made = make(entry->name, *hashes, *seed);
  if (!made.ok()) return made;
  Sketch& sketch = **made;
  if (sketch.block().words != *words) return no_sketch();
  if (*size == 0) return made;
  sketch.folded_.resize(*words);
  std::memcpy(sketch.folded_.data(), rest.data(), rest.size());
  if (*size != kUnknown) sketch.known_ = *size;
  return made;
}

}  // namespace textkin::python
