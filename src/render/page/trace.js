// The trace that the page carries, and its steps.

import {calculator} from './formula.js';

const words = {inf: Infinity, '-inf': -Infinity, nan: NaN};
const number = (value) => (typeof value === 'number' ? value : words[value]);

/// The indices of an axis that the page carries, as runs: all, or some of the first and last ones.
class Carried {
  constructor(size, ends) {
    this.size = size;
    this.first = ends ? ends[0] : size;
    this.last = ends ? ends[1] : 0;
    this.leftOut = size - this.first - this.last;
    this.count = this.first + this.last;
  }
  /// -1 for an index that is not there, or left out.
  position(index) {
    if (index < 0 || index >= this.size) return -1;
    if (index < this.first) return index;
    return index >= this.size - this.last ? index - this.leftOut : -1;
  }
  index(position) {
    return position < this.first ? position : position + this.leftOut;
  }
}

/// "head1.tile0,2.weights". `count` gives what a coordinate is called.
function idOf(name, {batch, head, tile}, count) {
  const places = {batch, head, tile: tile?.map(count)};
  const inFront = Object.entries(places).filter(([, at]) => at !== null && at !== undefined);
  return [...inFront.map(([kind, at]) => kind + (kind === 'tile' ? at : count(at))), name].join('.');
}

/// Whether a score was -inf before a mask was added.
const isGiven = (parts, i) => parts.some(({values}) => values[i] === -Infinity);

/// One step. Rows and columns are those of the computation, whatever way round they are shown. One that is unseen has
/// numbers that others are calculated from, and nothing else.
export class Step {
  #values;
  #hidden;

  constructor(raw, trace) {
    Object.assign(this, raw);
    this.trace = trace;
    this.batch ??= null;
    this.head ??= null;
    this.tile ??= null;
    /// Renamed, and counted from 0 or 1, as everything that is shown or read out.
    this.id = idOf(trace.label(raw.name), this, (i) => trace.index(i));
    this.rows = new Carried(this.axes[0].size, raw.rows);
    this.columns = new Carried(this.axes[1]?.size ?? 1, raw.columns);
    this.isVector = this.axes.length === 1;
    this.isUnseen = raw.is_unseen ?? false;
    this.firstRow = raw.first_row ?? 0;
    this.firstColumn = raw.first_column ?? 0;
    this.emptyRows = new Set(raw.empty_rows ?? []);
    this.operands = (raw.operands ?? []).map(({step, id, rows, columns}) => ({step: trace.carried[step], id, rows, columns}));
    this.equation ??= {kind: 'words', text: 'calculated by the fused kernel'};
    this.frame = raw.tile ? String(raw.tile) : null;
  }

  /// Row by row, of what is carried. What is not written in the page is what the equation gives, bit by bit.
  get values() {
    return (this.#values ??= this.written ? this.#read() : this.#calculated());
  }

  /// One number stands for a matrix in which all cells are the same.
  #read() {
    const {written} = this;
    const count = this.rows.count * this.columns.count;
    return written.length === 1 ? new Float64Array(count).fill(number(written[0])) : Float64Array.from(written, number);
  }

  #calculated() {
    const at = calculator(this.equation, (operand) => this.reader(operand));
    const values = new Float64Array(this.rows.count * this.columns.count);
    for (let r = 0, i = 0; r < this.rows.count; ++r)
      for (let c = 0; c < this.columns.count; ++c) values[i++] = at(r + this.firstRow, c);
    return values;
  }

  /// undefined where the page does not carry it.
  value(row, column) {
    const r = this.rows.position(row);
    const c = this.columns.position(column);
    return r < 0 || c < 0 ? undefined : this.values[r * this.columns.count + c];
  }

  /// What it is called where another step's arithmetic has it: with its place where that is another.
  nameBeside(other) {
    const {head, batch} = this;
    const isElsewhere = String(this.tile) !== String(other.tile);
    const place = {
      batch: batch === other.batch ? null : batch, head: head === other.head ? null : head, tile: isElsewhere ? this.tile : null,
    };
    return idOf(this.trace.label(this.name), place, (i) => this.trace.index(i));
  }

  get isOverKeys() {
    return this.axes[0].name === 'query' && this.axes[1]?.name === 'key';
  }

  /// Of what is carried, what belongs to a key that a mask hides from its query: where the mask is -inf, and in all that
  /// is made of that. null where nothing is.
  get hidden() {
    if (this.#hidden === undefined) this.#hidden = this.isOverKeys ? this.#findHidden() : null;
    return this.#hidden;
  }

  #findHidden() {
    if (this.hidden_runs) return this.#readHidden();
    const isWhole = ({step, rows, columns}) => step?.isOverKeys && !rows && !columns;
    const parts = this.operands.filter(isWhole).map(({step}) => step);
    const inherited = parts.map((step) => step.hidden).filter(Boolean);
    const isMask = this.#isMask(parts);
    const isOwn = (value, i) => isMask && value === -Infinity && !isGiven(parts, i);
    const hidden = Uint8Array.from(this.values, (value, i) => isOwn(value, i) || inherited.some((cells) => cells[i]));
    return hidden.includes(1) ? hidden : null;
  }

  /// So many cells are seen, so many are hidden, and so on.
  #readHidden() {
    const cells = new Uint8Array(this.rows.count * this.columns.count);
    let at = 0;
    this.hidden_runs.forEach((length, i) => cells.fill(i % 2, at, (at += length)));
    return cells;
  }

  /// A step that shows what a mask hides: the mask, or what it was added to, where the page does not have the mask.
  #isMask(parts) {
    return this.name === 'mask' || (this.name === 'masked' && !parts.some(({name}) => name === 'mask'));
  }

  isHidden(row, column) {
    const {hidden} = this;
    return hidden !== null && hidden[this.rows.position(row) * this.columns.count + this.columns.position(column)] === 1;
  }

  /// Whether there is a -inf that no mask made.
  get hasLowestInSight() {
    const {hidden} = this;
    return this.values.some((value, i) => value === -Infinity && !hidden?.[i]);
  }

  /// Where in its own step a cell of an operand's block stands.
  locate(operand, row, column) {
    const {step, rows, columns} = this.operands[operand];
    const {firstRow = 0, firstColumn = 0} = step ?? {};
    return {step, row: row + (rows?.[0] ?? 0) - firstRow, column: column + (columns?.[0] ?? 0) - firstColumn};
  }

  reader(operand) {
    const {step, row, column} = this.locate(operand, 0, 0);
    if (!step) return () => undefined;
    return (r, c) => step.value(r + row, c + column);
  }
}

export class Trace {
  constructor(raw) {
    Object.assign(this, raw);
    this.names = new Map(raw.names.map((about) => [about.name, about]));
    this.byName = new Map();
    const shared = {axes: [], equation: [], math: [], decimals: [], hidden_runs: []};
    // What many steps share is written at the first of them, and its number at the others.
    const share = (kind, value) => (typeof value === 'number' ? shared[kind][value] : (shared[kind].push(value), value));
    this.carried = [];
    for (const step of raw.steps) {
      const whole = {...step};
      for (const kind of Object.keys(shared)) if (kind in step) whole[kind] = share(kind, step[kind]);
      this.carried.push(new Step(whole, this));
    }
    this.steps = this.carried.filter((step) => !step.isUnseen);
    for (const step of this.steps) {
      if (!this.byName.has(step.name)) this.byName.set(step.name, []);
      this.byName.get(step.name).push(step);
    }
    this.heads = [...new Set(this.steps.map((step) => step.head))].filter((head) => head !== null);
    this.batches = [...new Set(this.steps.map((step) => step.batch))].filter((batch) => batch !== null);
  }

  index(i) {
    return i + this.style.index_from;
  }

  /// "weights", or what it is renamed to.
  label(name) {
    return this.names.get(name).label;
  }

  /// What a row or column is called: a token, or its number.
  entry(axis, i) {
    const index = i + axis.begin;
    const tokens = this.tokens?.[axis.name] ?? [];
    return tokens[index] ?? String(this.index(index));
  }

  hasTokens(axis) {
    return (this.tokens?.[axis.name] ?? []).length > 0;
  }
}
