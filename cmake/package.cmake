# What goes with the program where it is installed: completions of shells and the manual page, which the program makes of
# its own options; and the Debian package of all that (cpack, as `make package` calls it).
install(CODE "set(built \"${PROJECT_BINARY_DIR}\")" COMPONENT program)
install(CODE [[
  foreach(words "bash;bash-completion/completions;textkin" "zsh;zsh/vendor-completions;_textkin"
      "fish;fish/vendor_completions.d;textkin.fish" "man;man/man1;textkin.1")
    list(GET words 0 shell)
    list(GET words 1 folder)
    list(GET words 2 name)
    file(MAKE_DIRECTORY "${built}/shared_files")
    set(made "${built}/shared_files/${name}")
    execute_process(COMMAND "${built}/textkin" completions ${shell} -o "${made}" COMMAND_ERROR_IS_FATAL ANY)
    if(shell STREQUAL man)
      execute_process(COMMAND gzip -9nf "${made}" COMMAND_ERROR_IS_FATAL ANY)
      string(APPEND made .gz)
    endif()
    file(INSTALL "${made}" DESTINATION "${CMAKE_INSTALL_PREFIX}/share/${folder}")
  endforeach()]] COMPONENT program)

set(TEXTKIN_MAINTAINER "textkin <textkin@localhost>" CACHE STRING "NAME <ADDRESS>: who answers for the Debian package that is built")
install(FILES packaging/copyright DESTINATION share/doc/textkin COMPONENT debian)
install(CODE "set(built \"${PROJECT_BINARY_DIR}\")
  set(sources \"${PROJECT_SOURCE_DIR}\")
  set(maintainer \"${TEXTKIN_MAINTAINER}\")" COMPONENT debian)
install(CODE [[
  file(READ "${sources}/packaging/changelog" changelog)
  string(REPLACE MAINTAINER "${maintainer}" changelog "${changelog}")
  file(WRITE "${built}/shared_files/changelog" "${changelog}")
  execute_process(COMMAND gzip -9nf "${built}/shared_files/changelog" COMMAND_ERROR_IS_FATAL ANY)
  file(INSTALL "${built}/shared_files/changelog.gz" DESTINATION "${CMAKE_INSTALL_PREFIX}/share/doc/textkin")]]
  COMPONENT debian)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_CONTACT "${TEXTKIN_MAINTAINER}")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_COMPONENTS_ALL program debian)
set(CPACK_COMPONENTS_GROUPING ALL_COMPONENTS_IN_ONE)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_NAME textkin)
set(CPACK_DEBIAN_PACKAGE_SECTION text)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION TRUE)
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "find alike texts and re-used passages")
set(CPACK_PACKAGE_DESCRIPTION
  "textkin finds documents that are alike and passages that were re-used, in ten
files or many millions, verifies every pair on the whole texts, says with
which probability one was missed, and takes the copies out of a collection.")
# RocksDB is loaded by the commands of an index alone, by the version that headers say; pdftotext is run.
find_library(TEXTKIN_ROCKSDB rocksdb)
if(TEXTKIN_ROCKSDB)
  file(REAL_PATH "${TEXTKIN_ROCKSDB}" rocksdb)
  execute_process(COMMAND dpkg-query -S "${rocksdb}" OUTPUT_VARIABLE owner ERROR_QUIET)
  if(owner MATCHES "^([^:]+):")
    set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "${CMAKE_MATCH_1}, poppler-utils")
  endif()
endif()
include(CPack)
