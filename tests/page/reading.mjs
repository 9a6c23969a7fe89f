// What a page shows, read back.

/// Every table that is shown, as rows of texts by step id, with all digits.
export async function tables(page) {
  await page.evaluate(() => {
    for (const button of document.querySelectorAll('.step button[aria-label^="Table of"]'))
      if (button.ariaPressed === 'false') button.click();
    const digits = [...document.querySelectorAll('.tools button')].find((button) => button.textContent === 'All digits');
    if (digits.ariaPressed === 'false') digits.click();
  });
  const rows = await page.evaluate(() =>
    [...document.querySelectorAll('.step table')].map((table) => [
      table.ariaLabel,
      [...table.tBodies[0].rows].map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent)),
    ]));
  return new Map(rows);
}

/// Texts of numbers as numbers are compared: "-0.0" and "1e+16" as JavaScript spells them.
export const normal = (rows) =>
  rows.map((row) => row.map((text) => (/^(nan|-?inf)$/.test(text) ? text : String(Number(text)))));

/// What the arithmetic in numbers comes to.
export function calculated(text) {
  const names = {exp: 'Math.exp', ln: 'Math.log', tanh: 'Math.tanh', max: 'Math.max', inf: 'Infinity', nan: 'NaN'};
  const code = text.replaceAll('·', '*').replaceAll('−', '-').replaceAll(/[a-z]{2,}/g, (word) => names[word]);
  return Function(`return ${code}`)();
}

const number = (text) => ({inf: Infinity, '-inf': -Infinity, nan: NaN})[text] ?? Number(text);

/// Runs in the page: the arithmetic beside the matrices, of a sum all terms; where an id is given, of the last cell of
/// that matrix.
function readInspector(id) {
  if (id) [...document.querySelectorAll(`[role=grid][aria-label="${id}"] [role=gridcell]`)].at(-1).click();
  document.querySelector('.inspected .more')?.click();
  const text = (selector) => document.querySelector(`.inspected ${selector}`)?.textContent.trim() ?? '';
  const sign = (selector) => document.querySelector(`.inspected ${selector}`)?.dataset.sign ?? '';
  return {
    signs: [sign('.numbers'), sign('.value')], printed: text('output'), rounding: text('.rounding'),
    step: text('.where a'), symbols: text('.symbols'), numbers: text('.numbers'), value: text('output'), notes: text('.note'),
  };
}

export async function inspected(page, id = '') {
  const said = await page.evaluate(readInspector, id);
  return {...said, value: number(said.value)};
}

/// The rectangles that are lit in a step's matrix: ["chosen 2,1,2,1"].
export const lit = (page, id) =>
  page.locator(`[role=grid][aria-label="${id}"] .mark`).evaluateAll((marks) =>
    marks.map((mark) => `${mark.className.split(' ')[1]} ${mark.dataset.cells}`));
