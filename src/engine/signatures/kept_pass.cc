#include "engine/signatures/kept_pass.h"

#include <utility>
#include <vector>

#include "sketch/catalog.h"

namespace textkin::engine::signatures {
namespace {

struct RowsOfBlock : read::SetVisitor::Made {
  SignatureBlock rows;
};

class KeepingVisitor final : public read::SetVisitorOf<RowsOfBlock> {
 public:
  KeepingVisitor(std::vector<std::unique_ptr<Sketcher>> sketchers, const sketch::KeptForm& form, bool counted,
                 std::uint64_t bytes_a_document, const TakeRows& take)
      : sketchers_(std::move(sketchers)), form_(form), counted_(counted), bytes_(bytes_a_document), take_(take) {}

  bool counted() const override { return counted_; }

  Status make(const FeatureBlock& sets, unsigned worker, RowsOfBlock& made) override {
    sketchers_[worker]->sketch(sets, made.rows);
    form_.pack(made.rows);
    return {};
  }
  Status take(DocId /*first*/, RowsOfBlock& made) override { return take_(std::move(made.rows)); }

  std::uint64_t memory_needed(const read::Expected& expected) const override {
    return static_cast<std::uint64_t>(expected.documents * static_cast<double>(bytes_));
  }

 private:
  std::vector<std::unique_ptr<Sketcher>> sketchers_;
  const sketch::KeptForm& form_;
  bool counted_;
  std::uint64_t bytes_;
  const TakeRows& take_;
};

}  // namespace

Result<read::ReadCollection> kept_pass(const run::ReadOptions& asked, const KeptBy& made,
                                       std::uint64_t bytes_a_document, const TakeRows& take, Progress& progress) {
  run::ReadOptions options = asked;
  options.text = made.text;
  TEXTKIN_ASSIGN_OR_RETURN(const run::Reading reading, run::settle(options));
  std::vector<std::unique_ptr<Sketcher>> sketchers;
  for (unsigned thread = 0; thread < reading.limits.threads; ++thread) {
    TEXTKIN_ASSIGN_OR_RETURN(std::unique_ptr<Sketcher> sketcher, sketch::make_sketcher(made.form.sketch()));
    sketchers.push_back(std::move(sketcher));
  }
  const bool counted = made.form.entry().weighted && (made.text.multiset || made.text.weights == Weights::kSuffix);
  TEXTKIN_ASSIGN_OR_RETURN(read::FirstPass pass, read::FirstPass::open(reading, run::read_spec(reading), progress));
  KeepingVisitor visitor(std::move(sketchers), made.form, counted, bytes_a_document, take);
  return std::move(pass).go_on().visit(visitor);
}

Result<KeptRows> keep_all(const run::ReadOptions& asked, const KeptBy& made, Progress& progress) {
  SignatureBlock rows{.spec = made.form.spec(), .words = made.form.words(), .cells = {}, .sizes = {}};
  const TakeRows take = [&](SignatureBlock&& some) -> Status {
    rows.cells.insert(rows.cells.end(), some.cells.begin(), some.cells.end());
    rows.sizes.insert(rows.sizes.end(), some.sizes.begin(), some.sizes.end());
    return {};
  };
  // Twice, because a vector that grows holds both for a while.
  const std::uint64_t bytes = 3 * (std::uint64_t{made.form.words()} + 1) * sizeof(Cell);
  TEXTKIN_ASSIGN_OR_RETURN(read::ReadCollection read, kept_pass(asked, made, bytes, take, progress));
  return KeptRows{std::move(read), std::move(rows)};
}

}  // namespace textkin::engine::signatures
