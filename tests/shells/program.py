"""What attn-calc says of itself, as far as the tests of its manual and its completions need it."""

import re
import subprocess


def output(*command):
    return subprocess.run(command, check=True, capture_output=True, encoding="utf-8").stdout


def subcommands(program):
    return re.findall(r"^  ([a-z-]+) ", output(program, "list", "subcommands"), re.MULTILINE)


def options(program, *subcommand):
    """Every name of an option that --help shows: '-o' and '--output' in '  -o,--output FILE  ...'."""
    listed = re.findall(r"^  (-[^ ]*)", output(program, *subcommand, "--help"), re.MULTILINE)
    return [name for names in listed for name in names.split(",")]
