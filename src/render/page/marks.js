// Lights up the chosen cell, and the cells that it is calculated from, wherever their steps are shown.

import {expand, leaves} from './formula.js';

const key = ({row, column}) => `${row},${column}`;

/// Cells as rectangles: one, if they fill it, else one for each of them.
function rectangles(cells) {
  const rows = cells.map((cell) => cell.row);
  const columns = cells.map((cell) => cell.column);
  const low = (list) => list.reduce((a, b) => Math.min(a, b));
  const high = (list) => list.reduce((a, b) => Math.max(a, b));
  const whole = [low(rows), low(columns), high(rows), high(columns)];
  const area = (whole[2] - whole[0] + 1) * (whole[3] - whole[1] + 1);
  if (new Set(cells.map(key)).size === area) return [whole];
  return cells.map(({row, column}) => [row, column, row, column]);
}

/// What is lit for a cell: [{step, kind, rectangle}].
export function litBy({step, row, column}) {
  const groups = new Map();
  for (const leaf of leaves(expand(step, row, column))) {
    if (!leaf.step) continue;
    const name = `${leaf.step.id} ${leaf.operand}`;
    if (!groups.has(name)) groups.set(name, []);
    groups.get(name).push(leaf);
  }
  const lit = [{step, kind: 'chosen', rectangle: [row, column, row, column]}];
  for (const cells of groups.values())
    for (const rectangle of rectangles(cells))
      lit.push({step: cells[0].step, kind: `operand-${cells[0].operand % 4}`, rectangle});
  return lit;
}

/// `shownAs` gives what shows a step: grids and thumbnails.
export function followMarks(view, shownAs) {
  let marked = [];
  const renew = () => {
    for (const place of marked) place.clearMarks();
    marked = [];
    if (!view.cell) return;
    for (const {step, kind, rectangle} of litBy(view.cell))
      for (const place of shownAs(step)) {
        place.mark(kind, rectangle);
        marked.push(place);
      }
  };
  view.follow(['cell', 'layout'], renew);
}
