# bash complete.bash SCRIPT LINE: prints what bash offers at the end of the line, one candidate per line.
# SCRIPT is what "attn-calc completion bash" prints.
set -euo pipefail

asked_for=
compopt() { asked_for+=" $*"; } # the real one works only while readline completes
source "$1"

# Words as readline cuts them: at blanks, and at "=", which is a word too.
read -ra COMP_WORDS <<<"${2//=/ = }"
[[ $2 != *[\ ] ]] || COMP_WORDS+=('')
COMP_CWORD=$((${#COMP_WORDS[@]} - 1))

"$(complete -p attn-calc | sed 's/.*-F \([^ ]*\).*/\1/')"
for candidate in "${COMPREPLY[@]}"; do printf '%s\n' "$candidate"; done
typed=${COMP_WORDS[COMP_CWORD]}
[[ ${#COMPREPLY[@]} -gt 0 || $asked_for != *'-o default'* ]] || compgen -f -- "${typed#=}"
