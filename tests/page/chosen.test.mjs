// Pages of chosen steps, rows and heads: what is not shown still stands in the arithmetic.

import assert from 'node:assert/strict';
import {test} from 'node:test';
import {cell, isHatched, withPage} from './pages.mjs';
import {inspected} from './reading.mjs';
import {example, largeProblem, problemFile, run, traced} from './traces.mjs';

/// "head0.weights[2,1]: 1.581/4.525=0.349" for every line of arithmetic that the terminal has below its steps.
function terminalArithmetic(file, options) {
  const lines = run(['run', file, ...options, '--explain', '--no-header']).split('\n');
  const found = new Map();
  for (const line of lines) {
    const match = line.match(/^ +(?<id>[\w.,]+)\[(?<at>[\d,]+)\] [=≈] .* (?<sign>[=≈]) (?<numbers>[^=≈]+) (?<last>[=≈]) (?<value>[^ =≈]+)$/);
    if (match) found.set(`${match.groups.id} ${match.groups.at}`, match.groups);
  }
  return found;
}

const plain = (text) => text.replaceAll(/\s/g, '').replaceAll('−', '-');

const chosen = [
  ['multi-head', ['--round', '3', '--steps', 'weights'], []],
  ['multi-head', ['--steps', 'weights,context', '--heads', '1,'], []],
  ['causal-decoder', ['--steps', 'row_sum', '--rows', '2'], ['--round', '3']],
  ['causal-decoder', ['--steps', 'K,scores,masked,output', '--rows', '1:3'], []],
  ['tiled', ['--steps', 'row_sum,accumulator,tile_max'], []],
  ['padding-batch', ['--steps', 'output'], []],
];

for (const [name, selection, more] of chosen)
  test(`${name} ${[...selection, ...more].join(' ')}: the arithmetic has the numbers of the terminal`, async () => {
    const options = [...selection, ...more];
    const known = terminalArithmetic(example(name), options);
    await withPage(traced(example(name), {looks: options}), {}, async (page) => {
      const ids = await page.locator('.step:not([hidden]) [role=grid]').evaluateAll((grids) => grids.map((one) => one.ariaLabel));
      let compared = 0;
      for (const id of ids) {
        await cell(page, id, 0, 0).click();
        const said = await inspected(page, id);
        assert.doesNotMatch(`${said.symbols} ${said.numbers} ${said.notes}`, /\?|…|not carried/, id);
        // The last cell is the one that was chosen; its row and column are those that its name ends in.
        const at = await page.locator('.inspected .left .index').textContent();
        const there = known.get(`${id} ${at.slice(1, -1).replaceAll(' ', '')}`);
        if (!there || /√/.test(there.numbers)) continue;
        assert.deepEqual([plain(said.numbers), said.printed], [plain(there.numbers), there.value], `${id}${at}`);
        assert.deepEqual(said.signs[1], there.last, `${id}${at}`);
        ++compared;
      }
      assert.ok(compared > 0);
    });
  });

test('what is only carried is not shown, and leads nowhere', async () => {
  const looks = ['--steps', 'weights', '--round', '3'];
  await withPage(traced(example('multi-head'), {looks}), {}, async (page) => {
    assert.deepEqual(await page.locator('main h2').allTextContents(), ['weights']);
    assert.equal(await page.locator('.pipeline li').count(), 1);
    const said = await inspected(page, 'head1.weights');
    assert.equal(said.rounding, 'rounded to 3 decimals');
    assert.equal(await page.locator('.inspected .symbols button').count(), 0);
  });
});

test('hidden keys are hatched where no mask is shown', async () => {
  for (const looks of [['--steps', 'weights'], ['--steps', 'exp', '--rows', '1:3'], ['--steps', 'weights', '--orientation', 'columns']])
    await withPage(traced(example('causal-decoder'), {looks}), {}, async (page) => {
      const name = looks[1];
      assert.equal(await page.locator(`#step-${name} .swatch.hatched`).count(), 1, looks.join(' '));
      // Of the tokens 0 to 3 the last is hidden from token 1, which is row 0 where row 0 is cut off.
      const [hidden, seen] = looks.includes('--rows') ? [[0, 3], [0, 0]] : looks.includes('columns') ? [[3, 1], [0, 1]] : [[1, 3], [1, 0]];
      await page.locator(`#step-${name}`).scrollIntoViewIfNeeded();
      assert.equal(await isHatched(page, name, ...hidden), true, looks.join(' '));
      assert.equal(await isHatched(page, name, ...seen), false, looks.join(' '));
    });
});

test('a chosen step of 64 tokens and 8 heads makes no larger page than all of them', async () => {
  const file = problemFile('large', largeProblem());
  const {bytes} = traced(file);
  for (const steps of ['weights', 'exp', 'output', 'scores', 'lse'])
    assert.ok(traced(file, {looks: ['--steps', steps]}).bytes <= bytes, steps);
});
