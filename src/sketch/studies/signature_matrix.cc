#include "sketch/studies/signature_matrix.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

#include "hash/mix.h"

namespace textkin::sketch {
namespace {

std::uint64_t below(std::uint64_t bound, std::uint64_t word) {
  return static_cast<std::uint64_t>(static_cast<unsigned __int128>(word) * bound >> 64);
}

// The documents that hold each row.
std::vector<std::vector<std::uint32_t>> documents_by_row(const SignatureMatrix& m, std::uint32_t rows) {
  std::vector<std::vector<std::uint32_t>> documents(rows);
  for (std::uint32_t document = 0; document < m.sets.size(); ++document)
    for (const std::uint32_t row : m.sets[document]) documents[row].push_back(document);
  return documents;
}

}  // namespace

std::uint64_t least_prime(std::uint64_t n) {
  for (std::uint64_t candidate = std::max<std::uint64_t>(n, 2);; ++candidate) {
    bool prime = true;
    for (std::uint64_t factor = 2; factor * factor <= candidate && prime; ++factor) prime = candidate % factor != 0;
    if (prime) return candidate;
  }
}

std::vector<SignatureMatrix::Function> draw_functions(std::uint64_t rows, std::uint32_t count, std::uint64_t seed) {
  const std::uint64_t modulus = least_prime(rows);
  std::vector<SignatureMatrix::Function> functions(count);
  for (std::uint32_t i = 0; i < count; ++i)
    functions[i] = {.multiplier = 1 + below(modulus - 1, hash::stream_word(seed, 2 * std::uint64_t{i})),
                    .offset = below(modulus, hash::stream_word(seed, 2 * std::uint64_t{i} + 1)),
                    .modulus = modulus,
                    .permutes = true};
  return functions;
}

bool permutes(const SignatureMatrix::Function& function, std::uint64_t rows) {
  // a x = a y mod m for the first time at x - y = m / gcd(a, m).
  return rows <= function.modulus / std::gcd(function.multiplier, function.modulus);
}

void fill_signature(SignatureMatrix& m, std::uint32_t rows, bool traced) {
  m.signature.assign(m.functions.size(), std::vector<std::uint64_t>(m.sets.size(), SignatureMatrix::kInfinity));
  const std::vector<std::vector<std::uint32_t>> documents = documents_by_row(m, rows);
  for (std::uint32_t row = 0; row < rows; ++row) {
    SignatureMatrix::Step step{row, {}};
    for (std::uint32_t f = 0; f < m.functions.size(); ++f) {
      const std::uint64_t value = m.functions[f](row);
      for (const std::uint32_t document : documents[row]) {
        std::uint64_t& cell = m.signature[f][document];
        if (value >= cell) continue;
        if (traced) step.changes.push_back({f, document, cell, value});
        cell = value;
      }
    }
    if (traced) m.trace.push_back(std::move(step));
  }
}

void fill_buckets(SignatureMatrix& m, std::uint32_t bands, std::uint32_t rows) {
  for (std::uint32_t band = 0; band < bands; ++band) {
    std::map<std::vector<std::uint64_t>, std::vector<std::uint32_t>> buckets;
    for (std::uint32_t document = 0; document < m.sets.size(); ++document) {
      if (m.sets[document].empty()) continue;
      std::vector<std::uint64_t> cells(rows);
      for (std::uint32_t r = 0; r < rows; ++r) cells[r] = m.signature[band * rows + r][document];
      buckets[std::move(cells)].push_back(document);
    }
    const std::size_t first = m.buckets.size();
    for (auto& [cells, documents] : buckets) {
      if (documents.size() == 1)
        ++m.single_buckets;
      else
        m.buckets.push_back({band, cells, std::move(documents)});
    }
    std::sort(m.buckets.begin() + static_cast<std::ptrdiff_t>(first), m.buckets.end(),
              [](const auto& a, const auto& b) { return a.documents[0] < b.documents[0]; });
  }
}

}  // namespace textkin::sketch
