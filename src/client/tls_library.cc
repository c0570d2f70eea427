#include "client/tls_library.h"

#include <dlfcn.h>

#include <array>

namespace textkin::client {
namespace {

constexpr std::array kNames{"libssl.so.3", "libssl.so.1.1", "libssl.so"};

template <class Function>
bool find(void* library, const char* name, Function& out) {
  out = reinterpret_cast<Function>(::dlsym(library, name));
  return out != nullptr;
}

bool fill_in(void* from, TlsLibrary& all) {
#define TEXTKIN_FIND(name) find(from, #name, all.name)
  return TEXTKIN_FIND(TLS_client_method) && TEXTKIN_FIND(SSL_CTX_new) && TEXTKIN_FIND(SSL_CTX_free) &&
         TEXTKIN_FIND(SSL_CTX_set_default_verify_paths) && TEXTKIN_FIND(SSL_CTX_set_verify) &&
         TEXTKIN_FIND(SSL_CTX_ctrl) && TEXTKIN_FIND(SSL_new) && TEXTKIN_FIND(SSL_free) && TEXTKIN_FIND(SSL_set_bio) &&
         TEXTKIN_FIND(SSL_ctrl) && TEXTKIN_FIND(SSL_set1_host) && TEXTKIN_FIND(SSL_get0_param) &&
         TEXTKIN_FIND(X509_VERIFY_PARAM_set1_ip_asc) && TEXTKIN_FIND(SSL_set_connect_state) &&
         TEXTKIN_FIND(SSL_do_handshake) && TEXTKIN_FIND(SSL_read) && TEXTKIN_FIND(SSL_write) &&
         TEXTKIN_FIND(SSL_get_error) && TEXTKIN_FIND(SSL_get_verify_result) &&
         TEXTKIN_FIND(X509_verify_cert_error_string) && TEXTKIN_FIND(BIO_s_mem) && TEXTKIN_FIND(BIO_new) &&
         TEXTKIN_FIND(BIO_read) && TEXTKIN_FIND(BIO_write) && TEXTKIN_FIND(BIO_ctrl_pending) &&
         TEXTKIN_FIND(ERR_clear_error);
#undef TEXTKIN_FIND
}

const TlsLibrary* load_any() {
  static TlsLibrary all;
  for (const char* const name : kNames)
    if (void* const library = ::dlopen(name, RTLD_NOW | RTLD_LOCAL); library != nullptr && fill_in(library, all))
      return &all;
  return nullptr;
}

}  // namespace

Result<const TlsLibrary*> TlsLibrary::load() {
  static const TlsLibrary* const loaded = load_any();
  if (loaded == nullptr)
    return Status(
        Code::kNotFound,
        "https needs OpenSSL, which is not here; install it (apt install libssl3), or let a tunnel or a proxy "
        "of this machine do it and name its http:// address");
  return loaded;
}

}  // namespace textkin::client
