"""Compiles what `attn-calc run` and `explain` write with --format latex, with pdflatex and, where it is there, lualatex.

    /usr/bin/python3 compile.py BINARY EXAMPLES [--keep FOLDER]

All examples, a hostile one and every way of writing go into one document, body below body, as an author would \\input
them; that must compile without an error and without a character that a font does not have. Where it does not, each
document is compiled by itself, so that the culprit is named. One is compiled as it was written in any case. Without a
LaTeX engine nothing is tested, and the exit status says so: 77.
"""
import argparse
import glob
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

ENGINES = ["pdflatex", "lualatex"]
SKIPPED = 77
BEGIN, END = "% ---- begin of body ----\n", "% ---- end of body ----\n"

HOSTILE = {
    "title": "100% of $x_1$ & #2 \\input{/etc/passwd} {~^} é ß 字 😀 -- \u202e\nnext ``quoted''",
    "notes": "\\end{document}\n% gone?\n\\\\ & \x1b[31m $\\alpha",
    "tokens": ["é", "字", "👩\u200d🚀", "a_b", "\\frac{1}{2}", "%", "$", "", "{", "}", "^~", "#&", "\n", "]"],
    "Q": [[0.5, -1.5]] * 14, "K": [[1, 2e-9]] * 14, "V": [[1e9, -3]] * 14, "mask": "causal",
}
NON_FINITE = {"scaled": [["nan", 1], ["inf", 0], ["-inf", "-inf"]], "softmax": "naive", "V": [[1], ["inf"]]}


def wide():
    """More columns than amsmath's matrices have, and more rows than a page."""
    row = [round(-1.25 + 0.125 * i, 3) for i in range(20)]
    return {"Q": [row] * 30, "K": [row[::-1]] * 25, "V": [row[:14]] * 25}


def documents(examples, folder):
    """Names, and the words of the command line behind `run`."""
    own = {"hostile.json": HOSTILE, "non-finite.json": NON_FINITE, "wide.json": wide()}
    for name, problem in own.items():
        with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
            json.dump(problem, file)
    files = sorted(glob.glob(os.path.join(examples, "*.json"))) + [os.path.join(folder, name) for name in own]
    yield from ((os.path.basename(file), [file]) for file in files)
    two, tiled, heads = (os.path.join(examples, f"{name}.json") for name in ("two-tokens", "tiled", "multi-head"))
    for file in files:
        if os.path.basename(file) in ("multi-head.json", "tiled.json", "empty-row.json", *own):
            yield f"{os.path.basename(file)} explained", [file, "--explain"]
            yield f"{os.path.basename(file)} in columns", [file, "--explain", "--orientation", "columns"]
    yield "renamed", [two, "--explain", "--index-from", "1", "--names", r"scores=\frac,weights=a_b_c,output=字 $x"]
    yield "in full", [os.path.join(folder, "wide.json"), "--full"]
    yield "by the fused kernel", [heads, "--backend", "flash"]
    for cell in ["output[0]", "head1.weights[tea,I]", "concat[0,1]"]:
        yield f"{cell} explained", ["explain", heads, cell]
        yield f"{cell} explained in columns", ["explain", heads, cell, "--orientation", "columns"]
    yield "a tile explained", ["explain", tiled, "tile1,1.accumulator[2,0]"]
    yield "words explained", ["explain", os.path.join(examples, "empty-row.json"), "weights[0,0]"]
    yield "long sums explained", ["explain", os.path.join(folder, "wide.json"), "output[29]", "--depth", "3"]
    yield "not finite, explained", ["explain", os.path.join(folder, "non-finite.json"), "output[0]"]
    yield "by hand", [two, "--round", "3", "--softmax", "naive", "--explain"]


def write(binary, words):
    if words[0] == "explain":
        return explained(binary, words)
    done = subprocess.run([binary, "run", *words, "--format", "latex"], capture_output=True, timeout=60, check=True)
    return done.stdout.decode("utf-8")


def explained(binary, words):
    """The equations of single cells, in the document that `run` writes."""
    done = subprocess.run([binary, *words, "--format", "latex"], capture_output=True, timeout=60, check=True)
    document = write(binary, words[1:2])
    return document[:document.index(BEGIN)] + BEGIN + done.stdout.decode("utf-8") + document[document.index(END):]


def body_of(text):
    return text[text.index(BEGIN) + len(BEGIN):text.index(END)]


def in_one(texts):
    first = next(iter(texts.values()))
    return first[:first.index(BEGIN)] + "\n\\clearpage\n".join(map(body_of, texts.values())) + "\\end{document}\n"


def compile_text(engine, text, folder, name):
    """What went wrong; nothing if nothing did."""
    path = os.path.join(folder, f"{name}.tex")
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    done = subprocess.run([engine, "-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape", path], cwd=folder,
                          capture_output=True, timeout=300, check=False)
    with open(os.path.join(folder, f"{name}.log"), encoding="utf-8", errors="replace") as file:
        log = file.read()
    errors = [log[match.start():match.start() + 300] for match in re.finditer(r"^! ", log, re.MULTILINE)]
    if done.returncode != 0:
        return errors or [f"exit status {done.returncode}"]
    return errors + re.findall(r"^Missing character.*", log, re.MULTILINE)


def culprits(engine, texts, folder):
    for number, (name, text) in enumerate(texts.items()):
        for error in compile_text(engine, text, folder, f"document{number}"):
            print(f"{engine}: {name}: {error}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("binary")
    parser.add_argument("examples")
    parser.add_argument("--keep", help="a folder in which the documents stay")
    options = parser.parse_args()
    engines = [engine for engine in ENGINES if shutil.which(engine)]
    if not engines:
        print("SKIPPED: no LaTeX engine here; scripts/install-dependencies --ci installs pdflatex", file=sys.stderr)
        return SKIPPED
    failed = False
    with tempfile.TemporaryDirectory() as temporary:
        folder = options.keep or temporary
        os.makedirs(folder, exist_ok=True)
        binary = os.path.abspath(options.binary)
        texts = {name: write(binary, words) for name, words in documents(os.path.abspath(options.examples), folder)}
        for engine in engines:
            errors = compile_text(engine, in_one(texts), folder, f"all-{engine}")
            errors += compile_text(engine, texts["hostile.json"], folder, f"hostile-{engine}")
            for error in errors:
                print(f"{engine}: {error}")
            if errors:
                culprits(engine, texts, folder)
            failed = failed or bool(errors)
            print(f"{engine}: {len(texts)} documents, {len(errors)} errors")
    return failed


if __name__ == "__main__":
    sys.exit(main())
