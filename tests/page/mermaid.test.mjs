// Mermaid itself reads and draws the diagrams of all examples.

import assert from 'node:assert/strict';
import {after, before, test} from 'node:test';
import {fileURLToPath} from 'node:url';
import {launch} from './browser.mjs';
import {example, exampleFiles, problemFile, run} from './traces.mjs';

const library = fileURLToPath(new URL('node_modules/mermaid/dist/mermaid.min.js', import.meta.url));

let browser;
let page;
before(async () => {
  browser = await launch();
  page = await browser.newPage();
  await page.setContent('<div id="place"></div>');
  await page.addScriptTag({path: library});
});
after(() => browser.close());

const diagram = (file, ...options) => run(['run', file, '--format', 'mermaid', ...options]);

/// What is seen of a diagram: the lines of its boxes, how many arrows it has, and its title.
const drawn = (text) => page.evaluate(async (source) => {
  mermaid.initialize({startOnLoad: false});
  const {svg} = await mermaid.render('drawing', source);
  document.getElementById('place').innerHTML = svg;
  const all = (selector) => [...document.querySelectorAll(`#place ${selector}`)];
  return {
    boxes: all('.node').map((box) => box.textContent.trim()),
    arrows: all('.edgePaths path').length,
    groups: all('.cluster').length,
    title: all('.flowchartTitleText').map((title) => title.textContent).join(),
  };
}, text);

const count = (text, pattern) => [...text.matchAll(pattern)].length;

for (const file of exampleFiles) {
  test(`${file.split('/').at(-1)}: every box, arrow and group is drawn`, async () => {
    for (const options of [[], ['--full']]) {
      const text = diagram(file, ...options);
      const {boxes, arrows, groups} = await drawn(text);
      assert.equal(boxes.length, count(text, /:::(given|computed|unseen)$/gm));
      assert.equal(arrows, count(text, /^ +\w+ -->/gm));
      assert.equal(groups, count(text, /^ +subgraph /gm));
    }
  });
}

test('names that would be syntax, Markdown or HTML stay text', async () => {
  const file = problemFile('mermaid', {Q: [[1]], K: [[1]]});
  const name = '"); click <b>*x* `y` #35; %% {z} end';
  const {boxes} = await drawn(diagram(file, '--names', `weights=${name}`));
  assert.ok(boxes.some((box) => box.startsWith(name)), boxes.join('\n'));
});

test('a name is no formula and no icon', async () => {
  const file = problemFile('dollars', {Q: [[1]], K: [[1]], V: [[1]]});
  const {boxes} = await drawn(diagram(file, '--names', 'weights=$$x^2$$,exp=$a$,lse=fa:fa-car'));
  assert.ok(boxes.some((box) => box.startsWith('＄$x^2＄$')), boxes.join('\n')); // Mermaid has no way to write $$
  assert.ok(boxes.some((box) => box.startsWith('$a$')), boxes.join('\n'));
  assert.ok(boxes.some((box) => box.startsWith('fa：fa-car')), boxes.join('\n'));
});

const titles = [
  'a "b" --- \\ <b>c</b>', 'if x<y then z', '5 < 6 & 7', '1 <2 3>', '<script>alert(1)</script> and on', 'a<br/>b', '<!-- c --> d',
  '<', '&lt;b&gt; &amp; &#60;', '#35; #lt; a;b', '%%{init: {}}%% x', '$$x^2$$ `y` **b**', 'a > b, a => c',
];
for (const title of titles)
  test(`the title ${title} stays text`, async () => {
    const {title: shown} = await drawn(diagram(problemFile('titled', {title, Q: [[1]], K: [[1]]})));
    assert.equal(shown.replaceAll('＜', '<'), title); // Mermaid has no way to write < in a title
  });

test('one head is drawn for all', async () => {
  const {boxes, groups} = await drawn(diagram(example('multi-head')));
  assert.equal(groups, 1);
  assert.equal(boxes.filter((box) => box === 'head 1: likewise').length, 1);
});
