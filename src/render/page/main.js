// The page of a trace.

import {select} from 'd3-selection';
import {Palette} from './colour.js';
import {Inspector} from './inspector.js';
import {followMarks} from './marks.js';
import {addPipeline} from './pipeline.js';
import {Section, paintWhenSeen} from './sections.js';
import {Story} from './story.js';
import {changes, isDark, setPrinting, switchTheme} from './theme.js';
import {framesOf, Player} from './tiles.js';
import {Trace} from './trace.js';
import {View} from './view.js';

const trace = new Trace(JSON.parse(document.getElementById('trace').textContent));
const view = new View();
const frames = framesOf(trace);
if (frames.length > 0) view.frame = frames[0].key;
const body = select(document.body);

function addTools(parent) {
  const tools = parent.append('div').attr('class', 'tools');
  const button = (text, action) => tools.append('button').attr('type', 'button').attr('class', 'quiet').text(text).on('click', action);
  const digits = button('All digits', () => view.set({inFull: !view.inFull})).attr('aria-pressed', 'false');
  view.addEventListener('inFull', () => digits.attr('aria-pressed', String(view.inFull)));
  const theme = button('', switchTheme);
  const nameTheme = () => theme.text(isDark() ? 'Light' : 'Dark');
  changes.addEventListener('change', nameTheme);
  nameTheme();
  button('Print', () => print());
}

function addHeader() {
  const header = body.append('header').attr('class', 'top');
  const intro = header.append('div').attr('class', 'intro');
  addTools(intro);
  intro.append('h1').append('bdi').text(trace.title || 'Attention, step by step');
  if (trace.notes) intro.append('p').attr('class', 'notes').append('bdi').text(trace.notes);
  const facts = intro.append('dl');
  for (const [label, text] of trace.facts) {
    facts.append('dt').text(label);
    facts.append('dd').append('bdi').text(text);
  }
  return header;
}

/// Which head, or batch entry, is shown.
function addFilter(parent, kind, entries) {
  if (entries.length < 2) return;
  const group = parent.append('div').attr('class', 'filter').attr('role', 'group').attr('aria-label', kind);
  group.append('span').attr('class', 'muted').text(kind);
  const buttons = [null, ...entries].map((entry) => {
    const text = entry === null ? 'all' : String(trace.index(entry));
    const node = group.append('button').attr('type', 'button').attr('class', 'quiet')
      .attr('aria-label', `${kind} ${text}`).text(text).on('click', () => view.set({[kind]: entry}));
    return {entry, node};
  });
  view.follow([kind], () =>
    buttons.forEach(({entry, node}) => node.attr('aria-pressed', String(view[kind] === entry))));
}

function addSteps(palettes) {
  const bar = body.append('nav').attr('class', 'pipeline').attr('aria-label', 'Steps');
  const thumbnails = addPipeline(bar, trace, view, palettes);
  const filters = bar.append('div').attr('class', 'filters');
  addFilter(filters, 'head', trace.heads);
  addFilter(filters, 'batch', trace.batches);
  const columns = body.append('div').attr('class', 'columns');
  const main = columns.append('main');
  const sections = [...trace.byName.keys()].map(
    (name) => new Section(main, trace.names.get(name), trace, view, palettes.get(name)));
  const aside = columns.append('aside').attr('class', 'inspector').attr('aria-label', 'How a cell is calculated');
  new Inspector(aside, view);
  const shownAs = (step) => [
    ...sections.flatMap((section) => section.grids).filter((grid) => grid.step === step),
    ...thumbnails.filter((thumbnail) => thumbnail.step === step),
  ];
  followMarks(view, shownAs);
  paintWhenSeen(sections);
}

function addFooter() {
  const footer = body.append('footer');
  for (const {step, max_abs: apart, max_ulp: ulp} of trace.from_standard ?? [])
    footer.append('p').text(`Tiled against standard: ${trace.label(step)} differs by at most ${apart} (${ulp} ulp).`);
  footer.append('p').text(
    `Calculated by attn-calc ${trace.version} (${trace.backend}, ${trace.dtype}). Colours compare heads and tiles of one step.`)
    .append('span').attr('class', 'on-screen').text(' Arrow keys walk through a matrix.');
}

/// A cell to start with: what the last query takes most of.
function chooseFirst() {
  const weights = trace.steps.find((step) => step.name === 'weights');
  const step = weights ?? trace.steps.find(({name}) => name === 'scores') ?? trace.steps.at(-1);
  if (!step || step.rows.count * step.columns.count === 0) return;
  const row = step.rows.index(step.rows.count - 1);
  const columns = Array.from({length: step.columns.count}, (_, p) => step.columns.index(p));
  const best = columns.reduce((a, b) => (step.value(row, b) > step.value(row, a) ? b : a));
  view.select(step, row, weights ? best : 0);
}

const palettes = new Map([...trace.byName].map(([name, steps]) => [name, new Palette(name, steps)]));

const header = addHeader();
if (trace.byName.has('weights')) new Story(header, trace, view);
else if (frames.length > 0) new Player(header, trace, view, frames);
chooseFirst();
addSteps(palettes);
addFooter();
addEventListener('beforeprint', () => setPrinting(true));
addEventListener('afterprint', () => setPrinting(false));
