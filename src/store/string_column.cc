#include "store/string_column.h"

#include <algorithm>
#include <cstring>
#include <exception>

#include "store/block_file_writer.h"
#include "store/block_scanner.h"

namespace textkin::store {
namespace {

constexpr std::size_t kWholePageBytes = 64u << 10;
constexpr std::size_t kHeapBytes = 16;  // what an allocation costs beside its bytes

std::uint32_t end_of(const char* page, std::size_t i) {
  std::uint32_t end;
  std::memcpy(&end, page + i * sizeof end, sizeof end);
  return end;
}

DocId pages_of(DocId count) { return static_cast<DocId>(count / kPageStrings + (count % kPageStrings == 0 ? 0 : 1)); }

DocId strings_of_page(DocId count, DocId page) {
  return std::min<DocId>(kPageStrings, count - page * static_cast<DocId>(kPageStrings));
}

// `ends` of the strings of a page that is `size` bytes long with them.
bool are_ends(const std::uint32_t* ends, DocId strings, std::uint64_t size) {
  return size >= strings * sizeof *ends && std::is_sorted(ends, ends + strings) &&
         size - strings * sizeof *ends == (strings == 0 ? 0 : ends[strings - 1]);
}

Status misshapen(const BlockFile& file) { return file.damaged("a column of strings does not hold what it says"); }

}  // namespace

StringColumn::Page StringColumn::close_page() const {
  const std::size_t head = ends_.size() * sizeof(std::uint32_t);
  Page page = std::make_unique_for_overwrite<char[]>(head + bytes_.size());
  if (head > 0) std::memcpy(page.get(), ends_.data(), head);
  std::copy(bytes_.begin(), bytes_.end(), page.get() + head);
  return page;
}

void StringColumn::push_page() {
  if (bytes_.empty()) {
    pages_.push_back(nullptr);
  } else {
    pages_.push_back(close_page());
    page_bytes_ += kPageStrings * sizeof(std::uint32_t) + bytes_.size() + kHeapBytes;
  }
  ends_.clear();
  bytes_.clear();
  // One page of very long strings must not be paid for by all that follow.
  if (bytes_.capacity() > kWholePageBytes) bytes_.shrink_to_fit();
}

void StringColumn::append(std::string_view string) {
  bytes_.append(string);
  ends_.push_back(static_cast<std::uint32_t>(bytes_.size()));
  if (ends_.size() == kPageStrings) push_page();
}

void StringColumn::fill(DocId size) {
  while (this->size() < size) {
    if (ends_.empty() && size - this->size() >= kPageStrings) {
      pages_.push_back(nullptr);
    } else {
      append({});
    }
  }
}

std::string_view StringColumn::operator[](DocId i) const {
  const std::size_t number = i / kPageStrings;
  const std::size_t at = i % kPageStrings;
  if (number == pages_.size()) {
    const std::size_t begin = at == 0 ? 0 : ends_[at - 1];
    return std::string_view(bytes_).substr(begin, ends_[at] - begin);
  }
  const char* page = pages_[number].get();
  if (page == nullptr) return {};
  const std::size_t begin = at == 0 ? 0 : end_of(page, at - 1);
  return {page + kPageStrings * sizeof(std::uint32_t) + begin, end_of(page, at) - begin};
}

std::uint64_t StringColumn::memory_bytes() const {
  return page_bytes_ + pages_.capacity() * sizeof(Page) + bytes_.capacity() + ends_.capacity() * sizeof(std::uint32_t);
}

Status StringColumn::write(BlockKind kind, BlockFileWriter& file, std::uint32_t number) const {
  static constexpr char kNothing[kPageStrings * sizeof(std::uint32_t)] = {};
  const Page last = close_page();
  std::vector<std::string_view> pieces(1);
  for (const Page& page : pages_) {
    const std::size_t strings = page == nullptr ? 0 : end_of(page.get(), kPageStrings - 1);
    pieces.emplace_back(page == nullptr ? kNothing : page.get(), sizeof kNothing + strings);
  }
  if (!ends_.empty()) pieces.emplace_back(last.get(), ends_.size() * sizeof(std::uint32_t) + bytes_.size());
  std::vector<std::uint64_t> begins;
  std::uint64_t begin = pieces.size() * sizeof begin;
  for (const std::string_view piece : pieces) {  // the first one is the place of the begins
    begin += piece.size();
    begins.push_back(begin);
  }
  pieces[0] = {reinterpret_cast<const char*>(begins.data()), begins.size() * sizeof begin};
  return file.append(kind, number, pieces);
}

bool may_be_string_column(const Block& block, DocId count) {
  return block.size >=
         (std::uint64_t{pages_of(count)} + 1) * sizeof(std::uint64_t) + std::uint64_t{count} * sizeof(std::uint32_t);
}

Status read_string_column(const BlockFile& file, const Block& block, DocId count, StringColumn* out) {
  if (!may_be_string_column(block, count)) return misshapen(file);
  BlockScanner scanner(file, block);
  std::vector<std::uint64_t> begins(std::size_t{pages_of(count)} + 1);
  TEXTKIN_RETURN_IF_ERROR(scanner.read(reinterpret_cast<char*>(begins.data()), begins.size() * sizeof begins.front()));
  if (begins.front() != begins.size() * sizeof begins.front() || begins.back() != block.size ||
      !std::is_sorted(begins.begin(), begins.end()))
    return misshapen(file);
  std::array<std::uint32_t, kPageStrings> ends;
  for (DocId page = 0; page + 1 < begins.size(); ++page) {
    const DocId strings = strings_of_page(count, page);
    const std::uint64_t size = begins[page + 1] - begins[page];
    TEXTKIN_RETURN_IF_ERROR(scanner.read(reinterpret_cast<char*>(ends.data()), strings * sizeof ends[0]));
    if (!are_ends(ends.data(), strings, size)) return misshapen(file);
    const std::size_t bytes = ends[strings - 1];
    if (out == nullptr) {
      TEXTKIN_RETURN_IF_ERROR(scanner.skip(bytes));
      continue;
    }
    try {
      out->bytes_.resize(bytes);
    } catch (const std::exception&) {  // bad_alloc or length_error
      return Status(Code::kExhausted, file.path() + ": strings that are larger than memory; use a larger machine");
    }
    TEXTKIN_RETURN_IF_ERROR(scanner.read(out->bytes_.data(), bytes));
    out->ends_.assign(ends.begin(), ends.begin() + strings);
    if (strings == kPageStrings) out->push_page();
  }
  return scanner.finish();
}

Status StringColumnReader::load_page(const BlockFile& file, const Block& block, DocId count, DocId page) {
  if (block_ == &block && page_ == page) return {};
  block_ = nullptr;
  std::uint64_t begins[2];
  TEXTKIN_RETURN_IF_ERROR(
      file.read_at(block, std::uint64_t{page} * sizeof begins[0], reinterpret_cast<char*>(begins), sizeof begins));
  const DocId strings = strings_of_page(count, page);
  const std::size_t head = strings * sizeof ends_[0];
  if (begins[0] > begins[1] || begins[1] > block.size || begins[1] - begins[0] < head) return misshapen(file);
  const std::uint64_t size = begins[1] - begins[0];
  whole_ = size <= kWholePageBytes;
  bytes_.resize(whole_ ? size : head);
  TEXTKIN_RETURN_IF_ERROR(file.read_at(block, begins[0], bytes_.data(), bytes_.size()));
  std::memcpy(ends_.data(), bytes_.data(), head);
  if (!are_ends(ends_.data(), strings, size)) return misshapen(file);
  strings_offset_ = begins[0] + head;
  block_ = &block;
  page_ = page;
  return {};
}

Status StringColumnReader::read(const BlockFile& file, const Block& block, DocId count, DocId i,
                                std::string_view& out) {
  const DocId page = static_cast<DocId>(i / kPageStrings);
  const std::size_t at = i % kPageStrings;
  TEXTKIN_RETURN_IF_ERROR(load_page(file, block, count, page));
  const std::size_t begin = at == 0 ? 0 : ends_[at - 1];
  const std::size_t size = ends_[at] - begin;
  if (whole_) {
    out = {bytes_.data() + strings_of_page(count, page) * sizeof ends_[0] + begin, size};
    return {};
  }
  bytes_.resize(size);
  TEXTKIN_RETURN_IF_ERROR(file.read_at(block, strings_offset_ + begin, bytes_.data(), size));
  out = {bytes_.data(), size};
  return {};
}

}  // namespace textkin::store
