// The page in a browser. Values are held against the JSON trace of the same problem.

import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {test} from 'node:test';
import {allDigits, cell, grid, withPage} from './pages.mjs';
import {calculated, inspected, lit, normal, tables} from './reading.mjs';
import {example, exampleFiles, largeProblem, problemFile, texts, traced} from './traces.mjs';

/// The product of row `r` of `a` and row `c` of `b`.
const dot = (a, b, r, c) => a[r].reduce((sum, x, p) => sum + x * b[c][p], 0);

for (const file of exampleFiles) {
  const name = file.split('/').at(-1);

  test(`${name}: every number is that of the JSON trace`, async () => {
    const traces = traced(file);
    await withPage(traces, {}, async (page) => {
      const shown = await tables(page);
      const slider = page.locator('.controls input');
      const frames = (await slider.count()) > 0 ? Number(await slider.getAttribute('max')) : 0;
      for (let frame = 1; frame <= frames; ++frame) {
        await slider.fill(String(frame));
        for (const [id, rows] of await tables(page)) shown.set(id, rows);
      }
      const steps = traces.trace.steps.filter((step) => step.name !== 'skipped');
      assert.deepEqual([...shown.keys()].sort(), steps.map((step) => step.id).sort());
      for (const step of steps) assert.deepEqual(normal(shown.get(step.id)), texts(step), step.id);
    });
  });

  test(`${name}: the arithmetic of a cell comes to its value`, async () => {
    const traces = traced(file);
    await withPage(traces, {}, async (page) => {
      await allDigits(page);
      const ids = await page.locator('.step:not([hidden]) [role=grid]').evaluateAll((grids) => grids.map((grid) => grid.ariaLabel));
      let compared = 0;
      for (const id of ids) {
        const shown = texts(traces.steps.get(id)).at(-1).at(-1);
        const said = await inspected(page, id);
        assert.equal(String(said.value), String({inf: Infinity, '-inf': -Infinity, nan: NaN}[shown] ?? Number(shown)), id);
        if (!said.numbers || /sees no key/.test(said.notes)) continue;
        const result = calculated(said.numbers);
        // That -inf minus anything is -inf, and that what is hidden stays so, is a convention.
        if (said.value === -Infinity && Number.isNaN(result)) continue;
        const isNear = Object.is(result, said.value) || Math.abs(result - said.value) <= 1e-14 * Math.abs(said.value);
        assert.ok(isNear, `${id}: ${said.numbers} is ${result}, shown ${said.value}`);
        ++compared;
      }
      assert.ok(compared > 2);
    });
  });
}

test('a click shows the arithmetic, and lights up what it is made of', async () => {
  const traces = traced(example('causal-decoder'));
  const [q, k, scores] = ['Q', 'K', 'scores'].map((id) => traces.steps.get(id).values);
  await withPage(traces, {}, async (page) => {
    await allDigits(page);
    await cell(page, 'scores', 2, 1).click();
    const said = await inspected(page);
    assert.equal(said.step, 'scores');
    assert.equal(said.symbols, 'Q[2, 0] · K[1, 0] + Q[2, 1] · K[1, 1]');
    assert.equal(said.numbers, `${q[2][0]} · ${k[1][0]} + ${q[2][1]} · ${k[1][1]}`);
    assert.equal(said.value, scores[2][1]);
    assert.equal(said.value, dot(q, k, 2, 1));
    assert.deepEqual(await lit(page, 'scores'), ['chosen 2,1,2,1']);
    assert.deepEqual(await lit(page, 'Q'), ['operand-0 2,0,2,1']);
    assert.deepEqual(await lit(page, 'K'), ['operand-1 1,0,1,1']);
    assert.deepEqual(await lit(page, 'V'), []);
    assert.match(await page.locator('.inspector [aria-live]').textContent(), /^scores, query sat, key cat: scores\[2, 1\] = Q/);
    // An operand leads on to its own arithmetic.
    await page.locator('.inspected .symbols button').first().click();
    assert.equal((await inspected(page)).symbols, 'X[2, 0] · W_Q[0, 0] + X[2, 1] · W_Q[1, 0] + X[2, 2] · W_Q[2, 0]');
    assert.deepEqual(await lit(page, 'scores'), []);
  });
});

test('heads lie side by side, and each lights up its own', async () => {
  await withPage(traced(example('grouped-query')), {}, async (page) => {
    assert.equal(await page.locator('#step-weights [role=grid]').count(), 4);
    await cell(page, 'head2.scores', 1, 0).click();
    assert.equal((await lit(page, 'head2.Q')).length, 1);
    assert.equal((await lit(page, 'head1.Q')).length, 0);
    await page.getByRole('button', {name: 'head 3'}).click();
    assert.deepEqual(
      await page.locator('#step-weights [role=grid]').evaluateAll((grids) => grids.map((grid) => grid.ariaLabel)),
      ['head3.weights']);
  });
});

test('arrow keys walk through a matrix, in which one cell is a tab stop', async () => {
  const {path, trace} = traced(example('causal-decoder'));
  const weights = trace.steps.find((step) => step.name === 'weights').values;
  await withPage({path}, {}, async (page) => {
    await allDigits(page);
    await cell(page, 'weights', 0, 0).focus();
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowRight', 'ArrowRight', 'ArrowLeft', 'ArrowUp', 'End']) await page.keyboard.press(key);
    assert.equal(await page.evaluate(() => document.activeElement.dataset.place), '1,3');
    assert.equal((await inspected(page)).value, weights[1][3]);
    await page.keyboard.press('ArrowRight');
    assert.equal(await page.evaluate(() => document.activeElement.dataset.place), '1,3');
    await page.keyboard.press('Control+Home');
    assert.equal(await page.evaluate(() => document.activeElement.dataset.place), '0,0');
    assert.equal(await grid(page, 'weights').locator('[tabindex="0"]').count(), 1);
  });
});

test('hidden keys are hatched, and left out of the mixture', async () => {
  await withPage(traced(example('padding-batch')), {}, async (page) => {
    for (const name of ['mask', 'masked', 'exp', 'weights'])
      assert.equal(await page.locator(`#step-${name} .swatch.hatched`).count(), 1, name);
    assert.equal(await page.locator('#step-scores .swatch.hatched').count(), 0);
    await cell(page, 'batch1.output', 2, 0).click();
    const said = await inspected(page);
    assert.equal(said.symbols, 'weights[2, 0] · V[0, 0] + weights[2, 1] · V[1, 0]');
    assert.match(said.notes, /1 hidden key is left out/);
    // Hatching has lines: the cell is not of one colour.
    const colours = await page.locator('#step-masked canvas').first().evaluate((canvas) => {
      const {width, height} = canvas;
      const {data} = canvas.getContext('2d').getImageData((width * 2) / 3 + 4, 4, width / 3 - 12, height / 3 - 12);
      return new Set(new Uint32Array(data.buffer)).size;
    });
    assert.ok(colours > 1);
  });
});

test('tiles play one by one, and show what is carried on', async () => {
  const traces = traced(example('tiled'));
  await withPage(traces, {}, async (page) => {
    await allDigits(page);
    const status = page.locator('.player .status');
    assert.match(await status.textContent(), /^1 of 12: queries 0 to 1, keys 0 to 1/);
    const shownRow = (r) => page.locator('.carried tbody tr').nth(r).locator('td').allTextContents();
    const value = (id, r) => String(traces.steps.get(id).values[r]);
    await page.getByRole('slider').fill('5');
    assert.match(await status.textContent(), /queries 2 to 3, keys 2 to 3/);
    for (const r of [0, 1])
      assert.deepEqual(normal([await shownRow(r)])[0], [
        value('tile1,0.row_max', r), value('tile1,1.row_max', r), value('tile1,1.correction', r),
        value('tile1,0.row_sum', r), value('tile1,1.row_sum', r)]);
    const box = async (selector) => page.locator(selector).evaluate((node) => [node.offsetLeft, node.offsetTop, node.offsetWidth, node.offsetHeight]);
    await page.waitForTimeout(400); // the rectangle glides
    const side = (await box('.tile-map'))[2] / 5;
    assert.deepEqual(await box('.tile-now'), [2 * side, 2 * side, 2 * side, 2 * side]);
    assert.deepEqual(await page.locator('#step-exp [role=grid]').evaluateAll((grids) => grids.map((grid) => grid.ariaLabel)), ['tile1,1.exp']);
    await page.getByRole('button', {name: 'Next tile'}).click();
    assert.match(await status.textContent(), /skipped/);
    await page.getByRole('button', {name: 'First tile'}).click();
    await page.getByRole('button', {name: 'Play'}).click();
    await page.waitForFunction(() => document.querySelector('.player .status').textContent.startsWith('2 of'));
    await page.getByRole('button', {name: 'Pause'}).click();
    // An operand in another tile leads there.
    await page.getByRole('slider').fill('5');
    await cell(page, 'tile1,1.row_max', 0, 0).click();
    await page.locator('.inspected .symbols button').first().click();
    assert.match(await status.textContent(), /queries 2 to 3, keys 0 to 1/);
  });
});

test('dark and light, by the system and by the switch', async () => {
  const traces = traced(example('two-tokens'));
  const paper = (page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const seen = new Set();
  for (const colorScheme of ['light', 'dark'])
    await withPage(traces, {colorScheme}, async (page) => {
      seen.add(await paper(page));
      await page.getByRole('button', {name: colorScheme === 'light' ? 'Dark' : 'Light'}).click();
      seen.add(await paper(page));
    });
  assert.equal(seen.size, 2);
});

test('nothing that axe-core knows keeps anyone out, in both themes', async () => {
  const axe = readFileSync(new URL('node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');
  for (const name of ['sliding-window', 'tiled', 'padding-batch'])
    for (const colorScheme of ['light', 'dark'])
      await withPage(traced(example(name)), {colorScheme}, async (page) => {
        await page.evaluate(axe);
        const check = () => page.evaluate(async () =>
          (await globalThis.axe.run()).violations.map(({id, nodes}) => `${id}: ${nodes.map((node) => node.html).slice(0, 3).join(' ')}`));
        assert.deepEqual(await check(), [], `${name} ${colorScheme}`);
        if (name !== 'padding-batch') return;
        await tables(page);
        assert.deepEqual(await check(), [], `${name} ${colorScheme}, tables`);
      });
});

test('64 tokens and 8 heads: small, quick, and with the very bits of the trace', async () => {
  const traces = traced(problemFile('large', largeProblem()));
  assert.ok(traces.bytes < 2e6, `${traces.bytes} bytes`);
  const began = performance.now();
  await withPage(traces, {}, async (page) => {
    const took = performance.now() - began;
    console.log(`64 tokens x 8 heads: ${traces.bytes} bytes, opened in ${took.toFixed(0)} ms`);
    assert.ok(took < 10000);
    assert.equal(await page.locator('#step-weights [role=grid]').count(), 8);
    await page.getByRole('button', {name: 'head 5'}).click();
    const shown = await tables(page);
    for (const name of ['Q', 'scores', 'masked', 'exp', 'weights', 'context']) {
      const id = `head5.${name}`;
      assert.deepEqual(normal(shown.get(id)), texts(traces.steps.get(id)), id);
    }
    assert.deepEqual(normal(shown.get('output')), texts(traces.steps.get('output')));
  });
});

test('a large matrix without elements for its cells is walked through all the same', async () => {
  const traces = traced(problemFile('large', largeProblem()));
  await withPage(traces, {}, async (page) => {
    await allDigits(page);
    await cell(page, 'head1.scores', 0, 0).focus();
    for (const key of ['ArrowDown', 'ArrowRight', 'ArrowRight', 'PageDown']) await page.keyboard.press(key);
    assert.equal((await inspected(page)).value, traces.steps.get('head1.scores').values[63][2]);
    const canvas = grid(page, 'head1.scores').locator('canvas');
    const {width, height} = await canvas.boundingBox();
    await canvas.click({position: {x: (10.5 * width) / 64, y: (20.5 * height) / 64}, force: true});
    assert.equal((await inspected(page)).value, traces.steps.get('head1.scores').values[20][10]);
    assert.deepEqual(await lit(page, 'head1.K'), ['operand-1 10,0,10,7']);
  });
});

test('long axes are cut in the middle, and say so', async () => {
  const row = (i) => [Math.sin(i), Math.cos(i)];
  const rows = Array.from({length: 90}, (_, i) => row(i));
  const file = problemFile('long', {Q: rows, K: rows, V: rows});
  await withPage(traced(file), {}, async (page) => {
    assert.match(await page.locator('#step-scores .note').textContent(), /27 of 90 query entries, 27 of 90 key entries/);
    await cell(page, 'scores', 0, 0).focus();
    await page.keyboard.press('End');
    assert.equal((await inspected(page)).symbols, 'Q[0, 0] · K[89, 0] + Q[0, 1] · K[89, 1]');
  });
  await withPage(traced(file, {looks: ['--full']}), {}, async (page) => {
    assert.equal(await page.locator('#step-scores .note').count(), 0);
  });
});

test('numbers at the end of the range have their colours and their legend', async () => {
  const lowest = -Number.MAX_VALUE;
  const mask = {type: 'additive', values: [[0, lowest], [0, 0]]};
  for (const [name, problem] of Object.entries({
    high: {scaled: [[1e308, 3]]},
    wide: {scaled: [[5e307, -5e307]]},
    lowest: {Q: [[1, 0], [0, 1]], K: [[1, 0], [0, 1]], V: [[1], [2]], mask},
  })) {
    const traces = traced(problemFile(name, problem));
    await withPage(traces, {}, async (page) => {
      const shown = await tables(page);
      for (const [id, step] of traces.steps) assert.deepEqual(normal(shown.get(id)), texts(step), id);
    });
  }
});

test('what the weights of a head mix is its context', async () => {
  const traces = traced(example('multi-head'));
  await withPage(traces, {}, async (page) => {
    const story = await page.locator('main, body').first().textContent();
    assert.match(story, /Its context is a mixture of the value vectors in V/);
    assert.doesNotMatch(story, /Its output is a mixture/);
  });
  await withPage(traced(example('two-tokens')), {}, async (page) => {
    assert.match(await page.locator('body').textContent(), /Its output is a mixture of the value vectors in V/);
  });
});

test('text from outside is harmless', async () => {
  const evil = '</script></title><script>alert(1)</script><img src=x onerror=alert(1)>"\'&amp;<!--';
  const tokens = [evil, '\u202ecba', 'x'.repeat(3000)];
  const matrix = [[1, 0], [0, 1], [1, 1]];
  const file = problemFile('evil', {title: evil, notes: `${evil}\n@trace@`, tokens, Q: matrix, K: matrix, V: matrix});
  await withPage(traced(file, {looks: ['--names', 'scores=<b>S</b>']}), {viewport: {width: 390, height: 844}}, async (page) => {
    page.on('dialog', () => assert.fail('a script ran'));
    assert.equal(await page.locator('h1').textContent(), evil);
    assert.equal(await page.title(), evil);
    assert.equal(await page.locator('img, main b').count(), 0);
    assert.ok(!(await page.locator('body').textContent()).includes('\u202e'));
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  });
});

test('tokens as columns, counted from 1', async () => {
  const traces = traced(example('causal-decoder'), {looks: ['--orientation', 'columns', '--index-from', '1']});
  const [q, scores] = ['Q', 'scores'].map((id) => traces.steps.get(id).values);
  await withPage(traces, {}, async (page) => {
    await cell(page, 'scores', 1, 2).click(); // key cat, query sat
    const said = await inspected(page);
    assert.equal(said.symbols, 'Q[1, 3] · K[1, 2] + Q[2, 3] · K[2, 2]');
    assert.equal(said.value, Number(scores[2][1].toFixed(4)));
    const shown = await tables(page);
    assert.deepEqual(normal(shown.get('Q')), [0, 1].map((d) => q.map((row) => String(row[d]))));
  });
});

test('on paper there is every step, light, and nothing to press', async () => {
  await withPage(traced(example('causal-decoder')), {colorScheme: 'dark'}, async (page) => {
    await page.emulateMedia({media: 'print', colorScheme: 'dark'});
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
    assert.equal(await page.locator('.step:visible').count(), 18);
    assert.equal(await page.locator('.tools:visible, .inspector:visible, .step button:visible').count(), 0);
    const brightest = await page.locator('#step-output canvas').first().evaluate((canvas) =>
      Math.max(...canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data.filter((_, i) => i % 4 === 0)));
    assert.ok(brightest > 120);
    assert.ok((await page.pdf({format: 'A4'})).length > 10000);
  });
});

test('on a small screen the page fits, and the arithmetic comes when a cell is touched', async () => {
  for (const name of ['multi-head', 'sliding-window', 'tiled'])
    await withPage(traced(example(name)), {viewport: {width: 390, height: 844}}, async (page) => {
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), name);
      assert.ok(!(await page.locator('.inspector').isVisible()));
      await page.locator('#step-scores .cell').first().click();
      assert.ok(await page.locator('.inspector').isVisible());
      await page.getByRole('button', {name: 'Close'}).click();
      assert.ok(!(await page.locator('.inspector').isVisible()));
    });
});
