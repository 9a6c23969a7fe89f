// A step as a table of numbers, to read and to copy.

import {create} from 'd3-selection';
import {gap} from './grid.js';
import {inFull, short} from './numbers.js';

export function tableOf(grid) {
  const {step, rows, columns, rowAxis, columnAxis, view} = grid;
  const {trace} = step;
  const text = (value) => {
    if (value === undefined) return '⋯';
    return view.inFull ? inFull(value) : short(value, step.decimals);
  };
  const name = (axis, index) => (index === gap ? '⋯' : trace.entry(axis, index));
  const table = create('table').attr('aria-label', step.id);
  if (columnAxis) {
    const line = table.append('thead').append('tr');
    line.append('td');
    for (const index of columns) line.append('th').attr('scope', 'col').append('bdi').text(name(columnAxis, index));
  }
  const body = table.append('tbody');
  rows.forEach((index, i) => {
    const line = body.append('tr');
    if (rowAxis) line.append('th').attr('scope', 'row').append('bdi').text(name(rowAxis, index));
    columns.forEach((_, j) => line.append('td').text(text(grid.value(i, j))));
  });
  return table.node();
}
