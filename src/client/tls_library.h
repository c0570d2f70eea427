// TlsLibrary: OpenSSL, loaded when the first https address is asked.
//
// Every other command starts without it. Its types are only ever pointers here, and the functions that are called have
// been the same since 1.1.1, so that no header of one version is needed. Threads: any, once loaded.
#pragma once

#include <cstddef>

#include "textkin/status.h"

namespace textkin::client {

struct TlsLibrary {
  using Pointer = void*;

  Pointer (*TLS_client_method)();
  Pointer (*SSL_CTX_new)(Pointer method);
  void (*SSL_CTX_free)(Pointer context);
  int (*SSL_CTX_set_default_verify_paths)(Pointer context);
  void (*SSL_CTX_set_verify)(Pointer context, int mode, Pointer callback);
  long (*SSL_CTX_ctrl)(Pointer context, int command, long number, Pointer more);
  Pointer (*SSL_new)(Pointer context);
  void (*SSL_free)(Pointer ssl);
  void (*SSL_set_bio)(Pointer ssl, Pointer in, Pointer out);
  long (*SSL_ctrl)(Pointer ssl, int command, long number, const void* more);
  int (*SSL_set1_host)(Pointer ssl, const char* name);
  Pointer (*SSL_get0_param)(Pointer ssl);
  int (*X509_VERIFY_PARAM_set1_ip_asc)(Pointer param, const char* address);
  void (*SSL_set_connect_state)(Pointer ssl);
  int (*SSL_do_handshake)(Pointer ssl);
  int (*SSL_read)(Pointer ssl, void* out, int size);
  int (*SSL_write)(Pointer ssl, const void* bytes, int size);
  int (*SSL_get_error)(Pointer ssl, int result);
  long (*SSL_get_verify_result)(Pointer ssl);
  const char* (*X509_verify_cert_error_string)(long result);
  Pointer (*BIO_s_mem)();
  Pointer (*BIO_new)(Pointer method);
  int (*BIO_read)(Pointer bio, void* out, int size);
  int (*BIO_write)(Pointer bio, const void* bytes, int size);
  std::size_t (*BIO_ctrl_pending)(Pointer bio);
  void (*ERR_clear_error)();

  // kNotFound where no version of it is installed, with what to do. Lives as long as the program.
  static Result<const TlsLibrary*> load();
};

}  // namespace textkin::client
