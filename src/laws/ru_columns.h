// The two columns of a question about RU or RUM: as rows that are listed, or as sizes alone.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "textkin/status.h"

namespace textkin::laws {

// Sets as lists such as "1,4,7-9": rows of 1..rows, or with `modified` (RUM) any members, whose rows are those of the
// doubled list; or the sizes alone.
struct RuSets {
  std::uint32_t rows = 0;
  std::string set_a;
  std::string set_b;
  std::optional<std::uint32_t> size_a;
  std::optional<std::uint32_t> size_b;
  std::optional<std::uint32_t> shared;
  bool modified = false;
};

struct RuColumns {
  bool listed = false;
  std::vector<std::uint32_t> a;  // where they are listed: rows of each column, ascending
  std::vector<std::uint32_t> b;
  std::uint32_t rows = 0;    // of the matrix
  std::uint32_t size_a = 0;  // of the sets
  std::uint32_t size_b = 0;
  std::uint32_t shared = 0;
  std::uint32_t more =
      0;  // rows of each column beyond its set, and of both: on the doubled list, the shared ones again

  double similarity() const {
    const double united = static_cast<double>(size_a) + size_b - shared;
    return united > 0 ? shared / united : 0.0;
  }
  // Of the columns: the share of both among the rows of one at least.
  double both() const {
    const double united = static_cast<double>(size_a) + size_b - shared + more;
    return united > 0 ? (static_cast<double>(shared) + more) / united : 0.0;
  }
};

// kInvalidArgument, in a line that names the option, for what does not go together.
Result<RuColumns> ru_columns(const RuSets& sets);

}  // namespace textkin::laws
