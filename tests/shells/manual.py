#!/usr/bin/python3
"""Reads the pages of the manual: manual.py PROGRAM"""

import re
import subprocess
import sys

import program as attn_calc

SECTIONS = ["NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "EXIT STATUS", "EXAMPLES", "SEE ALSO"]
SECTIONS_OF_MAIN = ["SUBCOMMANDS", "ENVIRONMENT", "FILES"]
# Pages say which version they are of. That is enough.
ALLOWED = "missing date"


def mandoc(page, *arguments):
    return subprocess.run(["mandoc", "-K", "utf-8", *arguments], input=page, capture_output=True, encoding="utf-8")


def complaints(page):
    return [line for line in mandoc(page, "-T", "lint", "-W", "warning").stdout.splitlines() if ALLOWED not in line]


def text_of(page):
    """The page as it is read, without the backspaces that make letters bold."""
    return re.sub(".\x08", "", mandoc(page, "-T", "utf8").stdout)


def explanations(program, subcommand):
    """The right column of --help."""
    lines = re.findall(r"^ {2,}\S.*? {2,}(\S.*)$|^ {20,}(\S.*)$",
                       attn_calc.output(program, *subcommand, "--help"), re.MULTILINE)
    return [(first or second).replace("`", "") for first, second in lines]


def check_page(program, subcommand, subcommands):
    page = attn_calc.output(program, "man", *subcommand)
    text = text_of(page)
    missing = [name for name in SECTIONS + ([] if subcommand else SECTIONS_OF_MAIN)
               if not re.search(f"^{name}$", text, re.MULTILINE)]
    missing += [name for name in attn_calc.options(program, *subcommand)
                if not re.search(rf"^ +(-.*, )?{name}(?![\w-])", text, re.MULTILINE)]
    missing += [f"attn-calc-{name}(1)" for name in subcommands
                if [name] != subcommand and f"attn-calc-{name}(1)" not in text]
    joined = " ".join(text.split())
    # What --help says stands in the page, so nothing was lost or read as a request.
    missing += [line for line in explanations(program, subcommand) if line not in joined]
    return complaints(page) + [f"{name} is missing" for name in missing]


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    program = sys.argv[1]
    subcommands = attn_calc.subcommands(program)
    failures = [f"{' '.join(['attn-calc', *subcommand])}: {failure}"
                for subcommand in [[], *([name] for name in subcommands)]
                for failure in check_page(program, subcommand, subcommands)]
    if failures:
        sys.exit("\n".join(failures))


main()
