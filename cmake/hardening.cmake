# What the compiler and the linker can do against a fault in our code or a library that somebody uses on purpose: an
# overwritten stack or a jump to a place of the attacker's choice ends the process, addresses cannot be guessed, and
# tables of functions cannot be overwritten. For every target, the Python module too; a sanitizer watches better itself.
# tests/cases/test_hardening.py reads the built program.
include(CheckCXXCompilerFlag)
include(CheckCXXSourceCompiles)
include(CheckPIESupported)

function(textkin_harden)
  check_pie_supported(LANGUAGES CXX)
  set(options -fstack-protector-strong -fstack-clash-protection)
  if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|i[3-6]86)$")
    list(APPEND options -fcf-protection=full)
  elseif(CMAKE_SYSTEM_PROCESSOR MATCHES "^(aarch64|arm64)$")
    list(APPEND options -mbranch-protection=standard)
  endif()
  foreach(option ${options})
    string(MAKE_C_IDENTIFIER "textkin_takes${option}" takes)
    check_cxx_compiler_flag(${option} ${takes})
    if(${takes})
      add_compile_options(${option})
    endif()
  endforeach()
  # Level 3 also checks objects whose size is known only at run time; glibc says so where it cannot, by #warning.
  set(CMAKE_REQUIRED_FLAGS "-O2 -Werror -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=3")
  check_cxx_source_compiles("#include <cstring>
    int main(int n, char** v) { char to[8]; std::memcpy(to, v[0], n); return to[0]; }" textkin_takes_fortify_3)
  set(level $<IF:$<BOOL:${textkin_takes_fortify_3}>,3,2>)
  add_compile_options("$<$<CONFIG:Release,RelWithDebInfo,MinSizeRel>:SHELL:-U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=${level}>")
  add_link_options(LINKER:-z,relro LINKER:-z,now LINKER:-z,noexecstack)
endfunction()

if(TEXTKIN_HARDEN AND NOT TEXTKIN_SANITIZE)
  textkin_harden()
endif()
