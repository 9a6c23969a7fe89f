# Pages of the manual and completions for shells. The program writes them itself, from the tables that its --help reads,
# so there are none where it cannot run.
if(CMAKE_CROSSCOMPILING)
  return()
endif()

set(manual ${PROJECT_BINARY_DIR}/manual)
set(write_manual ${PROJECT_SOURCE_DIR}/cmake/write-manual.cmake)
add_custom_command(OUTPUT ${manual}/written
  COMMAND ${CMAKE_COMMAND} -DPROGRAM=$<TARGET_FILE:attn-calc> -DFOLDER=${manual} -P ${write_manual}
  DEPENDS attn-calc ${write_manual}
  COMMENT "Writing the manual"
  VERBATIM)
add_custom_target(attn-calc-manual ALL DEPENDS ${manual}/written)

install(DIRECTORY ${manual}/man1 DESTINATION ${CMAKE_INSTALL_MANDIR})
# Where each shell looks for the completions of a command, and under which name.
install(FILES ${manual}/completion.bash RENAME attn-calc
  DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
install(FILES ${manual}/completion.zsh RENAME _attn-calc DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
install(FILES ${manual}/completion.fish RENAME attn-calc.fish
  DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
