// Pages in a browser that the tests of one file share, and what stands in them.

import assert from 'node:assert/strict';
import {after, before} from 'node:test';
import {launch, open} from './browser.mjs';

let browser;
before(async () => { browser = await launch(); });
after(() => browser.close());

/// Opens the page of a problem; at the end nothing may have gone wrong in it.
export async function withPage(traces, options, body) {
  const {page, wrong, close} = await open(browser, traces.path, options);
  try {
    await body(page);
    assert.deepEqual(wrong, []);
  } finally {
    await close();
  }
}

export const grid = (page, id) => page.locator(`[role=grid][aria-label="${id}"]`);
export const cell = (page, id, row, column) => grid(page, id).locator(`[data-place="${row},${column}"]`);
export const allDigits = (page) => page.getByRole('button', {name: 'All digits'}).click();

/// Whether the cell at a place of a step's first matrix is hatched: it has more than one colour.
export const isHatched = (page, name, row, column) => page.locator(`#step-${name} .grid canvas`).evaluate((canvas, [i, j]) => {
  const {gridTemplateRows: rows, gridTemplateColumns: columns} = getComputedStyle(canvas.parentElement);
  const count = (tracks) => tracks.split(' ').length - 1; // the first one is of labels
  const [width, height] = [canvas.width / count(columns), canvas.height / count(rows)];
  const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d', {willReadFrequently: true});
  copy.drawImage(canvas, 0, 0);
  const {data} = copy.getImageData(j * width + 3, i * height + 3, width - 8, height - 8);
  const colours = new Set();
  for (let at = 0; at < data.length; at += 4) colours.add(data.slice(at, at + 3).join());
  return colours.size > 1;
}, [row, column]);
