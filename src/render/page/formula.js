// A step's equation, cell by cell. It arrives as a tree over the step's operands; what it says of one cell is a tree
// whose leaves are cells of operands and numbers.

const cellwise = {
  times: 'product', over: 'quotient', plus: 'sum', minus: 'difference',
  exp: 'exp', ln: 'ln', tanh: 'tanh', larger: 'largest',
};

/// The part of a concatenation in which a cell lies, and the cell there.
function part(formula, row, column) {
  const isBelow = formula.kind === 'below';
  let along = isBelow ? row : column;
  for (const term of formula.terms) {
    if (along < term.length) return isBelow ? [term, along, column] : [term, row, along];
    along -= term.length;
  }
  throw new RangeError('a cell behind the last part');
}

const range = (length) => Array.from({length}, (_, i) => i);

/// The arithmetic of one cell of a step.
export function expand(step, row, column) {
  const cell = (operand, r, c) => {
    const place = step.locate(operand, r, c);
    return {kind: 'cell', operand, ...place, value: place.step?.value(place.row, place.column)};
  };
  const at = (formula, r, c) => {
    const {kind, terms, operand, length, mask} = formula;
    switch (kind) {
      case 'words': case 'number': return formula;
      case 'whole': return cell(operand, r, c);
      case 'per_row': return cell(operand, r, 0);
      case 'per_column': return cell(operand, c, 0);
      case 'transposed': return at(terms[0], c, r);
      case 'matmul': {
        const seen = range(length).filter((p) => mask === undefined || cell(mask, r, p).value !== -Infinity);
        const products = seen.map((p) => ({kind: 'product', terms: [at(terms[0], r, p), at(terms[1], p, c)]}));
        return {kind: 'sum', terms: products, hidden: length - seen.length};
      }
      case 'row_max': return {kind: 'largest', terms: range(length).map((p) => at(terms[0], r, p))};
      case 'row_sum': return {kind: 'sum', terms: range(length).map((p) => at(terms[0], r, p))};
      case 'beside': case 'below': return at(...part(formula, r, c));
      default: return {kind: cellwise[kind], terms: terms.map((term) => at(term, r, c))};
    }
  };
  return at(step.equation, row + step.firstRow, column);
}

/// The cells of operands in the arithmetic of a cell.
export function leaves(node) {
  return node.kind === 'cell' ? [node] : (node.terms ?? []).flatMap(leaves);
}

/// A function that calculates a cell, of the operations of which IEEE 754 fixes every bit. `read` gives a function that
/// reads an operand.
export function calculator(formula, read) {
  const {kind, terms = [], operand, length, mask} = formula;
  const [a, b] = kind === 'beside' || kind === 'below' ? [] : terms.map((term) => calculator(term, read));
  const cell = operand === undefined ? null : read(operand);
  switch (kind) {
    case 'number': return () => formula.value;
    case 'whole': return cell;
    case 'per_row': return (r) => cell(r, 0);
    case 'per_column': return (_, c) => cell(c, 0);
    case 'transposed': return (r, c) => a(c, r);
    case 'times': return (r, c) => a(r, c) * b(r, c);
    case 'over': return (r, c) => a(r, c) / b(r, c);
    case 'plus': return (r, c) => a(r, c) + b(r, c);
    case 'larger': return (r, c) => Math.max(a(r, c), b(r, c));
    case 'minus': return (r, c) => a(r, c) - b(r, c);
    case 'matmul': {
      const hidden = mask === undefined ? () => 0 : read(mask);
      return (r, c) => {
        let sum = 0;
        for (let p = 0; p < length; ++p) if (hidden(r, p) !== -Infinity) sum += a(r, p) * b(p, c);
        return sum;
      };
    }
    case 'row_sum': return (r) => {
      let sum = 0;
      for (let p = 0; p < length; ++p) sum += a(r, p);
      return sum;
    };
    case 'row_max': return (r) => {
      let largest = -Infinity;
      for (let p = 0; p < length; ++p) largest = Math.max(largest, a(r, p));
      return largest;
    };
    case 'beside': case 'below': {
      const parts = new Map(terms.map((term) => [term, calculator(term, read)]));
      return (r, c) => {
        const [term, row, column] = part(formula, r, c);
        return parts.get(term)(row, column);
      };
    }
    default: throw new TypeError(`not to be calculated here: ${kind}`);
  }
}
