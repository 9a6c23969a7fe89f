// The steps as a row of thumbnails, in which the cells light up that a chosen cell is calculated from.

import {select} from 'd3-selection';
import {litBy} from './marks.js';
import {paint} from './paint.js';
import {positionsOf} from './grid.js';
import {changes} from './theme.js';

const room = {width: 62, height: 44};

/// "3 × 2".
export function shapeOf(step) {
  const sizes = step.axes.map((axis) => axis.size);
  if (step.trace.style.columns) sizes.reverse();
  return sizes.join(' × ');
}

class Thumbnail {
  constructor(link, name, palette) {
    this.name = name;
    this.palette = palette;
    this.frame = link.append('span').attr('class', 'thumbnail').attr('aria-hidden', 'true');
    this.canvas = this.frame.append('canvas').node();
    link.append('span').attr('class', 'name').text(name.label);
    this.shape = link.append('span').attr('class', 'shape');
  }

  show(step) {
    this.step = step;
    this.shape.text(shapeOf(step));
    this.draw();
  }

  draw() {
    const {step, palette} = this;
    if (!step) return;
    const isFlipped = step.trace.style.columns;
    const [rows, columns] = isFlipped
      ? [positionsOf(step.columns), positionsOf(step.rows)]
      : [positionsOf(step.rows), positionsOf(step.columns)];
    const side = Math.min(room.width / columns.length, room.height / rows.length, 11);
    const at = (i, j) => (isFlipped ? [columns[j], rows[i]] : [rows[i], columns[j]]);
    const value = (i, j) => (rows[i] === null || columns[j] === null ? undefined : step.value(...at(i, j)));
    const isHidden = (i, j) => step.isHidden(...at(i, j));
    Object.assign(this, {rows, columns, isFlipped});
    this.frame.style('width', `${side * columns.length}px`).style('height', `${side * rows.length}px`);
    const pixels = Math.max(1, Math.round(side));
    paint(this.canvas, {rows, columns, palette, value, isHidden, size: {width: pixels, height: pixels}});
  }

  mark(kind, [top, left, bottom, right]) {
    const [r, c] = this.isFlipped ? [this.columns, this.rows] : [this.rows, this.columns];
    const ends = [[r.indexOf(top), c.indexOf(left)], [r.indexOf(bottom), c.indexOf(right)]];
    if (ends.flat().includes(-1)) return;
    if (this.isFlipped) ends.forEach((end) => end.reverse());
    const [[i, j], [k, l]] = ends;
    const [height, width] = [100 / this.rows.length, 100 / this.columns.length];
    this.frame.append('span').attr('class', `mark ${kind}`)
      .style('top', `${i * height}%`).style('left', `${j * width}%`)
      .style('height', `${(k - i + 1) * height}%`).style('width', `${(l - j + 1) * width}%`);
  }

  clearMarks() {
    this.frame.selectAll('.mark').remove();
  }
}

/// Scrolls the row sideways, and nothing else, as far as it takes.
function bringIntoView(row, item) {
  const left = item.offsetLeft;
  const right = left + item.offsetWidth;
  if (left < row.scrollLeft || right > row.scrollLeft + row.clientWidth) row.scrollLeft = right - row.clientWidth * 0.7;
}

export function addPipeline(parent, trace, view, palettes) {
  const list = parent.append('ol');
  const thumbnails = [...trace.byName.keys()].map((step) => {
    const name = trace.names.get(step);
    const link = list.append('li').append('a').attr('href', `#step-${name.name}`);
    return new Thumbnail(link, name, palettes.get(name.name));
  });

  /// The step that takes part in the chosen cell; else the one of the same head; else the first one.
  const stepFor = (name, lit) => {
    const shown = trace.byName.get(name).filter((step) => view.shows(step));
    const chosen = view.cell?.step;
    const isBeside = (step) => chosen && step.head === chosen.head && step.batch === chosen.batch;
    return lit.find((step) => step.name === name) ?? shown.find(isBeside) ?? shown[0];
  };
  let isFirst = true;
  view.follow(['cell', 'head', 'batch', 'frame'], () => {
    const lit = view.cell ? litBy(view.cell).map(({step}) => step) : [];
    for (const thumbnail of thumbnails) {
      const step = stepFor(thumbnail.name.name, lit);
      const item = select(thumbnail.frame.node().closest('li'));
      item.classed('is-lit', lit.includes(step)).attr('hidden', step ? null : '');
      if (step && step !== thumbnail.step) thumbnail.show(step);
      if (!isFirst && step && step === view.cell?.step) bringIntoView(list.node(), item.node());
    }
    isFirst = false;
  });
  changes.addEventListener('change', () => thumbnails.forEach((thumbnail) => thumbnail.draw()));
  return thumbnails;
}
