#include "stats/ru/ru_circle.h"

#include <string>

namespace textkin::stats {
namespace {

constexpr std::uint64_t kMostSteps = std::uint64_t{1} << 33;

Status check_rows(std::uint32_t n, std::span<const std::uint32_t> rows, const char* name) {
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (rows[i] < 1 || rows[i] > n)
      return Status(Code::kInvalidArgument, "row " + std::to_string(rows[i]) + " of set " + name + " is not in 1.." +
                                                std::to_string(n) + "; give all rows with --rows");
    if (i > 0 && rows[i] <= rows[i - 1])
      return Status(Code::kInvalidArgument, std::string("rows of set ") + name + " must ascend without repeats; " +
                                                std::to_string(rows[i]) + " comes after " +
                                                std::to_string(rows[i - 1]));
  }
  return {};
}

}  // namespace

Result<RuCircle> RuCircle::of(std::uint32_t n, std::span<const std::uint32_t> a, std::span<const std::uint32_t> b) {
  if (n == 0) return Status(Code::kInvalidArgument, "the number of rows must be at least 1");
  TEXTKIN_RETURN_IF_ERROR(check_rows(n, a, "A"));
  TEXTKIN_RETURN_IF_ERROR(check_rows(n, b, "B"));
  std::vector<Row> rows;
  std::size_t i = 0;
  std::size_t j = 0;
  while (!a.empty() && !b.empty() && (i < a.size() || j < b.size())) {
    const bool from_a = j == b.size() || (i < a.size() && a[i] <= b[j]);
    const bool from_b = i == a.size() || (j < b.size() && b[j] <= a[i]);
    rows.push_back({from_a ? a[i] : b[j], static_cast<std::uint8_t>((from_a ? kInA : 0) | (from_b ? kInB : 0))});
    i += from_a;
    j += from_b;
  }
  return RuCircle(n, std::move(rows));
}

RuCircle::RuCircle(std::uint32_t n, std::vector<Row> rows) : n_(n), rows_(std::move(rows)) {
  const std::uint64_t sorting = rows_.size() * (std::bit_width(rows_.size()) + 2);
  sorted_ = sorting < n_;
  steps_ = std::min<std::uint64_t>(sorting, n_ + rows_.size());
}

Status RuCircle::check_cost(std::uint64_t multipliers) const {
  if (multipliers <= kMostSteps / std::max<std::uint64_t>(steps_, 1)) return {};
  return Status(Code::kExhausted, "the exact law of " + std::to_string(n_) +
                                      " rows in a given order would take minutes; the average over all orders does "
                                      "not: leave out the sets and give their sizes");
}

void RuCircle::images(std::uint32_t x) {
  images_.clear();
  const auto place = [&](const Row& row) { return std::uint64_t{row.row} * x % n_; };
  if (sorted_) {
    for (const Row& row : rows_) images_.push_back(place(row) << 2 | row.sets);
    std::ranges::sort(images_);
    std::size_t kept = 0;
    for (const std::uint64_t image : images_) {
      if (kept > 0 && images_[kept - 1] >> 2 == image >> 2)
        images_[kept - 1] |= image;
      else
        images_[kept++] = image;
    }
    images_.resize(kept);
    return;
  }
  sets_.assign(n_, 0);
  for (const Row& row : rows_) sets_[place(row)] |= row.sets;
  for (std::uint32_t at = 0; at < n_ && !rows_.empty(); ++at)
    if (sets_[at] != 0) images_.push_back(std::uint64_t{at} << 2 | sets_[at]);
}

}  // namespace textkin::stats
