# Writes the pages of the manual and the completions into FOLDER. Which subcommands and shells there are, PROGRAM says.

function(names_of topic result)
  execute_process(COMMAND ${PROGRAM} list ${topic} OUTPUT_VARIABLE lines COMMAND_ERROR_IS_FATAL ANY)
  string(REGEX MATCHALL "\n  [a-z_-]+" names "${lines}")
  list(TRANSFORM names STRIP)
  set(${result} ${names} PARENT_SCOPE)
endfunction()

function(write file)
  execute_process(COMMAND ${PROGRAM} ${ARGN} OUTPUT_FILE ${FOLDER}/${file} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

# Nothing stays of a subcommand that is no more.
file(REMOVE_RECURSE ${FOLDER})
file(MAKE_DIRECTORY ${FOLDER}/man1)

write(man1/attn-calc.1 man)
names_of(subcommands subcommands)
foreach(subcommand IN LISTS subcommands)
  write(man1/attn-calc-${subcommand}.1 man ${subcommand})
endforeach()

names_of(shells shells)
foreach(shell IN LISTS shells)
  write(completion.${shell} completion ${shell})
endforeach()

file(TOUCH ${FOLDER}/written)
