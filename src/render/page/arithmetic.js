// The arithmetic of a cell as text, in symbols and in numbers. Pieces are {text}, or {text, leaf} for a cell of an
// operand, or {text, below, above} for its symbol.

import {inFull, short} from './numbers.js';

const most = 8; // terms of a sum that are shown before it is asked for all of them

const binding = {sum: 1, difference: 1, product: 2, quotient: 2};
const between = {sum: ' + ', difference: ' − ', product: ' · ', quotient: ' / '};
const functions = {exp: 'exp', ln: 'ln', tanh: 'tanh', largest: 'max'};

const plain = (text) => ({text});

function joined(parts, separator) {
  return parts.flatMap((part, i) => (i === 0 ? part : [plain(separator), ...part]));
}

/// `atom` writes a leaf.
function pieces(node, atom, all, outer = 0) {
  const {kind, terms} = node;
  if (kind === 'words') return [plain(node.text)];
  if (!terms) return atom(node, outer);
  if (terms.length === 0) return [plain(kind === 'largest' ? '-inf' : '0')];
  const leftOut = all || terms.length <= most ? 0 : terms.length - most + 1;
  const inner = functions[kind] ? 0 : binding[kind];
  const shown = terms.map((term, i) => {
    const isHidden = leftOut > 0 && i >= most - 2 && i < terms.length - 1;
    // What stands right of a minus or a stroke is bound more tightly.
    const tighter = i > 0 && (kind === 'difference' || kind === 'quotient') ? 1 : 0;
    return isHidden ? null : pieces(term, atom, all, inner + tighter);
  });
  const parts = shown.filter((part, i) => part !== null || shown[i - 1] !== null);
  const listed = parts.map((part) => part ?? [{text: `… ${leftOut} more …`, more: true}]);
  if (functions[kind]) return [plain(`${functions[kind]}(`), ...joined(listed, ', '), plain(')')];
  const text = joined(listed, between[kind]);
  return inner < outer ? [plain('('), ...text, plain(')')] : text;
}

const blockText = (step, i) => step.trace.index(i);

/// A cell's symbol: its step's, its head where that differs from `from`'s, its row and column.
export function symbolOf(step, row, column, from) {
  const index = step.isVector ? [row] : step.trace.style.columns ? [column, row] : [row, column];
  const begin = step.axes.map((axis) => axis.begin);
  if (step.trace.style.columns) begin.reverse();
  const at = index.map((i, k) => blockText(step, i + (begin[k] ?? 0))).join(', ');
  const isOther = from && step.head !== null && step.head !== from.head;
  return {
    text: step.symbol.base,
    hasTilde: step.symbol.tilde,
    below: step.symbol.subscript,
    above: isOther ? `(${step.trace.index(step.head)})` : '',
    index: `[${at}]`,
  };
}

export function inSymbols(node, from, all) {
  return pieces(node, (leaf) => {
    if (leaf.kind === 'number') return [plain(leaf.text)];
    if (!leaf.step) return [plain(`${from.operands[leaf.operand].id}[…]`)];
    return [{...symbolOf(leaf.step, leaf.row, leaf.column, from), leaf}];
  }, all);
}

export function inNumbers(node, from, all, digits) {
  return pieces(node, (leaf, outer) => {
    const {value} = leaf;
    const decimals = leaf.step?.decimals ?? from.decimals;
    const text = value === undefined ? '?' : digits ? inFull(value) : short(value, decimals);
    const isBare = outer === 0 || !text.startsWith('-');
    return [...(isBare ? [] : [plain('(')]), leaf.kind === 'cell' ? {text, leaf} : plain(text), ...(isBare ? [] : [plain(')')])];
  }, all);
}

export const asText = (list) =>
  list.map(({text, above = '', below, index = ''}) => text + (below ? `_${below}` : '') + above + index).join('');
