// Narrow windows, and paper: no number is shown in part, and steps stand side by side.

import assert from 'node:assert/strict';
import {test} from 'node:test';
import {withPage} from './pages.mjs';
import {example, problemFile, traced} from './traces.mjs';

/// Five tokens and two heads, with a projection of the output: numbers of five and six characters.
const row = (i, length) => Array.from({length}, (_, j) => Math.round(1000 * Math.sin(1 + 3 * i + 7 * j)) / 1000);
const matrix = (rows, columns) => Array.from({length: rows}, (_, i) => row(i, columns));
const fish = problemFile('fish', {
  tokens: ['the', 'hungry', 'cat', 'eats', 'fish'], heads: 2, mask: 'causal', softmax: 'naive', X: matrix(5, 3),
  W_Q: [matrix(3, 3), matrix(3, 3)], W_K: [matrix(3, 3), matrix(3, 3)], W_V: [matrix(3, 3), matrix(3, 3)], W_O: matrix(6, 3),
});
const wide = problemFile('wide-numbers', {Q: [[1e-3]], K: Array.from({length: 12}, (_, i) => [(i - 6) * 1e9])});

/// Cells whose number is seen and sticks out of the box that it is in.
const cutNumbers = (page) => page.evaluate(() => {
  const found = [];
  for (const box of document.querySelectorAll('.frame, .scroll, .carried')) {
    const left = box.getBoundingClientRect().left + box.clientLeft;
    for (const cell of box.querySelectorAll('.cell, td')) {
      if (getComputedStyle(cell).clipPath !== 'none' || !cell.textContent) continue;
      const range = document.createRange();
      range.selectNodeContents(cell);
      const text = range.getBoundingClientRect();
      const edges = cell.getBoundingClientRect();
      const isOutside = text.right < left || text.left > left + box.clientWidth;
      if (!isOutside && (text.left < left - 0.5 || text.right > left + box.clientWidth + 0.5)) found.push(cell.textContent);
      if (text.width > edges.width + 0.5) found.push(`${cell.textContent} in a narrower cell`);
    }
  }
  return found;
});

const settled = (page) => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 50))));

test('in a window of any width no number is shown in part', async () => {
  for (const [file, looks] of [[fish, ['--round', '3']], [wide, []], [example('tiled'), []]])
    await withPage(traced(file, {looks}), {viewport: {width: 1440, height: 900}}, async (page) => {
      for (const isTable of [false, true]) {
        if (isTable)
          await page.locator('.step button[aria-label^="Table of"]').evaluateAll((buttons) => buttons.forEach((button) => button.click()));
        for (const width of [320, 345, 380, 412, 500, 700, 1100]) {
          await page.setViewportSize({width, height: 900});
          for (const scrolled of [0, 0.3, 1]) {
            await page.evaluate((part) => {
              for (const box of document.querySelectorAll('.frame, .scroll, .carried')) box.scrollLeft = part * (box.scrollWidth - box.clientWidth);
            }, scrolled);
            await settled(page);
            assert.deepEqual(await cutNumbers(page), [], `${width} ${scrolled} ${isTable}`);
          }
        }
      }
    });
});

test('five tokens at three decimals fit into a telephone', async () => {
  await withPage(traced(fish, {looks: ['--round', '3']}), {viewport: {width: 380, height: 800}}, async (page) => {
    await settled(page);
    for (const name of ['masked', 'weights']) {
      const missing = await page.locator(`#step-${name} .frame`).evaluateAll((boxes) => boxes.map((box) => box.scrollWidth - box.clientWidth));
      assert.deepEqual(missing, [0, 0], name);
      assert.equal(await page.locator(`#step-${name} .is-cut`).count(), 0);
    }
  });
});

test('where a number is not seen, choosing its cell brings it', async () => {
  await withPage(traced(wide), {viewport: {width: 320, height: 800}}, async (page) => {
    await settled(page);
    const last = page.locator('#step-weights .cell').last();
    assert.ok(await last.evaluate((cell) => cell.classList.contains('is-cut')));
    await page.locator('#step-weights .cell').first().focus();
    await page.keyboard.press('End');
    await page.waitForFunction(() => ![...document.querySelectorAll('#step-weights .cell')].at(-1).classList.contains('is-cut'));
    assert.match(await page.locator('.inspected').textContent(), /weights/);
  });
});

const a4 = {format: 'A4', margin: {top: '10mm', bottom: '10mm', left: '10mm', right: '10mm'}};
const pagesOf = async (page) => (await page.pdf(a4)).toString('latin1').match(/\/Type \/Page\b/g).length;

test('on paper heads stand side by side, within the margins, and steps share pages', async () => {
  const within = 718; // CSS pixels between the margins of A4
  for (const [file, looks, most] of [[fish, ['--round', '3'], 3], [example('multi-head'), [], 3], [wide, [], 2]])
    await withPage(traced(file, {looks}), {viewport: {width: within, height: 1000}}, async (page) => {
      await page.emulateMedia({media: 'print'});
      await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
      const grids = await page.locator('#step-masked .grid, #step-weights .grid, #step-scaled .grid').evaluateAll((nodes) =>
        nodes.map((node) => ({step: node.closest('.step').id, bottom: node.getBoundingClientRect().bottom, right: node.getBoundingClientRect().right})));
      for (const {step, bottom, right} of grids) {
        assert.equal(bottom, grids.find((other) => other.step === step).bottom, step);
        assert.ok(right <= within, `${step}: ${right}`);
      }
      assert.ok((await pagesOf(page)) <= most);
    });
});

test('on paper is nothing to press', async () => {
  for (const name of ['multi-head', 'tiled'])
    await withPage(traced(example(name)), {}, async (page) => {
      await page.emulateMedia({media: 'print'});
      assert.equal(await page.locator('.pipeline:visible, .tools:visible, .inspector:visible, button.primary:visible, select:visible, input:visible').count(), 0);
      assert.equal(await page.getByText('Arrow keys').isVisible(), false);
      if (name !== 'tiled') return;
      assert.match(await page.locator('.status').textContent(), /^1 of 12: queries 0 to 1, keys 0 to 1$/);
      assert.equal(await page.locator('.status').isVisible(), true);
      const more = await page.locator('.status').evaluate((node) => getComputedStyle(node, '::after').content);
      assert.equal(more, '"; a screen plays the others"');
    });
});
