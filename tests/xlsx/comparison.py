"""What cells of a calculated workbook have to hold."""
import math

# Of each cell of these, a whole matrix is an operand; of all others the cells in the same row are.
OF_MATRICES = {"linear", "matmul_transposed", "weighted_sum", "accumulate", "select", "concat"}


def is_error(found):
    return isinstance(found, str) and found.startswith("#")


def rows_of(step, in_columns):
    """The matrix of a step as the sheet has it."""
    rows = [row if isinstance(row, list) else [row] for row in step["values"]]
    return [list(column) for column in zip(*rows)] if in_columns else rows


def found_in(book, where, step, in_columns):
    """The matrix that a sheet holds; None where there is no value. `where`: the sheet, and where it begins."""
    sheet, (top, left) = where
    cells = book.cells(sheet)

    def found(i, j):
        cell = cells.get((top + i, left + j))
        return None if cell is None else book.value(cell)

    return [[found(i, j) for j, _ in enumerate(row)] for i, row in enumerate(rows_of(step, in_columns))]


def agrees(found, expected):
    """-inf, which hides keys, stands for itself, an error for what else is not finite."""
    if expected == "-inf":
        return found == "-inf"
    if isinstance(expected, str):
        return is_error(found)
    return isinstance(found, float) and math.isclose(found, expected, rel_tol=1e-9, abs_tol=1e-10)


def comes_from_error(step, found, row):
    """Whether an operand of the row's cells has an error. `found`: all matrices, with tokens as rows."""
    for operand in step["operands"]:
        matrix = found[operand]
        if step["op"] in OF_MATRICES:
            if any(is_error(cell) for line in matrix for cell in line):
                return True
        elif row < len(matrix) and any(is_error(cell) for cell in matrix[row]):
            return True
    return False


def compare(book, steps, places, in_columns, errors_go_on):
    """`places`: where each step's matrix is. With `errors_go_on`, what comes from an error may be one, whatever attn-calc has."""
    found = {}
    wrong, count = [], 0
    for name, step in steps.items():
        shown = found_in(book, places[name], step, in_columns)
        found[name] = [list(line) for line in zip(*shown)] if in_columns else shown
        if not step["operands"]:  # put there by us
            continue
        expected_rows = rows_of(step, False)
        for i, (line, expected_line) in enumerate(zip(found[name], expected_rows)):
            for j, (cell, expected) in enumerate(zip(line, expected_line)):
                count += 1
                excused = errors_go_on and is_error(cell) and comes_from_error(step, found, i)
                is_copy = cell == expected  # of a text that was typed
                if not (agrees(cell, expected) or excused or is_copy):
                    wrong.append(f"{name} [{i}, {j}]: {cell} instead of {expected}")
    return count, wrong


def compare_formulas(before, after):
    """Cells with a formula, as they were written and as they were calculated. An error is an error."""
    wrong = []
    for sheet in before.sheets:
        calculated = after.cells(sheet)
        for at, cell in before.cells(sheet).items():
            if not before.has_formula(cell):
                continue
            written = before.value(cell)
            found = after.value(calculated[at]) if at in calculated else None
            if not (is_error(written) and is_error(found)) and not agrees(found, written):
                wrong.append(f"{sheet} {at}: {written} was written, {found} calculated")
    return wrong
