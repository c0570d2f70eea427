#include "client/tls_channel.h"

#include <arpa/inet.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "client/tls_library.h"

namespace textkin::client {
namespace {

// Of ssl.h and tls1.h.
constexpr int kVerifyPeer = 1;
constexpr int kSetMinProtocol = 123;
constexpr long kTls12 = 0x0303;
constexpr int kSetHostName = 55;
constexpr int kErrorSsl = 1;
constexpr int kWantRead = 2;
constexpr int kWantWrite = 3;
constexpr int kClosed = 6;
constexpr std::size_t kAtOnce = 16u << 10;

bool is_address(const std::string& host) {
  std::array<unsigned char, sizeof(in6_addr)> ignored;
  return ::inet_pton(AF_INET, host.c_str(), ignored.data()) == 1 ||
         ::inet_pton(AF_INET6, host.c_str(), ignored.data()) == 1;
}

// The library sees bytes in memory alone: what waits and what is interrupted is the plain channel's.
class Encrypted final : public Channel {
 public:
  Encrypted(std::unique_ptr<Channel> plain, const ServerAddress& address, const TlsLibrary& tls)
      : plain_(std::move(plain)), address_(address), tls_(tls) {}
  ~Encrypted() override {
    if (ssl_ != nullptr) tls_.SSL_free(ssl_);
    if (context_ != nullptr) tls_.SSL_CTX_free(context_);
  }
  Encrypted(const Encrypted&) = delete;
  Encrypted& operator=(const Encrypted&) = delete;

  Status open() {
    context_ = tls_.SSL_CTX_new(tls_.TLS_client_method());
    if (context_ == nullptr || tls_.SSL_CTX_set_default_verify_paths(context_) != 1)
      return failed("OpenSSL cannot be used here");
    tls_.SSL_CTX_set_verify(context_, kVerifyPeer, nullptr);
    tls_.SSL_CTX_ctrl(context_, kSetMinProtocol, kTls12, nullptr);
    ssl_ = tls_.SSL_new(context_);
    if (ssl_ == nullptr) return failed("OpenSSL cannot be used here");
    in_ = tls_.BIO_new(tls_.BIO_s_mem());
    out_ = tls_.BIO_new(tls_.BIO_s_mem());
    tls_.SSL_set_bio(ssl_, in_, out_);  // which owns both then
    const char* const host = address_.host.c_str();
    const bool digits = is_address(address_.host);
    if (!digits) tls_.SSL_ctrl(ssl_, kSetHostName, 0, host);
    const int named =
        digits ? tls_.X509_VERIFY_PARAM_set1_ip_asc(tls_.SSL_get0_param(ssl_), host) : tls_.SSL_set1_host(ssl_, host);
    if (named != 1) return failed("its host is no name of a certificate");
    tls_.SSL_set_connect_state(ssl_);
    TEXTKIN_ASSIGN_OR_RETURN(const std::size_t done,
                             step([&] { return tls_.SSL_do_handshake(ssl_); }, "no TLS could be agreed on"));
    return done > 0 ? Status() : failed("the connection ended before TLS was agreed on");
  }

  Result<std::size_t> read_some(char* out, std::size_t size) override {
    const int most = static_cast<int>(std::min(size, kAtOnce));
    return step([&] { return tls_.SSL_read(ssl_, out, most); }, "what came is no TLS");
  }

  Result<std::size_t> write_some(const char* bytes, std::size_t size) override {
    const int most = static_cast<int>(std::min(size, kAtOnce));
    return step([&] { return tls_.SSL_write(ssl_, bytes, most); }, "what came is no TLS");
  }

  bool has_come() override { return plain_->has_come(); }
  bool has_answered() override { return false; }  // what has come may be no answer

 private:
  Status failed(std::string_view what) const { return Status(Code::kIo, fmt::format("{}: {}", address_.text, what)); }

  // Does it as often as it needs more bytes; 0: the connection has ended.
  template <class Do>
  Result<std::size_t> step(Do act, std::string_view what) {
    while (true) {
      tls_.ERR_clear_error();
      const int done = act();
      TEXTKIN_ASSIGN_OR_RETURN(const bool sent, send_all());
      if (!sent) return std::size_t{0};
      if (done > 0) return static_cast<std::size_t>(done);
      const int why = tls_.SSL_get_error(ssl_, done);
      if (why == kWantWrite) continue;
      if (why == kClosed) return std::size_t{0};
      if (why != kWantRead) return refused(why, what);
      TEXTKIN_ASSIGN_OR_RETURN(const std::size_t come, plain_->read_some(buffer_.data(), buffer_.size()));
      if (come == 0) return std::size_t{0};
      tls_.BIO_write(in_, buffer_.data(), static_cast<int>(come));
    }
  }

  Status refused(int why, std::string_view what) const {
    if (const long verdict = tls_.SSL_get_verify_result(ssl_); why == kErrorSsl && verdict != 0)
      return failed(fmt::format("its certificate is not trusted for {}: {} (SSL_CERT_FILE names other authorities)",
                                address_.host, tls_.X509_verify_cert_error_string(verdict)));
    return failed(what);
  }

  // False where nobody takes it.
  Result<bool> send_all() {
    while (tls_.BIO_ctrl_pending(out_) > 0) {
      const int size = tls_.BIO_read(out_, outgoing_.data(), static_cast<int>(outgoing_.size()));
      for (int gone = 0; gone < size;) {
        TEXTKIN_ASSIGN_OR_RETURN(const std::size_t some,
                                 plain_->write_some(outgoing_.data() + gone, static_cast<std::size_t>(size - gone)));
        if (some == 0) return false;
        gone += static_cast<int>(some);
      }
    }
    return true;
  }

  std::unique_ptr<Channel> plain_;
  ServerAddress address_;
  const TlsLibrary& tls_;
  TlsLibrary::Pointer context_ = nullptr;
  TlsLibrary::Pointer ssl_ = nullptr;
  TlsLibrary::Pointer in_ = nullptr;
  TlsLibrary::Pointer out_ = nullptr;
  std::array<char, kAtOnce> buffer_;
  std::array<char, kAtOnce> outgoing_;
};

}  // namespace

Result<std::unique_ptr<Channel>> encrypt(std::unique_ptr<Channel> plain, const ServerAddress& address) {
  TEXTKIN_ASSIGN_OR_RETURN(const TlsLibrary* const tls, TlsLibrary::load());
  auto made = std::make_unique<Encrypted>(std::move(plain), address, *tls);
  TEXTKIN_RETURN_IF_ERROR(made->open());
  return std::unique_ptr<Channel>(std::move(made));
}

}  // namespace textkin::client
