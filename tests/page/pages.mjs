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
