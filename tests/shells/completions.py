#!/usr/bin/python3
"""Completes command lines of attn-calc in a real shell: completions.py PROGRAM bash|zsh|fish"""

import os
import pathlib
import pty
import re
import subprocess
import sys
import tempfile

import program as attn_calc

HERE = pathlib.Path(__file__).resolve().parent
FILES = {"problem.json", "kernel.npz"}  # in the folder in which lines are completed

# What is typed after "attn-calc ", what is offered among others, and whether files are offered.
OFFERED = [
    ("", {"run", "check", "diff", "diagnose", "list"}, False),
    ("run ", set(), True),
    ("check problem.json ", set(), True),
    ("diff problem.json ", set(), True),
    ("docs ", set(), True),
    ("list ", {"masks", "formats", "steps"}, False),
    ("man ", {"run", "check", "man"}, False),
    ("run --format ", {"text", "json", "npz", "csv"}, False),
    ("check --format ", {"text", "junit", "github"}, False),
    ("run --color ", {"auto", "always", "never"}, False),
    ("run --steps ", {"Q", "scores", "weights", "lse"}, False),
    ("check --record ", {"weights", "output"}, False),
    ("run --q ", set(), True),
    ("run --q=", set(), True),
    ("run -o ", set(), True),
    ("run --causal ", set(), True),  # its value stands behind "=", so this is the problem file
    ("check --expect ", set(), True),
]

# What is typed, and all that is offered.
ONLY = [
    ("ru", {"run"}),
    ("--vers", {"--version"}),
    ("run --form", {"--format"}),
    ("run --format js", {"json"}),
    ("run --format=js", {"json"}),
    ("run problem.json --layout b", {"bhnd", "bnd", "bnhd"}),
    ("run --causal=", {"top-left", "bottom-right"}),
    ("run --causal=bo", {"bottom-right"}),
    ("check --derived=bf", {"bfloat16"}),
    ("run --steps sca", {"scaled"}),
    ("run --steps=sca", {"scaled"}),
    ("run --steps scores,weig", {"scores,weights"}),
    ("run --scale ", set()),
    ("run kern", {"kernel.npz"}),
    ("run --empty-row ", {"zero", "nan"}),
    ("list masks ste", {"steps"}),
    ("completion ", {"bash", "zsh", "fish"}),
    ("completion z", {"zsh"}),
]


def complete_in_bash(script, lines, folder):
    for line in lines:
        yield subprocess.run(["bash", HERE / "complete.bash", script, line], cwd=folder, check=True,
                             capture_output=True, encoding="utf-8").stdout


def complete_in_zsh(script, lines, folder):
    files = {name: script.parent / name for name in ("script", "lines", "found")}
    files["lines"].write_text("\n".join(lines), encoding="utf-8")
    files["found"].touch()
    ours, its = pty.openpty()
    environment = {**os.environ, **{name: str(path) for name, path in files.items()}, "TERM": "dumb"}
    with subprocess.Popen(["zsh", "-f", "-i"], cwd=folder, env=environment, stdin=its, stdout=its, stderr=its,
                          start_new_session=True) as shell:
        os.close(its)
        os.write(ours, f"source {HERE / 'complete.zsh'}\n".encode())
        drain(ours)
    return files["found"].read_text(encoding="utf-8").split("--\n")[:-1]


def drain(terminal):
    """Reads what a shell shows, until it is gone: Linux then reports an error, other systems an end."""
    try:
        while os.read(terminal, 65536):
            pass
    except OSError:
        pass
    os.close(terminal)


def complete_in_fish(script, lines, folder):
    environment = {**os.environ, "HOME": str(script.parent)}
    for line in lines:
        command = ["fish", "--no-config", "-c", "source $argv[1]; complete -C $argv[2]", str(script), line]
        shown = subprocess.run(command, cwd=folder, env=environment, check=True, capture_output=True, encoding="utf-8")
        if shown.stderr:
            sys.exit(f"fish: {shown.stderr}")
        yield "".join(row.split("\t")[0] + "\n" for row in shown.stdout.splitlines())


SHELLS = {"bash": complete_in_bash, "zsh": complete_in_zsh, "fish": complete_in_fish}


def candidates(shown):
    """Some shells say the option again (--format=json), or that it needs a value (--format=)."""
    return {re.sub(r"^--[a-z-]+=(?=.)", "", word).rstrip("=") for word in shown.splitlines() if word}


def complete(program, shell, typed, folder):
    """What the shell offers behind each of the lines, in a folder with FILES."""
    script = folder / "script"
    script.write_text(attn_calc.output(program, "completion", shell), encoding="utf-8")
    files = folder / "files"
    files.mkdir()
    for name in FILES:
        (files / name).touch()
    shown = list(SHELLS[shell](script, ["attn-calc " + line for line in typed], files))
    if len(shown) != len(typed):
        sys.exit(f"{shell} completed {len(shown)} of {len(typed)} lines")
    return dict(zip(typed, map(candidates, shown)))


def failures(offered, options):
    """`options`: by what is typed. Yields what is typed, and what was expected of it."""
    for typed, words, files in OFFERED:
        if not words <= offered[typed]:
            yield typed, sorted(words)
        if offered[typed] & FILES != (FILES if files else set()):
            yield typed, "files" if files else "no files"
    for typed, words in ONLY:
        if offered[typed] != words:
            yield typed, f"only {sorted(words)}"
    for typed, names in options.items():
        if not names <= offered[typed]:
            yield typed, f"also {sorted(names - offered[typed])}"


def main():
    if len(sys.argv) != 3 or sys.argv[2] not in SHELLS:
        sys.exit(__doc__)
    program, shell = sys.argv[1:]
    options = {"-": set(attn_calc.options(program))}
    for name in attn_calc.subcommands(program):
        options[name + " -"] = set(attn_calc.options(program, name))
    typed = [*(line for line, _, _ in OFFERED), *(line for line, _ in ONLY), *options]
    with tempfile.TemporaryDirectory() as folder:
        offered = complete(program, shell, typed, pathlib.Path(folder))
    found = [f"attn-calc {line}<TAB>: expected {said}, found {sorted(offered[line])}"
             for line, said in failures(offered, options)]
    if found:
        sys.exit("\n".join([*found, f"{len(found)} failures in {shell}"]))


main()
