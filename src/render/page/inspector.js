// How the chosen cell is calculated: in symbols, in numbers, and what comes out.

import {asText, inNumbers, inSymbols, nameOf} from './arithmetic.js';
import {expand, leaves} from './formula.js';
import {inFull, short} from './numbers.js';
import {isRoundedResult, outcomeOf} from './outcome.js';
import {placeOf} from './sections.js';

const live = 14; // so many terms are read out

function append(parent, pieces, view, onMore) {
  for (const piece of pieces) {
    if (piece.more) {
      parent.append('button').attr('type', 'button').attr('class', 'more').text(piece.text).on('click', onMore);
      continue;
    }
    const {leaf} = piece;
    const isCell = leaf?.step && !leaf.step.isUnseen && leaf.value !== undefined;
    const span = parent.append(isCell ? 'button' : 'span');
    if (leaf) span.attr('class', `leaf operand-${leaf.operand % 4}`);
    if (isCell)
      span.attr('type', 'button').attr('data-step', leaf.step.id).attr('data-cell', `${leaf.row},${leaf.column}`)
        .on('click', () => view.select(leaf.step, leaf.row, leaf.column));
    appendName(span, piece);
  }
}

function appendName(parent, {text, index}) {
  parent.append('span').text(text);
  if (index) parent.append('span').attr('class', 'index').text(index);
}

function cellName(step, row, column) {
  const {trace, axes} = step;
  const parts = [`${axes[0].name} ${trace.entry(axes[0], row)}`];
  if (axes[1]) parts.push(`${axes[1].name} ${trace.entry(axes[1], column)}`);
  return parts.join(', ');
}

/// Why a result is not what its arithmetic gives, or not a number.
function whyNoNumber(value, arithmetic, isHidden) {
  const isNan = Number.isNaN(outcomeOf(arithmetic).value);
  const end = isHidden ? ': a hidden key stays hidden.' : '.';
  if (isNan && value === -Infinity) return `-inf stays -inf, whatever is added or taken away${end}`;
  if (isNan && value === 0) return '-inf stays -inf, whatever is taken away, and exp(-inf) is 0.';
  if (!Number.isNaN(value)) return '';
  const isHandedOn = leaves(arithmetic).some((leaf) => Number.isNaN(leaf.value));
  return isHandedOn ? 'Where one of the numbers is NaN, the result is too.' : 'This has no value: it is not a number (NaN).';
}

/// What there is to say where the equation is not all.
function remarks(step, row, column, arithmetic) {
  const said = [];
  const count = (node) => (node.hidden ?? 0) + (node.terms ?? []).reduce((sum, term) => sum + count(term), 0);
  const hidden = arithmetic ? count(arithmetic) : 0;
  if (hidden) said.push(`${hidden} hidden ${hidden === 1 ? 'key is' : 'keys are'} left out.`);
  const unknown = arithmetic ? leaves(arithmetic).filter((leaf) => leaf.value === undefined).length : 0;
  if (unknown) said.push(`${unknown} of the numbers are not carried by this page.`);
  else if (arithmetic?.terms) said.push(whyNoNumber(step.value(row, column), arithmetic, step.isHidden(row, column)));
  return said.filter(Boolean);
}

const isEmpty = (step, row) => step.emptyRows.has(row + step.firstRow);
const convention = ({trace}) => `This query sees no key: what it gives is a convention (empty row: ${trace.options.empty_row}).`;

export class Inspector {
  constructor(parent, view) {
    this.view = view;
    this.body = parent.append('div').attr('class', 'inspected');
    this.close = parent.append('button').attr('type', 'button').attr('class', 'quiet close').text('Close')
      .on('click', () => parent.classed('is-fresh', true));
    this.live = parent.append('div').attr('class', 'unseen').attr('aria-live', 'polite').attr('role', 'status');
    this.all = false;
    // On a small screen it covers the page, once the reader has chosen a cell.
    parent.classed('is-fresh', true);
    view.follow(['cell'], () => {
      this.all = false;
      parent.classed('is-fresh', !this.isReady);
      this.#renew();
    });
    view.addEventListener('inFull', () => this.#renew());
  }

  #renew() {
    const {body, view} = this;
    body.node().replaceChildren();
    if (!view.cell) return;
    const {step, row, column} = view.cell;
    const place = placeOf(step);
    const head = body.append('div').attr('class', 'where');
    head.append('a').attr('href', `#step-${step.name}`).text(step.trace.label(step.name));
    if (place) head.append('span').text(` · ${place}`);
    head.append('div').append('bdi').text(cellName(step, row, column));
    const text = this.#appendArithmetic(step, row, column);
    const name = [step.trace.label(step.name), place, cellName(step, row, column)].filter(Boolean).join(', ');
    if (this.isReady) this.live.text(`${name}: ${text}`);
    this.isReady = true;
  }

  /// The lines between the cell and its value: {kind, sign, pieces}. None where no equation gives it.
  #lines(step, arithmetic) {
    if (!arithmetic) return [];
    const symbols = {kind: 'symbols', sign: '=', pieces: inSymbols(arithmetic, step, this.all)};
    if (arithmetic.kind === 'words') return [symbols];
    const pieces = inNumbers(arithmetic, step, this.all, this.view.inFull);
    return [symbols, {kind: 'numbers', sign: pieces.some(({isRounded}) => isRounded) ? '≈' : '=', pieces}];
  }

  #appendArithmetic(step, row, column) {
    const {body, view} = this;
    const value = step.value(row, column);
    const result = view.inFull ? inFull(value) : short(value, step.decimals);
    const box = body.append('div').attr('class', 'arithmetic');
    const name = nameOf(step, row, column);
    appendName(box.append('div').attr('class', 'left'), name);
    const arithmetic = isEmpty(step, row) ? null : expand(step, row, column);
    const lines = this.#lines(step, arithmetic);
    const onMore = () => {
      this.all = true;
      this.#renew();
    };
    for (const {kind, sign, pieces} of lines)
      append(box.append('div').attr('class', kind).attr('data-sign', sign), pieces, view, onMore);
    const outcome = arithmetic?.terms ? outcomeOf(arithmetic) : outcomeOf({value});
    const isAbout = isRoundedResult(result, value, outcome);
    const sign = isAbout ? '≈' : '=';
    const by = isAbout && step.rounded_to !== undefined ? `rounded to ${step.rounded_to} decimals` : '';
    const output = box.append('div').attr('class', 'value').attr('data-sign', sign);
    output.append('output').text(result);
    if (by) output.append('span').attr('class', 'rounding').text(by);
    if (!view.inFull && Number.isFinite(value) && Number(result) !== value)
      output.append('span').attr('class', 'digits').text(inFull(value));
    const said = arithmetic ? remarks(step, row, column, arithmetic) : [convention(step)];
    for (const remark of said) body.append('p').attr('class', 'note').text(remark);
    const readOut = lines.map((line) => ` ${line.sign} ${asText(line.pieces.slice(0, 4 * live))}`);
    return [asText([name]), ...readOut, ` ${sign} ${result}`, by && `, ${by}`, ...said.map((remark) => `. ${remark}`)].join('');
  }
}
