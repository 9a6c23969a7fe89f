// The arithmetic of a cell as text, in symbols and in numbers. Pieces are {text}, or {text, leaf} for a cell of an
// operand, or {text, index} for its name; `isRounded` where the text is not the number that it stands for.

import {inFull, short} from './numbers.js';
import {isRounded} from './outcome.js';

const most = 8; // terms of a sum that are shown before it is asked for all of them

const binding = {sum: 1, difference: 1, product: 2, quotient: 2};
const between = {sum: ' + ', difference: ' − ', product: ' · ', quotient: ' / '};
const functions = {exp: 'exp', ln: 'ln', tanh: 'tanh', largest: 'max'};

const plain = (text) => ({text});

function joined(parts, separator) {
  return parts.flatMap((part, i) => (i === 0 ? part : [plain(separator), ...part]));
}

/// `atom` writes a leaf, which is the first thing of an expression, or stands behind an operator.
function pieces(node, atom, all, outer = 0, isFirst = true) {
  const {kind, terms} = node;
  if (kind === 'words') return [plain(node.text)];
  if (!terms) return atom(node, isFirst);
  if (terms.length === 0) return [plain(kind === 'largest' ? '-inf' : '0')];
  const leftOut = all || terms.length <= most ? 0 : terms.length - most + 1;
  const inner = functions[kind] ? 0 : binding[kind];
  const isEnclosed = functions[kind] || inner < outer;
  const shown = terms.map((term, i) => {
    const isHidden = leftOut > 0 && i >= most - 2 && i < terms.length - 1;
    // What stands right of a minus or a stroke is bound more tightly.
    const tighter = i > 0 && (kind === 'difference' || kind === 'quotient') ? 1 : 0;
    const opens = functions[kind] || (i === 0 && (isFirst || isEnclosed));
    return isHidden ? null : pieces(term, atom, all, inner + tighter, opens);
  });
  const parts = shown.filter((part, i) => part !== null || shown[i - 1] !== null);
  const listed = parts.map((part) => part ?? [{text: `… ${leftOut} more …`, more: true}]);
  if (functions[kind]) return [plain(`${functions[kind]}(`), ...joined(listed, ', '), plain(')')];
  const text = joined(listed, between[kind]);
  return isEnclosed ? [plain('('), ...text, plain(')')] : text;
}

const blockText = (step, i) => step.trace.index(i);

/// What a cell is called in the arithmetic of `from`: as its step is on the page, and its row and column.
export function nameOf(step, row, column, from = step) {
  const index = step.isVector ? [row] : step.trace.style.columns ? [column, row] : [row, column];
  const begin = step.axes.map((axis) => axis.begin);
  if (step.trace.style.columns) begin.reverse();
  const at = index.map((i, k) => blockText(step, i + (begin[k] ?? 0))).join(', ');
  return {text: step.nameBeside(from), index: `[${at}]`};
}

export function inSymbols(node, from, all) {
  return pieces(node, (leaf) => {
    if (leaf.kind === 'number') return [plain(leaf.text)];
    if (!leaf.step) return [plain(`${from.operands[leaf.operand].id}[…]`)];
    return [{...nameOf(leaf.step, leaf.row, leaf.column, from), leaf}];
  }, all);
}

/// A number at the decimals of its step. One that belongs to no step, as the scale does, is whole where it is short: 8.
function numberText({kind, value, step}, from, digits) {
  if (value === undefined) return '?';
  const full = inFull(value);
  const decimals = step?.decimals ?? from.decimals;
  // With --round a step's decimals are what it is rounded to, and the scale is not.
  const most = Math.max(decimals[0], from.trace.style.typed_decimals ?? 0);
  const isShort = !full.includes('e') && (full.split('.')[1] ?? '').length <= most;
  return digits || (kind === 'number' && isShort) ? full : short(value, decimals);
}

export function inNumbers(node, from, all, digits) {
  return pieces(node, (leaf, isFirst) => {
    const text = numberText(leaf, from, digits);
    const number = {text, isRounded: leaf.value !== undefined && isRounded(text, leaf.value)};
    if (leaf.kind === 'cell') number.leaf = leaf;
    return !isFirst && text.startsWith('-') ? [plain('('), number, plain(')')] : [number];
  }, all);
}

export const asText = (list) => list.map(({text, index = ''}) => text + index).join('');
