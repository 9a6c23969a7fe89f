# To be sourced by an interactive zsh, with $script, $lines and $found set: writes what zsh offers at the end of each line
# of the file $lines into the file $found, one candidate per line, "--" after each, and exits. $script is what
# "attn-calc completion zsh" prints.

autoload -Uz compinit
compinit -u -D
source $script

# Every candidate goes through compadd. Calls with -O, -A or -D only ask what would match.
compadd() {
  if [[ " ${@[1,(i)(-|--)]} " != *' -'[OAD]' '* ]]; then
    local -a matches
    builtin compadd -O matches "$@"
    (( ! $#matches )) || print -rl -- $IPREFIX$^matches >> $found
  fi
  builtin compadd "$@"
}

# Nothing is shown: zsh would ask whether to show many.
offer() {
  _main_complete
  compstate[insert]= compstate[list]=
}
zle -C offer complete-word offer
zle-line-init() {
  for BUFFER in ${(f)"$(<$lines)"}; do
    CURSOR=$#BUFFER
    zle offer
    print -- -- >> $found
  done
  exit
}
zle -N zle-line-init
