// The tiled computation as a film: one tile after the other, and what is carried from each to the next.

import {inFull, short} from './numbers.js';
import {paint} from './paint.js';
import {Palette} from './colour.js';
import {changes} from './theme.js';
import {WholeColumns, columnsOf} from './whole.js';

const pause = 1100; // milliseconds between tiles
const carriedOn = ['row_max', 'row_sum', 'correction'];

/// The tiles of the trace in their order: {key, row, column}; without a column, the end of a row block. What starts a
/// row block belongs to its first tile.
export function framesOf(trace) {
  const tiled = trace.steps.filter((step) => step.tile);
  const frames = new Map();
  tiled.forEach((step, i) => {
    const [row, column] = step.tile;
    const isStart = column === undefined && step.operands.length === 0;
    const next = isStart && tiled.slice(i).find(({tile}) => tile.length === 2);
    step.frame = String(isStart && next ? next.tile : step.tile);
    const [r, c] = step.frame.split(',').map(Number);
    if (!frames.has(step.frame)) frames.set(step.frame, {key: step.frame, row: r, column: c});
  });
  return [...frames.values()];
}

/// The scores of the tiles that are done, put together to the matrix that is never there as a whole.
class TileMap {
  constructor(parent, player) {
    this.player = player;
    const {trace} = player;
    const {n_q: queries, n_k: keys} = trace.sizes;
    const side = Math.max(3, Math.min(56, Math.floor(300 / Math.max(queries, keys))));
    this.size = {width: side, height: side};
    this.rows = Array.from({length: queries}, (_, i) => i);
    this.columns = Array.from({length: keys}, (_, i) => i);
    this.node = parent.append('div').attr('class', 'tile-map').attr('role', 'img')
      .style('width', `${side * keys}px`).style('height', `${side * queries}px`);
    this.canvas = this.node.append('canvas').node();
    this.lines = this.node.append('div');
    this.current = this.node.append('div').attr('class', 'tile-now');
  }

  /// The last of what happens to scores: masked, capped or scaled.
  get palette() {
    const {trace} = this.player;
    const name = ['masked', 'capped', 'scaled', 'scores'].find((candidate) => trace.byName.has(candidate));
    this.scoreName = name;
    return (this.colours ??= new Palette(name, trace.steps.filter((step) => step.name === name)));
  }

  value(i, j) {
    return this.cells.get(i * this.columns.length + j);
  }

  show(position) {
    const {palette, player, columns} = this;
    this.cells = new Map();
    this.lines.node().replaceChildren();
    player.frames.forEach((frame, p) => {
      if (frame.column === undefined) return;
      const steps = player.stepsOf(frame);
      const isSkipped = steps.some((step) => step.name === 'skipped');
      const box = player.boxOf(frame);
      this.lines.append('div').attr('class', isSkipped ? 'tile is-skipped' : 'tile')
        .call((tile) => this.#place(tile, box));
      const scores = steps.find((step) => step.name === this.scoreName);
      if (p > position || !scores) return;
      for (let r = 0; r < scores.rows.size; ++r)
        for (let c = 0; c < scores.columns.size; ++c)
          this.cells.set((r + box.top) * columns.length + c + box.left, scores.value(r, c));
    });
    const {rows, size} = this;
    paint(this.canvas, {
      rows, columns, size, palette, value: (i, j) => this.value(i, j), isHidden: (i, j) => this.value(i, j) === -Infinity,
    });
    this.#place(this.current, player.boxOf(player.frames[position]));
  }

  #place(node, {top, left, bottom, right}) {
    const {width} = this.size;
    node.style('top', `${top * width}px`).style('left', `${left * width}px`)
      .style('height', `${(bottom - top) * width}px`).style('width', `${(right - left) * width}px`);
  }
}

export class Player {
  constructor(parent, trace, view, frames) {
    Object.assign(this, {trace, view, frames});
    this.stepsOfFrame = new Map(frames.map(({key}) => [key, []]));
    for (const step of trace.steps) this.stepsOfFrame.get(step.frame)?.push(step);
    const [m, l, alpha] = (this.labels = carriedOn.map((name) => trace.label(name)));
    this.node = parent.append('section').attr('class', 'player').attr('aria-labelledby', 'player-title');
    this.node.append('h2').attr('id', 'player-title').text('Tile by tile');
    this.node.append('p').attr('class', 'help').text(
      `The scores are never there as a whole. Of each row only the largest score, ${m}, and the sum, ${l}, are carried on; ` +
      `where a larger score turns up, what was summed up before is made smaller by the factor ${alpha}.`);
    this.#addControls();
    const body = this.node.append('div').attr('class', 'player-body');
    this.map = new TileMap(body.append('div').attr('class', 'scroll'), this);
    this.carried = body.append('div').attr('class', 'carried').attr('tabindex', 0).attr('role', 'region')
      .attr('aria-label', 'What is carried on');
    view.follow(['frame', 'head', 'batch', 'inFull'], () => this.#renew());
    changes.addEventListener('change', () => this.#renew());
  }

  #addControls() {
    const controls = this.node.append('div').attr('class', 'controls').attr('role', 'group').attr('aria-label', 'Tiles');
    const button = (text, label, action) =>
      controls.append('button').attr('type', 'button').attr('aria-label', label).text(text).on('click', action);
    button('⏮', 'First tile', () => this.#go(0));
    button('◀', 'Previous tile', () => this.#go(this.position - 1));
    this.playButton = button('▶ Play', 'Play', () => (this.timer ? this.#stop() : this.#play())).attr('class', 'primary');
    button('▶', 'Next tile', () => this.#go(this.position + 1));
    this.slider = controls.append('input').attr('type', 'range').attr('aria-label', 'Tile')
      .attr('min', 0).attr('max', this.frames.length - 1).attr('step', 1)
      .on('input', () => this.#go(Number(this.slider.property('value'))));
    this.status = controls.append('span').attr('class', 'status').attr('role', 'status');
  }

  get position() {
    return Math.max(0, this.frames.findIndex(({key}) => key === this.view.frame));
  }

  #go(position) {
    this.#stop();
    this.#show(position);
  }

  #show(position) {
    const frame = this.frames[Math.max(0, Math.min(this.frames.length - 1, position))];
    this.view.set({frame: frame.key});
  }

  #play() {
    if (this.position === this.frames.length - 1) this.#show(0);
    this.timer = setInterval(() => {
      this.#show(this.position + 1);
      if (this.position === this.frames.length - 1) this.#stop();
    }, pause);
    this.playButton.text('❚❚ Pause').attr('aria-label', 'Pause');
  }

  #stop() {
    clearInterval(this.timer);
    this.timer = null;
    this.playButton.text('▶ Play').attr('aria-label', 'Play');
  }

  /// Steps of a tile, of the first head and batch entry that is shown.
  stepsOf({key}) {
    const {head, batch} = this.view;
    const {heads, batches} = this.trace;
    const at = (list, chosen) => chosen ?? list[0] ?? null;
    return this.stepsOfFrame.get(key).filter(
      (step) => step.head === at(heads, head) && step.batch === at(batches, batch));
  }

  /// The tile's rectangle of scores; of the end of a row block, all keys.
  boxOf({row, column}) {
    const {n_q: queries, n_k: keys} = this.trace.sizes;
    const {rows, cols} = this.trace.options.tile;
    const [top, left] = [row * rows, (column ?? 0) * cols];
    return {top, left, bottom: Math.min(top + rows, queries), right: column === undefined ? keys : Math.min(left + cols, keys)};
  }

  #renew() {
    const {position} = this;
    const frame = this.frames[position];
    this.slider.property('value', position).attr('aria-valuetext', this.#said(frame));
    this.status.text(this.#said(frame));
    this.map.show(position);
    this.map.node.attr('aria-label', `${this.trace.label(this.map.scoreName ?? 'scores')} of the tiles so far. ${this.#said(frame)}`);
    this.#showCarried(frame);
  }

  #said(frame) {
    const {top, left, bottom, right} = this.boxOf(frame);
    const index = (i) => this.trace.index(i);
    const queries = `queries ${index(top)} to ${index(bottom - 1)}`;
    const count = `${this.position + 1} of ${this.frames.length}`;
    if (frame.column === undefined) return `${count}: ${queries} are done, and divided by ${this.labels[1]}`;
    const skipped = this.stepsOf(frame).some((step) => step.name === 'skipped') ? ', all hidden: skipped' : '';
    return `${count}: ${queries}, keys ${index(left)} to ${index(right - 1)}${skipped}`;
  }

  /// For each row of the tile: m and ℓ before and after, and the correction.
  #showCarried(frame) {
    const {carried, view} = this;
    this.wholeColumns?.disconnect();
    carried.node().replaceChildren();
    const steps = this.stepsOf(frame);
    const named = (name) => steps.find((step) => step.name === name && step.tile.length === 2);
    const correction = named('correction');
    if (!correction) {
      const end = steps.find((step) => step.name === 'lse');
      const [m, l] = this.labels;
      const text = end ? `Every key has been seen: ${this.trace.label('output')} is ${this.trace.label('accumulator')} divided by ${l}, ${this.trace.label('lse')} is ${m} + ln ${l}.`
        : `No query of this tile sees any of its keys: nothing is calculated, ${m} and ${l} stay.`;
      carried.append('p').text(text);
      return;
    }
    const text = (step, r) => (view.inFull ? inFull(step.value(r, 0)) : short(step.value(r, 0), step.decimals));
    const table = carried.append('table').attr('aria-label', 'What is carried on');
    const head = table.append('thead').append('tr');
    const [m, l, alpha] = this.labels;
    for (const title of ['query', `${m} before`, m, alpha, `${l} before`, l]) head.append('th').attr('scope', 'col').text(title);
    const body = table.append('tbody');
    const before = (step) => step.operands.map((operand) => operand.step).find((other) => other?.name === step.name);
    for (let r = 0; r < correction.rows.size; ++r) {
      const line = body.append('tr');
      line.append('th').attr('scope', 'row').append('bdi').text(this.trace.entry(correction.axes[0], r));
      const cell = (step, isChange) => {
        line.append('td').classed('is-change', isChange).text(step ? text(step, r) : '')
          .on('click', () => step && view.select(step, r, 0));
      };
      for (const name of ['row_max', 'row_sum']) {
        const now = named(name);
        const old = before(now);
        cell(old, false);
        cell(now, old?.value(r, 0) !== now.value(r, 0));
        if (name === 'row_max') cell(correction, correction.value(r, 0) !== 1);
      }
    }
    this.wholeColumns = new WholeColumns(carried.node(), columnsOf(table.node()));
  }
}
