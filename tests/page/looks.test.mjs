// How the page looks: on a small screen, in its legends, and when there is much of it.

import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {test} from 'node:test';
import {cell, isHatched, withPage} from './pages.mjs';
import {normal, tables} from './reading.mjs';
import {example, largeProblem, problemFile, texts, tiledProblem, traced} from './traces.mjs';

const small = {viewport: {width: 400, height: 860}};

test('on a small screen an equation is whole, or is moved inside its own box', async () => {
  const softcap = problemFile('capped', {Q: [[1, 2]], K: [[1, 0]], V: [[1]], softcap: 30.123456});
  for (const file of [example('bank'), example('causal-decoder'), softcap])
    await withPage(traced(file), small, async (page) => {
      const boxes = await page.locator('.equation').evaluateAll((nodes) => nodes.map((node) => [node.scrollWidth, node.clientWidth]));
      for (const [inside, box] of boxes) assert.ok(inside <= box, `${file}: ${boxes}`);
    });
  await withPage(traced(example('bank')), small, async (page) => {
    assert.match(await page.locator('#step-scaled .equation span').textContent(), /^scale = 1\/√d_k = 1\/√2 = 0\.70710678/);
  });
  const name = 'one_that_is_a_good_deal_longer_than_anything_else';
  await withPage(traced(example('bank'), {looks: ['--names', `scores=${name},Q=${name}_too`]}), small, async (page) => {
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    const moved = await page.locator('#step-scores .equation').evaluate((node) => {
      node.scrollLeft = 1e6;
      return node.scrollWidth - node.clientWidth - node.scrollLeft;
    });
    assert.ok(moved <= 1);
  });
});

test('on a small screen nothing keeps anyone out either', async () => {
  const axe = readFileSync(new URL('node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');
  for (const name of ['bank', 'tiled'])
    await withPage(traced(example(name)), small, async (page) => {
      await page.evaluate(axe);
      const found = await page.evaluate(async () =>
        (await globalThis.axe.run()).violations.map(({id, nodes}) => `${id}: ${nodes.map((node) => node.html).slice(0, 3).join(' ')}`));
      assert.deepEqual(found, [], name);
    });
});

/// Cells of which more is said than there is room for beside the legend.
const long = 'a-token-that-is-a-good-deal-longer-than-any-other';
const readings = [
  {file: example('bank'), step: 'row_sum', row: 2, says: /creaked: \d\.\d{4}$/},
  {file: example('bank'), step: 'weights', row: 2, says: /creaked.*: \d\.\d{4}$/},
  {file: problemFile('wide', {Q: [[1], [2]], K: [[1], [2], [3], [4], [5]], V: [[1], [2], [3], [4], [5]]}),
    step: 'weights', row: 1, says: /: \d\.\d{4}$/},
  {file: problemFile('long', {Q: [[1], [2]], K: [[1], [2]], V: [[1], [2]], mask: 'causal', tokens: [long, `${long}-2`]}),
    step: 'weights', row: 1, says: /: \d\.\d{4}$/},
];

test('pointing at a cell moves nothing, and what is said of it covers nothing and keeps its number', async () => {
  const boxes = (page, selector) => page.locator(selector).evaluateAll((nodes) => nodes.map((node) => {
    const {x, y, width, height} = node.getBoundingClientRect();
    return [x + scrollX, y + scrollY, width, height];
  }));
  for (const width of [320, 390, 1440])
    for (const {file, step, row, says} of readings)
      await withPage(traced(file), {viewport: {width, height: 860}}, async (page) => {
        const before = await boxes(page, '.step');
        await cell(page, step, row, 0).hover();
        assert.match(await page.locator(`#step-${step} .readout`).textContent(), says);
        assert.deepEqual(await boxes(page, '.step'), before, `${step} at ${width}`);
        const [[x, y, w, h]] = await boxes(page, `#step-${step} .readout`);
        for (const [left, top, across, down] of await boxes(page, `#step-${step} :is(.legend > *, .grid, .note)`))
          assert.ok(left >= x + w || x >= left + across || top >= y + h || y >= top + down, `${step} at ${width}`);
        const [[left, , across]] = await boxes(page, `#step-${step} .value-at`);
        assert.ok(left >= x && left + across <= x + w, `${step} at ${width}`);
      });
});

test('a mask that hides or shows has two swatches, and no scale', async () => {
  const legend = (page, name) => page.locator(`#step-${name} .legend`);
  await withPage(traced(example('causal-decoder')), {}, async (page) => {
    await page.locator('#step-mask').scrollIntoViewIfNeeded();
    assert.equal(await legend(page, 'mask').locator('canvas').count(), 0);
    assert.deepEqual(await legend(page, 'mask').locator('.swatch-note').allTextContents(), ['0', 'hidden']);
    assert.equal(await legend(page, 'masked').locator('canvas').count(), 1);
    const of = (selector) => page.locator(selector).evaluate((node) => getComputedStyle(node).backgroundColor);
    const pixel = await page.locator('#step-mask .grid canvas').evaluate((canvas) =>
      `rgb(${[...canvas.getContext('2d').getImageData(4, 4, 1, 1).data].slice(0, 3).join(', ')})`);
    assert.equal(await of('#step-mask .swatch.zero'), pixel);
  });
  // A mask with a finite term has a scale.
  const alibi = problemFile('alibi', {Q: [[1], [2]], K: [[1], [2]], mask: {type: 'alibi', slopes: [1]}});
  await withPage(traced(alibi), {}, async (page) => {
    assert.equal(await legend(page, 'mask').locator('canvas').count(), 1);
  });
});

/// What a legend says beside its scale.
const notes = (page, name) => page.locator(`#step-${name} .legend .swatch-note`).allTextContents();

test('hidden is what a mask hides; -inf that is given is -inf', async () => {
  const scaled = [['inf', 1, 2], [1, 2, '-inf']];
  const V = [[1], [2], [3]];
  await withPage(traced(problemFile('given', {scaled, V})), {}, async (page) => {
    for (const [name, said] of Object.entries({scaled: ['-inf'], shifted: ['-inf', 'nan'], exp: ['nan'], weights: ['nan']}))
      assert.deepEqual(await notes(page, name), said, name);
    await page.locator('#step-weights').scrollIntoViewIfNeeded();
    assert.equal(await isHatched(page, 'scaled', 1, 2), true); // it has no place on the scale
    for (const [row, column] of [[0, 1], [1, 0], [1, 2]]) {
      assert.equal(await isHatched(page, 'exp', row, column), false);
      if (row === 1) assert.equal(await isHatched(page, 'weights', row, column), false);
    }
    await cell(page, 'shifted', 0, 1).click();
    assert.doesNotMatch(await page.locator('.inspected').textContent(), /hidden/);
  });
  const mask = {type: 'boolean', true_means: 'masked', values: [[false, true, false], [true, false, false]]};
  const masked = problemFile('given-masked', {scaled, V, mask});
  for (const looks of [[], ['--steps', 'scaled,masked,shifted,exp,weights'], ['--orientation', 'columns']])
    await withPage(traced(masked, {looks}), {}, async (page) => {
      const turned = looks.includes('columns');
      const at = (row, column) => (turned ? [column, row] : [row, column]);
      await page.locator('#step-weights').scrollIntoViewIfNeeded();
      for (const [name, said] of Object.entries({masked: ['-inf'], exp: ['hidden', 'nan'], weights: ['hidden', 'nan']}))
        assert.deepEqual(await notes(page, name), said, `${name} ${looks}`);
      assert.equal(await isHatched(page, 'exp', ...at(0, 1)), true);
      assert.equal(await isHatched(page, 'exp', ...at(0, 2)), false);
      assert.equal(await isHatched(page, 'weights', ...at(1, 0)), true);
      assert.equal(await isHatched(page, 'weights', ...at(1, 2)), false);
    });
});

test('what is hidden is seen where its cells are too small for lines', async () => {
  await withPage(traced(problemFile('large', largeProblem())), {}, async (page) => {
    const [seen, hidden] = await page.locator('.pipeline a[href="#step-mask"] canvas').evaluate((canvas) => {
      const {width, height} = canvas;
      const {data} = canvas.getContext('2d').getImageData(0, 0, width, height);
      const pixel = (x, y) => [...data.slice(4 * (y * width + x)).slice(0, 3)];
      return [pixel(4, height - 4), pixel(width - 4, 4)];
    });
    assert.ok(Math.max(...seen.map((channel, i) => Math.abs(channel - hidden[i]))) > 20, `${seen} ${hidden}`);
  });
});

test('matrices side by side stand on one line', async () => {
  await withPage(traced(example('multi-head')), {}, async (page) => {
    const bottoms = await page.locator('#step-Q .grid').evaluateAll((grids) => grids.map((grid) => grid.getBoundingClientRect().bottom));
    assert.equal(bottoms.length, 3);
    assert.equal(new Set(bottoms).size, 1);
  });
});

test('paper is not wasted', async () => {
  await withPage(traced(example('bank')), {}, async (page) => {
    const margin = {top: '15mm', bottom: '15mm', left: '15mm', right: '15mm'};
    const pdf = (await page.pdf({format: 'A4', margin})).toString('latin1');
    assert.ok(pdf.match(/\/Type \/Page\b/g).length <= 3);
  });
});

test('many tiles make a page of less than 2 MB, with the very bits of the trace', async () => {
  // Frames of visible tiles, of rows of 16 tiles, and of 8.
  const tiles = problemFile('tiles', tiledProblem(128, 2, 8, 8));
  const projected = problemFile('large-tiles', {...largeProblem(), tile: {rows: 8, cols: 8}});
  for (const file of [tiles, projected]) {
    const traces = traced(file, {options: ['--backend', 'tiled']});
    console.log(`${file.split('/').at(-1)}: ${traces.bytes} bytes`);
    assert.ok(traces.bytes < 2e6, `${traces.bytes} bytes`);
    await withPage(traces, {}, async (page) => {
      for (const frame of [0, 18, 36]) {
        await page.getByRole('slider').fill(String(frame));
        const shown = await tables(page);
        const ids = [...shown.keys()].filter((id) => /tile/.test(id));
        assert.ok(ids.length > 3, String(ids));
        for (const id of ids) assert.deepEqual(normal(shown.get(id)), texts(traces.steps.get(id)), id);
      }
    });
  }
});
