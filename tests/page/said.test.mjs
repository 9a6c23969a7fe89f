// What the page says of its numbers: with which sign, in which names, counted from where, and why.

import assert from 'node:assert/strict';
import {test} from 'node:test';
import {allDigits, cell, grid, withPage} from './pages.mjs';
import {inspected, tables} from './reading.mjs';
import {example, explained, problemFile, traced} from './traces.mjs';

const shownIds = (page) =>
  page.locator('.step:not([hidden]) [role=grid]').evaluateAll((grids) => grids.map((grid) => grid.ariaLabel));

for (const [name, options] of [
  ['bank', []], ['bank', ['--round', '3']], ['causal-decoder', []], ['multi-head', []], ['empty-row', []], ['multi-head', ['--dtype', 'float32']],
])
  test(`${name} ${options.join(' ')}: = and ≈ stand where the terminal has them`, async () => {
    const file = example(name);
    const traces = traced(file, {options});
    await withPage(traces, {}, async (page) => {
      const ids = await shownIds(page);
      const lastCell = (id) => {
        const {shape} = traces.steps.get(id);
        return `${id}[${shape.map((size) => size - 1)}]`;
      };
      const said = explained(file, ids.map(lastCell), options);
      for (const [i, id] of ids.entries()) {
        const {signs, printed} = await inspected(page, id);
        assert.deepEqual({sign: signs[1], value: printed}, {...said[i]}, lastCell(id));
      }
      assert.ok(said.some(({sign}) => sign === '≈') && said.some(({sign}) => sign === '='));
    });
  });

test('numbers that are cut make ≈, and none with all digits', async () => {
  await withPage(traced(example('bank')), {}, async (page) => {
    await cell(page, 'weights', 2, 1).click();
    assert.deepEqual((await inspected(page)).signs, ['≈', '≈']); // 3.0564 / 5.3032
    await cell(page, 'scores', 2, 1).click();
    assert.deepEqual((await inspected(page)).signs, ['=', '=']); // 0.5 · 1 + 1.2 · 0.9 = 1.58
    await allDigits(page);
    await cell(page, 'weights', 2, 1).click();
    assert.deepEqual((await inspected(page)).signs, ['=', '=']);
    assert.match(await page.locator('.inspector [aria-live]').textContent(), / = exp\[2, 1\]/);
  });
});

test('where steps are rounded by hand, what is given is whole, and so is the scale', async () => {
  const problem = problemFile('whole', {Q: [[0.125, 3]], K: [[1, 0.25]], V: [[0.0625]], scale: 0.125});
  await withPage(traced(problem, {options: ['--round', '2']}), {}, async (page) => {
    await cell(page, 'scores', 0, 0).click(); // 0.875
    assert.equal((await inspected(page)).numbers, '0.125 · 1.00 + 3.000 · 0.25');
    assert.equal((await inspected(page)).printed, '0.88');
    await cell(page, 'scaled', 0, 0).click();
    assert.equal((await inspected(page)).numbers, '0.88 · 0.125');
    await cell(page, 'Q', 0, 0).click();
    assert.equal((await inspected(page)).printed, '0.125');
  });
});

test('what was rounded by hand says so, where it was', async () => {
  await withPage(traced(example('bank'), {options: ['--round', '3']}), {}, async (page) => {
    await cell(page, 'weights', 2, 1).click();
    const weight = await inspected(page);
    assert.equal(weight.numbers, '3.056 / 5.303');
    assert.deepEqual([weight.signs[1], weight.printed, weight.rounding], ['≈', '0.576', 'rounded to 3 decimals']);
    assert.match(await page.locator('.inspector [aria-live]').textContent(), /≈ 0\.576, rounded to 3 decimals$/);
    await allDigits(page);
    assert.equal((await inspected(page)).rounding, 'rounded to 3 decimals');
    await cell(page, 'scores', 2, 1).click(); // 1.58, which has no third decimal to round
    assert.deepEqual([(await inspected(page)).signs[1], (await inspected(page)).rounding], ['=', '']);
    await cell(page, 'Q', 0, 0).click();
    assert.equal((await inspected(page)).rounding, '');
  });
  await withPage(traced(example('bank')), {}, async (page) => {
    assert.equal((await inspected(page, 'weights')).rounding, '');
  });
});

test('-inf minus -inf, and what is NaN, have their reason', async () => {
  await withPage(traced(example('empty-row')), {}, async (page) => {
    await cell(page, 'shifted', 0, 0).click();
    const said = await inspected(page);
    assert.equal(said.numbers, '-inf − (-inf)');
    assert.equal(said.value, -Infinity);
    assert.match(said.notes, /-inf stays -inf, whatever is added or taken away/);
    await cell(page, 'shifted', 2, 0).click();
    assert.equal((await inspected(page)).notes, '');
    await cell(page, 'weights', 0, 0).click();
    assert.deepEqual([(await inspected(page)).numbers, (await inspected(page)).printed], ['', '0.0000']); // not 0 / 0
    assert.match((await inspected(page)).notes, /sees no key/);
  });
  // Query 0 does not see the one key of its first tile, which query 1 sees.
  const mask = {type: 'boolean', true_means: 'attend', values: [[false, true], [true, true]]};
  const tiled = problemFile('late', {Q: [[1], [1]], K: [[1], [2]], V: [[1], [2]], mask, tile: {rows: 2, cols: 1}});
  await withPage(traced(tiled), {}, async (page) => {
    for (const [id, numbers] of [['tile0,0.exp', 'exp(-inf − (-inf))'], ['tile0,0.correction', 'exp(-inf − (-inf))']]) {
      await cell(page, id, 0, 0).click();
      const said = await inspected(page);
      assert.deepEqual([said.numbers, said.value], [numbers, 0]);
      assert.match(said.notes, /-inf stays -inf, whatever is taken away, and exp\(-inf\) is 0/);
    }
  });
  await withPage(traced(example('overflow'), {options: ['--softmax', 'naive']}), {}, async (page) => {
    assert.deepEqual([(await inspected(page, 'weights')).numbers, (await inspected(page, 'weights')).notes],
      ['inf / inf', 'This has no value: it is not a number (NaN).']);
    assert.match((await inspected(page, 'output')).notes, /one of the numbers is NaN, the result is too/);
  });
});

test('cells are called in the arithmetic as their steps are on the page', async () => {
  for (const name of ['multi-head', 'tiled', 'sliding-window'])
    await withPage(traced(example(name)), {}, async (page) => {
      const headings = new Set(await page.locator('h2').allTextContents());
      for (const id of await shownIds(page)) {
        const {symbols} = await inspected(page, id);
        for (const [, cellName] of symbols.matchAll(/([\p{L}_][\p{L}\d_.,]*)\[/gu))
          assert.ok(headings.has(cellName.split('.').at(-1)), `${cellName} in ${symbols}`);
      }
    });
  await withPage(traced(example('multi-head')), {}, async (page) => {
    await cell(page, 'concat', 1, 0).click();
    assert.equal((await inspected(page)).symbols, 'head0.context[1, 0]');
    await page.locator('.inspected .symbols button').click();
    assert.equal((await inspected(page)).step, 'context');
  });
  await withPage(traced(example('tiled')), {}, async (page) => {
    await page.getByRole('slider').fill('5');
    assert.equal((await inspected(page, 'tile1,1.row_max')).symbols, 'max(tile1,0.row_max[3], tile_max[3])');
  });
});

/// Everything on the page that is shown or read out.
const words = (page) => page.evaluate(() => {
  const said = [...document.querySelectorAll('*')].flatMap((node) => ['aria-label', 'aria-valuetext', 'title'].map((name) => node.getAttribute(name)));
  return [document.body.innerText, ...said.filter(Boolean)].join('\n');
});

const fromOne = (id) => id.replaceAll(/(batch|head)(\d+)/g, (_, kind, i) => kind + (Number(i) + 1))
  .replaceAll(/tile(\d+)(?:,(\d+))?/g, (_, i, j) => `tile${Number(i) + 1}${j === undefined ? '' : `,${Number(j) + 1}`}`);

test('what is read out counts from where what is seen does', async () => {
  const looks = ['--index-from', '1'];
  for (const name of ['multi-head', 'padding-batch', 'tiled']) {
    const traces = traced(example(name), {looks});
    await withPage(traces, {}, async (page) => {
      const known = new Set([...traces.steps.keys()].map(fromOne));
      const shown = await shownIds(page);
      assert.ok(shown.some((id) => /1/.test(id)));
      for (const id of [...shown, ...(await tables(page)).keys()]) assert.ok(known.has(id), id);
      assert.doesNotMatch(await words(page), /(head|batch|tile|query|key|queries|keys) ?0\b/);
    });
  }
});

test('a renamed step has its name everywhere', async () => {
  const names = {
    scores: 'E', scaled: 'E_hat', row_max: 'mu', shifted: 'D', exp: 'U', row_sum: 'Z', weights: 'alpha', V: 'Val', context: 'ctx',
  };
  const looks = ['--names', Object.entries(names).map((pair) => pair.join('=')).join(',')];
  await withPage(traced(example('multi-head'), {looks}), {}, async (page) => {
    assert.equal(await grid(page, 'head1.E_hat').count(), 1);
    await cell(page, 'head1.alpha', 1, 2).click();
    assert.equal((await inspected(page)).symbols, 'U[1, 2] / Z[1]');
    const said = await words(page);
    assert.match(said, /Its ctx is a mixture of the value vectors in Val, in these proportions/);
    assert.doesNotMatch(said, /\b(scaled|row_max|shifted|row_sum|context)\b(?! scores| ×|$)/m);
  });
  const tiled = ['--names', 'row_max=mu,row_sum=Z,correction=c,masked=E_m,output=Y,accumulator=Acc,lse=logZ'];
  await withPage(traced(example('tiled'), {looks: tiled}), {}, async (page) => {
    const player = page.locator('.player');
    assert.match(await player.locator('.help').textContent(), /largest score, mu, and the sum, Z, .* factor c\./);
    assert.deepEqual(await player.locator('thead th').allTextContents(), ['query', 'mu before', 'mu', 'c', 'Z before', 'Z']);
    assert.match(await player.locator('.tile-map').getAttribute('aria-label'), /^E_m of the tiles/);
    await page.getByRole('slider').fill('11');
    assert.equal(await player.locator('.carried').textContent(), 'Every key has been seen: Y is Acc divided by Z, logZ is mu + ln Z.');
    assert.match(await page.locator('footer').textContent(), /standard: Y differs/);
  });
  await withPage(traced(example('two-tokens'), {looks: ['--steps', 'weights,output', '--names', 'V=Val,exp=U']}), {}, async (page) => {
    assert.match(await page.locator('.story').textContent(), /vectors in Val/);
    await cell(page, 'weights', 0, 0).click();
    assert.equal((await inspected(page)).symbols, 'U[0, 0] / row_sum[0]');
  });
});
