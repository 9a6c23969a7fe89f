// A matrix as a heatmap that is walked through cell by cell: an ARIA grid whose colours are painted on a canvas behind
// it. Small matrices have an element for each cell; of large ones there is only the one that can be focused.

import {create, select} from 'd3-selection';
import {inFull, short} from './numbers.js';
import {paint} from './paint.js';
import {sizeOf} from './size.js';

export const gap = null; // stands where rows or columns are left out

export function positionsOf(carried) {
  const indices = Array.from({length: carried.count}, (_, p) => carried.index(p));
  if (carried.leftOut > 0) indices.splice(carried.first, 0, gap);
  return indices;
}

const shortLabel = (width) => (width >= 44 ? 'across' : 'upright');

export class Grid {
  constructor(step, view, palette, isAlone) {
    Object.assign(this, {step, view, palette});
    const {columns: isFlipped} = step.trace.style;
    this.isFlipped = isFlipped;
    const carried = [step.rows, step.columns];
    const axes = [step.axes[0], step.axes[1] ?? null];
    if (isFlipped) carried.reverse(), axes.reverse();
    [this.rows, this.columns] = carried.map(positionsOf);
    [this.rowAxis, this.columnAxis] = axes;
    this.size = sizeOf(this.rows.length, this.columns.length, isAlone, () =>
      step.values.reduce((most, value) => Math.max(most, short(value, step.decimals).length), 0));
    this.hasNumbers = this.size.characters !== undefined;
    this.active = [0, 0];
    this.node = this.#build();
    if (this.rows.length * this.columns.length > 0) this.#listen();
  }

  /// Row and column of the computation at a place on the screen.
  cellAt(i, j) {
    const [row, column] = this.isFlipped ? [this.columns[j], this.rows[i]] : [this.rows[i], this.columns[j]];
    return {row, column};
  }
  placeOf(row, column) {
    const [r, c] = this.isFlipped ? [column, row] : [row, column];
    return [this.rows.indexOf(r), this.columns.indexOf(c)];
  }
  value(i, j) {
    const {row, column} = this.cellAt(i, j);
    return row === gap || column === gap ? undefined : this.step.value(row, column);
  }

  isHidden(i, j) {
    const {row, column} = this.cellAt(i, j);
    return this.step.isHidden(row, column);
  }
  /// Black or white, whichever stands out more.
  ink(i, j) {
    return this.palette.ink(this.isHidden(i, j) ? null : this.value(i, j));
  }

  text(value) {
    return this.view.inFull ? inFull(value) : short(value, this.step.decimals);
  }

  #name(axis, index) {
    return axis ? this.step.trace.entry(axis, index) : '';
  }

  /// "query sat, key cat", and "0.4366".
  #said(i, j) {
    const said = [[this.rowAxis, this.rows[i]], [this.columnAxis, this.columns[j]]]
      .filter(([axis]) => axis)
      .map(([axis, index]) => `${axis.name} ${this.#name(axis, index)}`);
    return {where: said.join(', '), value: this.text(this.value(i, j))};
  }

  describe(i, j) {
    const {where, value} = this.#said(i, j);
    return `${where}: ${value}`;
  }

  #build() {
    const {width, height, characters} = this.size;
    const grid = create('div').attr('class', 'grid').attr('role', 'grid')
      .attr('aria-label', this.step.id)
      .attr('aria-rowcount', this.rows.length + 1).attr('aria-colcount', this.columns.length + 1)
      .classed('has-numbers', this.hasNumbers).style('--characters', characters).style('--columns', this.columns.length)
      .style('--width', `${width}px`).style('--height', `${height}px`)
      .style('grid-template-columns', `max-content repeat(${this.columns.length}, var(--cell-width))`)
      .style('grid-template-rows', `max-content repeat(${this.rows.length}, var(--cell-height))`);
    this.canvas = grid.append('canvas').attr('aria-hidden', 'true')
      .style('grid-area', `2 / 2 / ${this.rows.length + 2} / ${this.columns.length + 2}`).node();
    this.#addColumnLabels(grid);
    this.lines = this.rows.map((index, i) => this.#addRow(grid, index, i));
    return grid.node();
  }

  #addColumnLabels(grid) {
    if (!this.columnAxis) return;
    const {width} = this.size;
    const line = grid.append('div').attr('role', 'row').attr('aria-rowindex', 1);
    const every = Math.max(1, Math.ceil(13 / width));
    this.columns.forEach((index, j) => {
      if (j % every !== 0 && index !== gap) return;
      line.append('div').attr('role', 'columnheader').attr('class', `column label ${shortLabel(width)}`)
        .attr('aria-colindex', j + 2).style('grid-area', `1 / ${j + 2}`)
        .append('bdi').text(index === gap ? '⋯' : this.#name(this.columnAxis, index));
    });
  }

  #addRow(grid, index, i) {
    const line = grid.append('div').attr('role', 'row').attr('aria-rowindex', i + 2);
    const every = Math.max(1, Math.ceil(12 / this.size.height));
    if (this.rowAxis && (i % every === 0 || index === gap))
      line.append('div').attr('role', 'rowheader').attr('class', 'row label').attr('aria-colindex', 1)
        .style('grid-area', `${i + 2} / 1`)
        .append('bdi').text(index === gap ? '⋮' : this.#name(this.rowAxis, index));
    if (this.hasNumbers) this.columns.forEach((_, j) => this.#addCell(line, i, j));
    else if (i === 0) this.#addCell(line, 0, 0);
    return line;
  }

  #addCell(line, i, j) {
    const isActive = i === this.active[0] && j === this.active[1];
    const value = this.value(i, j);
    const cell = line.append('div').attr('role', 'gridcell').attr('class', 'cell')
      .attr('aria-colindex', j + 2).attr('tabindex', isActive ? 0 : -1)
      .attr('data-place', `${i},${j}`)
      .style('grid-area', `${i + 2} / ${j + 2}`);
    if (value === undefined) return cell.text('⋯');
    cell.attr('aria-label', this.describe(i, j));
    if (this.hasNumbers) cell.text(short(value, this.step.decimals)); // black or white once it is painted
    return cell;
  }

  #cell(i, j) {
    return this.node.querySelector(`[data-place="${i},${j}"]`);
  }

  /// As cells are laid out, where that is not fixed.
  #shownSize() {
    const {size, canvas} = this;
    const width = this.hasNumbers ? Math.round(canvas.clientWidth / this.columns.length) : 0;
    return width > 0 ? {...size, width} : size;
  }

  /// Cells have become wider or narrower since they were painted.
  refit() {
    if (this.painted && this.#shownSize().width !== this.painted.width) this.draw();
  }

  /// The cells with numbers, column by column.
  get columnsOfNumbers() {
    const rows = this.hasNumbers ? this.lines.map((line) => [...line.node().querySelectorAll('.cell')]) : [];
    return rows.length > 0 ? this.columns.map((_, j) => rows.map((row) => row[j])) : [];
  }

  /// Draws the colours, or draws them anew in another theme, and the numbers with other digits.
  draw() {
    const {rows, columns, palette} = this;
    const size = (this.painted = this.#shownSize());
    paint(this.canvas, {
      rows, columns, size, palette, value: (i, j) => this.value(i, j), isHidden: (i, j) => this.isHidden(i, j),
    });
    if (!this.hasNumbers) return;
    for (const cell of this.node.querySelectorAll('.cell')) {
      const [i, j] = cell.dataset.place.split(',').map(Number);
      const value = this.value(i, j);
      if (value === undefined) continue;
      cell.textContent = short(value, this.step.decimals);
      cell.style.color = this.ink(i, j);
      cell.setAttribute('aria-label', this.describe(i, j));
    }
  }

  #activate(i, j) {
    const old = this.#cell(...this.active);
    this.active = [i, j];
    if (this.hasNumbers) {
      old.tabIndex = -1;
      this.#cell(i, j).tabIndex = 0;
    } else {
      this.#addCell(this.lines[i], i, j);
      if (old !== this.#cell(i, j)) old.remove();
    }
  }

  /// Chooses a cell, as a click on it does.
  choose(i, j) {
    const {row, column} = this.cellAt(i, j);
    if (row === gap || column === gap) return;
    const moved = i !== this.active[0] || j !== this.active[1];
    if (moved) this.#activate(i, j);
    this.#cell(i, j).focus({preventScroll: false});
    this.view.select(this.step, row, column);
  }

  #listen() {
    const place = (event) => {
      const cell = event.target.closest('.cell');
      if (cell) return cell.dataset.place.split(',').map(Number);
      const box = this.canvas.getBoundingClientRect();
      const j = Math.floor(((event.clientX - box.left) / box.width) * this.columns.length);
      const i = Math.floor(((event.clientY - box.top) / box.height) * this.rows.length);
      return i >= 0 && j >= 0 && i < this.rows.length && j < this.columns.length ? [i, j] : null;
    };
    this.node.addEventListener('click', (event) => {
      const at = place(event);
      if (at) this.choose(...at);
    });
    this.node.addEventListener('pointermove', (event) => {
      const at = place(event);
      const isThere = at && this.value(...at) !== undefined;
      this.onPoint?.(isThere ? this.#said(...at) : null);
    });
    this.node.addEventListener('pointerleave', () => this.onPoint?.(null));
    this.node.addEventListener('keydown', (event) => this.#move(event));
  }

  #move(event) {
    const [i, j] = this.active;
    const lastRow = this.rows.length - 1;
    const lastColumn = this.columns.length - 1;
    const targets = {
      ArrowUp: [i - 1, j], ArrowDown: [i + 1, j], ArrowLeft: [i, j - 1], ArrowRight: [i, j + 1],
      Home: [event.ctrlKey ? 0 : i, 0], End: [event.ctrlKey ? lastRow : i, lastColumn],
      PageUp: [0, j], PageDown: [lastRow, j], Enter: [i, j], ' ': [i, j],
    };
    if (!(event.key in targets) || event.altKey || event.metaKey) return;
    event.preventDefault();
    let [row, column] = targets[event.key];
    if (this.rows[row] === gap) row += Math.sign(row - i) || 1;
    if (this.columns[column] === gap) column += Math.sign(column - j) || 1;
    if (row < 0 || column < 0 || row > lastRow || column > lastColumn) return;
    this.choose(row, column);
  }

  /// Frames the cells of the rectangle [top, left] to [bottom, right], both ends included.
  mark(kind, [top, left, bottom, right]) {
    const corners = [this.placeOf(top, left), this.placeOf(bottom, right)];
    if (corners.flat().includes(-1)) return;
    const [[i, j], [k, l]] = corners;
    select(this.node).append('div').attr('class', `mark ${kind}`).attr('aria-hidden', 'true')
      .attr('data-cells', [top, left, bottom, right].join(','))
      .style('grid-area', `${i + 2} / ${j + 2} / ${k + 3} / ${l + 3}`);
  }

  clearMarks() {
    for (const mark of this.node.querySelectorAll('.mark')) mark.remove();
  }
}
