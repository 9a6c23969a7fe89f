// How the chosen cell is calculated: in symbols, in numbers, and what comes out.

import {asText, inNumbers, inSymbols, symbolOf} from './arithmetic.js';
import {expand, leaves} from './formula.js';
import {inFull, short} from './numbers.js';
import {placeOf} from './sections.js';

const live = 14; // so many terms are read out

function append(parent, pieces, view, onMore) {
  for (const piece of pieces) {
    if (piece.more) {
      parent.append('button').attr('type', 'button').attr('class', 'more').text(piece.text).on('click', onMore);
      continue;
    }
    const {leaf} = piece;
    const isCell = leaf?.step && leaf.value !== undefined;
    const span = parent.append(isCell ? 'button' : 'span');
    if (leaf) span.attr('class', `leaf operand-${leaf.operand % 4}`);
    if (isCell)
      span.attr('type', 'button').attr('data-step', leaf.step.id).attr('data-cell', `${leaf.row},${leaf.column}`)
        .on('click', () => view.select(leaf.step, leaf.row, leaf.column));
    appendSymbol(span, piece);
  }
}

function appendSymbol(parent, {text, below, above, index, hasTilde}) {
  if (index === undefined) return void parent.append('span').text(text);
  parent.append('i').text(hasTilde ? `${text}\u0303` : text);
  if (below) parent.append('sub').text(below);
  if (above) parent.append('sup').text(above);
  parent.append('span').attr('class', 'index').text(index);
}

function cellName(step, row, column) {
  const {trace, axes} = step;
  const parts = [`${axes[0].name} ${trace.entry(axes[0], row)}`];
  if (axes[1]) parts.push(`${axes[1].name} ${trace.entry(axes[1], column)}`);
  return parts.join(', ');
}

/// What there is to say where the equation is not all.
function remarks(step, row, arithmetic) {
  const said = [];
  if (step.emptyRows.has(row + step.firstRow))
    said.push(`This query sees no key: what it gives is a convention (empty row: ${step.trace.options.empty_row}).`);
  const count = (node) => (node.hidden ?? 0) + (node.terms ?? []).reduce((sum, term) => sum + count(term), 0);
  const hidden = arithmetic ? count(arithmetic) : 0;
  if (hidden) said.push(`${hidden} hidden ${hidden === 1 ? 'key is' : 'keys are'} left out.`);
  const unknown = arithmetic ? leaves(arithmetic).filter((leaf) => leaf.value === undefined).length : 0;
  if (unknown) said.push(`${unknown} of the numbers are not carried by this page.`);
  return said;
}

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
    head.append('a').attr('href', `#step-${step.name}`).text(step.trace.names.get(step.name).label);
    if (place) head.append('span').text(` · ${place}`);
    head.append('div').append('bdi').text(cellName(step, row, column));
    const text = this.#appendArithmetic(step, row, column);
    const name = [step.trace.names.get(step.name).label, place, cellName(step, row, column)].filter(Boolean).join(', ');
    if (this.isReady) this.live.text(`${name}: ${text}`);
    this.isReady = true;
  }

  #appendArithmetic(step, row, column) {
    const {body, view, all} = this;
    const value = step.value(row, column);
    const result = view.inFull ? inFull(value) : short(value, step.decimals);
    const box = body.append('div').attr('class', 'arithmetic');
    const symbol = symbolOf(step, row, column);
    appendSymbol(box.append('div').attr('class', 'left'), symbol);
    const arithmetic = step.equation ? expand(step, row, column) : null;
    const lines = arithmetic ? [inSymbols(arithmetic, step, all), inNumbers(arithmetic, step, all, view.inFull)] : [];
    const isGiven = arithmetic?.kind === 'words';
    const onMore = () => {
      this.all = true;
      this.#renew();
    };
    lines.slice(0, isGiven ? 1 : 2).forEach((line, i) =>
      append(box.append('div').attr('class', i === 0 ? 'symbols' : 'numbers'), line, view, onMore));
    const output = box.append('div').attr('class', 'value');
    output.append('output').text(result);
    if (!view.inFull && Number.isFinite(value) && Number(result) !== value)
      output.append('span').attr('class', 'digits').text(inFull(value));
    const said = remarks(step, row, arithmetic);
    for (const remark of said) body.append('p').attr('class', 'note').text(remark);
    const readOut = lines.filter((_, i) => i === 0 || !isGiven).map((line) => asText(line.slice(0, 4 * live)));
    return [asText([symbol]), ...readOut, result].join(' = ') + said.map((remark) => `. ${remark}`).join('');
  }
}
