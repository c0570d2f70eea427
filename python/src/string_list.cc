#include "string_list.h"

#include <nanobind/stl/string.h>

#include <string>
#include <utility>

namespace nb = nanobind;

namespace textkin::python {
namespace {

// Empty where the string holds half of a surrogate pair.
std::optional<std::string_view> as_utf8(nb::handle text) {
  Py_ssize_t size = 0;
  const char* const bytes = PyUnicode_AsUTF8AndSize(text.ptr(), &size);
  if (bytes != nullptr) return std::string_view(bytes, static_cast<std::size_t>(size));
  if (PyErr_ExceptionMatches(PyExc_UnicodeEncodeError) == 0) throw nb::python_error();
  PyErr_Clear();
  return std::nullopt;
}

std::string_view as_bytes(nb::handle bytes) {
  return {PyBytes_AsString(bytes.ptr()), static_cast<std::size_t>(PyBytes_Size(bytes.ptr()))};
}

// What stands in memory as two halves of a pair is that character; each other half becomes one byte that is no UTF-8,
// as which a run replaces it by one U+FFFD, leaves its row out, or fails.
nb::bytes with_marked_halves(nb::handle text) {
  const nb::object joined =
      text.attr("encode")("utf-16-le", "surrogatepass").attr("decode")("utf-16-le", "surrogatepass");
  const nb::bytes encoded(joined.attr("encode")("utf-8", "surrogatepass"));
  std::string marked(encoded.c_str(), encoded.size());
  std::size_t out = 0;
  for (std::size_t at = 0; at < marked.size(); ++at) {
    const bool half = marked[at] == '\xED' && static_cast<unsigned char>(marked[at + 1]) >= 0xA0;
    marked[out++] = half ? '\xFF' : marked[at];
    if (half) at += 2;
  }
  return nb::bytes(marked.data(), out);
}

}  // namespace

StringList::StringList(nb::tuple strings, std::string_view what) : strings_(std::move(strings)) {
  views_.reserve(strings_.size());
  for (std::size_t i = 0; i < strings_.size(); ++i) {
    const nb::handle item = strings_[i];
    if (PyUnicode_Check(item.ptr())) {
      std::optional<std::string_view> text = as_utf8(item);
      if (!text) {
        copies_.append(with_marked_halves(item));
        text = as_bytes(copies_[copies_.size() - 1]);
      }
      views_.push_back(text.value());
    } else if (PyBytes_Check(item.ptr())) {
      views_.push_back(as_bytes(item));
    } else if (PyByteArray_Check(item.ptr()) || PyMemoryView_Check(item.ptr())) {
      PyObject* const bytes = PyBytes_FromObject(item.ptr());
      if (bytes == nullptr) throw nb::python_error();
      copies_.append(nb::steal(bytes));
      views_.push_back(as_bytes(copies_[copies_.size() - 1]));
    } else if (item.is_none()) {
      views_.emplace_back();
    } else {
      const std::string message = std::string(what) + " " + std::to_string(i) + " is of type " +
                                  nb::cast<std::string>(item.type().attr("__name__")) + "; give str, bytes or None";
      throw nb::type_error(message.c_str());
    }
  }
}

std::optional<std::string_view> StringList::text(std::uint64_t row) const {
  const std::string_view view = views_[row];
  return view.data() == nullptr ? std::nullopt : std::optional(view);
}

}  // namespace textkin::python
