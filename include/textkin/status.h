// Status and Result: how every function of textkin says that it failed.
//
// Promise: no exception crosses include/textkin but what a caller's own function throws that is called back; a failing
// call returns a Status whose message is one line for a person: what went wrong, which file and line, what to do. The
// library neither prints nor aborts. Ownership: a Status owns its message. Threads: immutable after construction.
#pragma once

#include <optional>
#include <string>
#include <utility>

namespace textkin {

// The kinds of failure. Each door maps them once: command line exit code, Python exception, HTTP status.
enum class Code {
  kOk,
  kInvalidArgument,  // the caller asked for something that cannot be: a wrong option, a wrong combination
  kNotFound,         // a named file, field or entry does not exist
  kBadInput,         // bytes that cannot be what they claim: truncated, corrupted, repeated id
  kIo,               // the operating system refused: permission, disk full, read error
  kExhausted,        // more memory or more documents than the limits allow
  kMismatch,         // two values of different specs were to be compared
  kInterrupted,      // the user stopped the run
};

class [[nodiscard]] Status {
 public:
  Status() = default;
  Status(Code code, std::string message) : code_(code), message_(std::move(message)) {}

  bool ok() const { return code_ == Code::kOk; }
  Code code() const { return code_; }
  const std::string& message() const { return message_; }

 private:
  Code code_ = Code::kOk;
  std::string message_;
};

// A value, or the Status that says why there is none. `value()` may be called only when `ok()`.
template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : value_(std::move(value)) {}          // NOLINT(google-explicit-constructor)
  Result(Status status) : status_(std::move(status)) {}  // NOLINT(google-explicit-constructor)

  bool ok() const { return value_.has_value(); }
  const Status& status() const { return status_; }
  T& value() & { return *value_; }
  const T& value() const& { return *value_; }
  T&& value() && { return std::move(*value_); }
  T* operator->() { return &*value_; }
  const T* operator->() const { return &*value_; }
  T& operator*() & { return *value_; }
  const T& operator*() const& { return *value_; }

 private:
  std::optional<T> value_;
  Status status_;
};

}  // namespace textkin

// Leaves the enclosing function with the Status of `expr` when that is not ok.
#define TEXTKIN_RETURN_IF_ERROR(expr)                  \
  do {                                                 \
    ::textkin::Status textkin_status_ = (expr);        \
    if (!textkin_status_.ok()) return textkin_status_; \
  } while (false)

// Leaves the enclosing function with the Status of the Result that the expression gives when that is not ok; else its
// value goes to `target`, a declaration or something that stands already:
//   TEXTKIN_ASSIGN_OR_RETURN(const Plan plan, make_plan(options, law));
// A type with a comma in it is `auto`.
// Two statements: not for the branch of an `if` without braces.
#define TEXTKIN_ASSIGN_OR_RETURN(target, ...) \
  TEXTKIN_ASSIGN_OR_RETURN_NAMED(TEXTKIN_JOINED(textkin_result_, __LINE__), target, __VA_ARGS__)
#define TEXTKIN_ASSIGN_OR_RETURN_NAMED(result, target, ...) \
  auto result = (__VA_ARGS__);                              \
  if (!result.ok()) return result.status();                 \
  target = std::move(result).value()
#define TEXTKIN_JOINED(a, b) TEXTKIN_JOINED_NOW(a, b)
#define TEXTKIN_JOINED_NOW(a, b) a##b
