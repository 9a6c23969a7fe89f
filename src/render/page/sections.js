// A section for each step name: its equation, and its matrices of all heads and batch entries that are shown.

import {Grid} from './grid.js';
import {Legend} from './legend.js';
import {shapeOf} from './pipeline.js';
import {tableOf} from './table.js';
import {changes} from './theme.js';
import {WholeColumns, columnsOf} from './whole.js';

/// Where a step belongs: "batch 0, head 1".
export function placeOf({batch, head, tile, trace}) {
  const words = [];
  if (batch !== null) words.push(`batch ${trace.index(batch)}`);
  if (head !== null) words.push(`head ${trace.index(head)}`);
  if (tile) words.push(`tile ${tile.map((i) => trace.index(i)).join(', ')}`);
  return words.join(' · ');
}

const axesInWords = (step) => {
  const words = step.axes.map((axis) => `${axis.size} ${axis.name}`);
  return (step.trace.style.columns ? words.reverse() : words).join(' × ');
};

function leftOutText({rows, columns, axes}) {
  const words = [];
  if (rows.leftOut) words.push(`${rows.leftOut} of ${rows.size} ${axes[0].name} entries`);
  if (columns.leftOut) words.push(`${columns.leftOut} of ${columns.size} ${axes[1].name} entries`);
  return words.length ? `Left out here: ${words.join(', ')}.` : '';
}

/// What a pointer is at, on a line that is kept for it: no card grows, and nothing is covered.
class Readout {
  constructor(parent) {
    const line = parent.append('div').attr('class', 'readout').attr('aria-hidden', 'true');
    this.where = line.append('span').attr('class', 'where-at');
    this.value = line.append('span').attr('class', 'value-at');
  }

  show(said) {
    this.where.text(said?.where ?? '');
    this.value.text(said ? `: ${said.value}` : '');
  }
}

export class Section {
  #painted = false;

  constructor(parent, name, trace, view, palette) {
    Object.assign(this, {name, trace, view, palette});
    this.steps = trace.byName.get(name.name);
    this.grids = [];
    this.isTable = false;
    this.wholeColumns = [];
    this.node = parent.append('section').attr('class', 'step').attr('id', `step-${name.name}`)
      .attr('aria-labelledby', `title-${name.name}`).attr('tabindex', -1);
    this.#addHead();
    this.figures = this.node.append('div').attr('class', 'figures');
    this.foot = this.node.append('div').attr('class', 'foot');
    view.follow(['head', 'batch', 'frame'], () => this.#renew());
    view.addEventListener('inFull', () => this.#showDigits());
    changes.addEventListener('change', () => this.#painted && this.paint());
  }

  #addHead() {
    const head = this.node.append('header');
    const line = head.append('div').attr('class', 'line');
    line.append('h2').attr('id', `title-${this.name.name}`).text(this.name.label);
    this.shape = line.append('span').attr('class', 'shape');
    this.button = line.append('button').attr('type', 'button').attr('class', 'quiet')
      .attr('aria-label', `Table of ${this.name.label}`).attr('aria-pressed', 'false').text('Table')
      .on('click', () => this.#switchView());
    head.append('p').attr('class', 'help').text(this.name.title);
    this.equation = head.append('div').attr('class', 'equation');
  }

  #switchView() {
    this.isTable = !this.isTable;
    this.button.attr('aria-pressed', String(this.isTable));
    this.#arrange();
  }

  #showDigits() {
    if (this.#painted) this.paint();
    this.#arrange();
  }

  #renew() {
    const shown = this.steps.filter((step) => this.view.shows(step) && step.name !== 'skipped');
    const isSame = shown.length === this.grids.length && shown.every((step, i) => step === this.grids[i].step);
    this.node.attr('hidden', shown.length === 0 ? '' : null);
    if (isSame) return;
    this.grids = shown.map((step) => new Grid(step, this.view, this.palette, shown.length === 1));
    this.#arrange();
    if (shown.length > 0) this.#describe(shown[0]);
    if (this.#painted) this.paint();
    this.view.dispatchEvent(new Event('layout'));
  }

  #describe(step) {
    this.shape.text(axesInWords(step)).attr('aria-label', `${shapeOf(step)}: ${axesInWords(step)}`);
    this.equation.html(step.math ?? '');
    this.foot.node().replaceChildren();
    this.legend = new Legend(this.foot, this.palette, step.decimals);
    const steps = this.grids.map(({step}) => step);
    if (steps.some((step) => step.hasLowestInSight)) this.legend.note('hatched', '-inf');
    else if (steps.some((step) => step.hidden)) this.legend.note('hatched', 'hidden');
    if (steps.some(({values}) => values.some(Number.isNaN))) this.legend.note('crossed', 'nan');
    this.readout = new Readout(this.foot);
    const note = [leftOutText(step), step.note].filter(Boolean).join(' ');
    if (note) this.foot.append('p').attr('class', 'note').text(note);
  }

  #arrange() {
    for (const columns of this.wholeColumns) columns.disconnect();
    this.figures.node().replaceChildren();
    this.wholeColumns = this.grids.map((grid) => {
      const figure = this.figures.append('figure');
      const place = placeOf(grid.step);
      if (place) figure.append('figcaption').text(place);
      grid.onPoint = (said) => this.readout.show(said);
      const frame = figure.append('div').attr('class', this.isTable ? 'scroll' : 'frame');
      if (this.isTable) frame.attr('tabindex', 0).attr('role', 'region').attr('aria-label', `Table of ${grid.step.id}`);
      const shown = this.isTable ? tableOf(grid) : grid.node;
      frame.node().append(shown);
      return new WholeColumns(frame.node(), this.isTable ? columnsOf(shown) : grid.columnsOfNumbers, () => grid.refit());
    });
  }

  paint() {
    this.#painted = true;
    for (const grid of this.grids) grid.draw();
    this.legend?.draw();
  }
}

/// Sections are painted when they come near the window, or when the page is printed.
export function paintWhenSeen(sections) {
  const observer = new IntersectionObserver((entries) => {
    for (const {isIntersecting, target} of entries) {
      if (!isIntersecting) continue;
      observer.unobserve(target);
      sections.find((section) => section.node.node() === target).paint();
    }
  }, {rootMargin: '800px'});
  for (const section of sections) observer.observe(section.node.node());
  addEventListener('beforeprint', () => sections.forEach((section) => section.paint()));
}
