"""Compiles what `attn-calc run` and `explain` write with --format latex, with pdflatex and, where it is there, lualatex.

    /usr/bin/python3 compile.py BINARY EXAMPLES [--keep FOLDER]

All examples, a hostile one and every way of writing go into three documents: what `--no-header` leaves of them into
articles, one that loads nothing but amsmath and one that has graphicx too, and all of it into one with the preamble of
the first. They must compile without an error, without a character that a font does not have, and without a line that
is too long or a page that is too high: TeX would print over the margin, and off the paper. No page may end between a
heading and the last of its equations. Of what is printed in full, every number must be on the pages, if pdftotext is
there to read them. Where they do not, each piece is compiled by itself, so that the culprit is named. One is
compiled as it was written in any case. Without a LaTeX engine nothing is tested, and the exit status says so: 77.
"""
import argparse
import glob
import itertools
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

ENGINES = ["pdflatex", "lualatex"]
SKIPPED = 77
BEGIN, END = "\\begin{document}\n", "\\end{document}\n"
# Writes down which page it came to stand on.
PAGE_MARK = r"""\makeatletter
\newcommand*{\pagemark}[1]{\write\@auxout{\string\pagemarked{#1}{\thepage}}}
\newcommand*{\pagemarked}[2]{}
\makeatother
"""
ARTICLE = "\\documentclass{article}\n\\usepackage{amsmath}\n" + PAGE_MARK
NUMBERS = itertools.count()
FULL = "every number of many"

HOSTILE = {
    "title": "100% of $x_1$ & #2 \\input{/etc/passwd} {~^} é ß 字 😀 -- ``quoted'' \u202e\nnext",
    "notes": "\\end{document}\n% gone?\n\\\\ & \x1b[31m $\\alpha",
    "tokens": ["é", "字", "👩\u200d🚀", "a_b", "\\frac{1}{2}", "%", "$", "", "{", "}", "^~", "#&", "\n", "]"],
    "Q": [[0.5, -1.5]] * 14, "K": [[1, 2e-9]] * 14, "V": [[1e9, -3]] * 14, "mask": "causal",
}
NON_FINITE = {"scaled": [["nan", 1], ["inf", 0], ["-inf", "-inf"]], "softmax": "naive", "V": [[1], ["inf"]]}

# Six numbers on top of each other, where tokens are columns.
HIGH = {"scores": [[1, 0, 1]] * 4, "scale": 1, "V": [[1, 2, 3, 4, 5, 6]] * 3}


# A width that some engine can only print smaller, in an article.
TOKENS = ["the", "grasshopper", "sat", "on", "a", "blade", "of", "grass", "and", "looked", "at", "us"]
LABELLED = {"tokens": TOKENS, "scaled": [[-1000.125 - i * j for j in range(12)] for i in range(12)]}

LONG = "_".join(["a_title_that_has_underscores_and_no_blank"] * 4)
LONG_WORDS = {"title": LONG + " " + "x" * 120, "notes": "see " + LONG.replace("_", "/") + " and\n" + LONG,
              "tokens": [LONG, "b"], "scaled": [[0, 1]] * 2}


def numbered():
    """Numbers that tell themselves apart, of more rows and columns than a page and a line have room for."""
    return {"scaled": [[row * 100 + column for column in range(40)] for row in range(100)]}


def wide():
    """More columns than amsmath's matrices have, and more rows than a page."""
    row = [round(-1.25 + 0.125 * i, 3) for i in range(20)]
    return {"Q": [row] * 30, "K": [row[::-1]] * 25, "V": [row[:14]] * 25}


def documents(examples, folder):
    """Names, and the words of the command line behind `run`."""
    own = {"hostile.json": HOSTILE, "non-finite.json": NON_FINITE, "wide.json": wide(),
           "high.json": HIGH, "labelled.json": LABELLED, "long-words.json": LONG_WORDS, "numbered.json": numbered()}
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
    yield "high columns", [os.path.join(folder, "high.json"), "--explain", "--orientation", "columns"]
    yield "renamed", [two, "--explain", "--index-from", "1", "--names", "scores=%{f}^,weights=a_b_c,output=字 $x"]
    yield "Greek", [two, "--explain", "--names", "weights=α,scores=Σ,exp=θ,lse=λ"]
    yield "a long name", [two, "--explain", "--names", "output=attention_output_of_the_layer"]
    yield "in full", [os.path.join(folder, "wide.json"), "--full"]
    yield "in full, explained", [os.path.join(folder, "wide.json"), "--full", "--explain", "--steps", "weights,output"]
    for looks in [], ["--orientation", "columns"]:
        yield " ".join([FULL, *looks]), [os.path.join(folder, "numbered.json"), "--full", "--steps", "scaled,row_max",
                                         "--decimals", "0", *looks]
    yield "by the fused kernel", [heads, "--backend", "flash"]
    for cell in ["output[0]", "head1.weights[tea,I]", "concat[0,1]"]:
        yield f"{cell} explained", ["explain", heads, cell]
        yield f"{cell} explained in columns", ["explain", heads, cell, "--orientation", "columns"]
    yield "more than a page", ["explain", os.path.join(examples, "sliding-window.json"), "output[4]"]
    yield "a tile explained", ["explain", tiled, "tile1,1.accumulator[2,0]"]
    yield "words explained", ["explain", os.path.join(examples, "empty-row.json"), "weights[0,0]"]
    yield "long sums explained", ["explain", os.path.join(folder, "wide.json"), "output[29]", "--depth", "3"]
    yield "not finite, explained", ["explain", os.path.join(folder, "non-finite.json"), "output[0]"]
    yield "by hand", [two, "--round", "3", "--softmax", "naive", "--explain"]


def write(binary, words):
    command = words if words[0] == "explain" else ["run", *words]
    done = subprocess.run([binary, *command, "--format", "latex"], capture_output=True, timeout=60, check=True)
    return done.stdout.decode("utf-8")


def marked(text):
    """With the number of each heading in it, and before the end of each equation that belongs to it."""
    first, *steps = text.split("\\subsection*{")
    out = first
    for step in steps:
        mark = f"\\pagemark{{{next(NUMBERS)}}}"
        kept, end, rest = step.partition("\\end{samepage}")
        ends = re.compile(r"\n(?=\\\]|\\end\{attnlines\}|\\end\{align\*\})")
        out += "\\subsection*{" + mark + ends.sub(lambda _, mark=mark: mark + "\n", kept) + end + rest
    return out


def body(binary, words):
    """Of `explain`, all that it writes."""
    return write(binary, words) if words[0] == "explain" else marked(write(binary, [*words, "--no-header"]))


def between_ends(text):
    return text[text.index(BEGIN) + len(BEGIN):text.index(END)] if BEGIN in text else text


def torn_steps(aux):
    pages = {}
    for number, page in re.findall(r"\\pagemarked\{(\d+)\}\{(\d+)\}", aux):
        pages.setdefault(int(number), set()).add(int(page))
    return [f"a step is on pages {sorted(on)}" for on in pages.values() if len(on) > 1]


def collected(binary, folder, examples):
    """Of each document: what stands before the pieces, and the pieces by name."""
    words = dict(documents(examples, folder))
    bodies = {name: body(binary, said) for name, said in words.items()}
    texts = {name: write(binary, said) for name, said in words.items()}
    first = next(iter(texts.values()))
    preamble = first[:first.index(BEGIN)] + BEGIN
    wholes = {name: between_ends(text) for name, text in texts.items()}
    return {
        "article": (ARTICLE + BEGIN, bodies),
        "article with graphicx": (ARTICLE + "\\usepackage{graphicx}\n" + BEGIN, bodies),
        "article in two columns": (ARTICLE.replace("{article}", "[twocolumn]{article}") + BEGIN,
                                   {name: text for name, text in bodies.items() if not {"explain", "--explain"} & set(words[name])}),
        "document": (preamble, wholes),
    }, texts["hostile.json"]


def in_one(beginning, pieces):
    return beginning + "\n\\clearpage\n".join(pieces) + END


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
    with open(os.path.join(folder, f"{name}.aux"), encoding="utf-8", errors="replace") as file:
        errors += torn_steps(file.read())
    return errors + re.findall(r"^(?:Missing character|Overfull \\[hv]box).*", log, re.MULTILINE)


def lost_numbers(engine, text, folder):
    """Of `numbered`, those that are on no page; None where nothing can read them."""
    if not shutil.which("pdftotext"):
        return None
    errors = compile_text(engine, text, folder, "numbers")
    done = subprocess.run(["pdftotext", os.path.join(folder, "numbers.pdf"), "-"], capture_output=True, timeout=60,
                          check=True)
    read = set(re.findall(r"\d+", done.stdout.decode("utf-8")))
    wanted = {str(number) for row in numbered()["scaled"] for number in row}
    return errors + sorted(wanted - read, key=int)


def check(engine, document, folder, name):
    """The number of errors, each of which is printed, first all of them, then by the piece in which they are."""
    beginning, pieces = document
    errors = compile_text(engine, in_one(beginning, pieces.values()), folder, f"{name}-{engine}".replace(" ", "-"))
    for error in errors:
        print(f"{engine}: {name}: {error}")
    for number, (piece, text) in enumerate(pieces.items() if errors else []):
        for error in compile_text(engine, in_one(beginning, [text]), folder, f"{name}-piece{number}".replace(" ", "-")):
            print(f"{engine}: {name}: {piece}: {error}")
    print(f"{engine}: {name}: {len(pieces)} pieces, {len(errors)} errors")
    return len(errors)


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
        collection, hostile = collected(os.path.abspath(options.binary), folder, os.path.abspath(options.examples))
        for engine in engines:
            for error in compile_text(engine, hostile, folder, f"hostile-{engine}"):
                failed = True
                print(f"{engine}: as written: {error}")
            for name, document in collection.items():
                failed = check(engine, document, folder, name) > 0 or failed
            beginning, pieces = collection["article"]
            for name in [name for name in pieces if name.startswith(FULL)]:
                lost = lost_numbers(engine, in_one(beginning, [pieces[name]]), folder)
                failed = failed or bool(lost)
                print(f"{engine}: {name}: " + ("not read" if lost is None else f"{len(lost)} are lost {lost[:9]}"))
        if "\\attnchar" in collection["article"][1]["Greek"]:
            failed = True
            print("Greek: a letter is left to the font of text, which may not have it")
    return failed


if __name__ == "__main__":
    sys.exit(main())
