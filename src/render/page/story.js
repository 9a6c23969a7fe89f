// For whom attention is new: which keys one query looks at, how much, and what comes out.

import {short} from './numbers.js';

const most = 8; // keys that are named

const percent = (weight) => {
  if (Number.isNaN(weight)) return 'nan';
  const text = short(100 * weight, [0, false]);
  return weight > 0 && text === '0' ? '<\u00a01\u00a0%' : `${text}\u00a0%`;
};

const listed = (words) => (words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`);

export class Story {
  constructor(parent, trace, view) {
    Object.assign(this, {trace, view});
    this.weights = trace.byName.get('weights');
    this.query = this.weights[0].rows.count - 1;
    this.node = parent.append('section').attr('class', 'story').attr('aria-labelledby', 'story-title');
    this.node.append('h2').attr('id', 'story-title').text('Who looks at whom');
    this.node.append('p').attr('class', 'help').text(
      'Each query is compared with every key that it may see. The better the two match, the larger the weight: ' +
      'the weights of a query add up to 100 %.');
    this.#addChoice();
    this.body = this.node.append('div').attr('class', 'story-body');
    this.sentence = this.node.append('p').attr('class', 'sentence').attr('aria-live', 'polite');
    view.follow(['head', 'batch'], () => this.#renew());
    view.addEventListener('cell', () => this.#follow());
  }

  get step() {
    const chosen = this.view.cell?.step;
    const shown = this.weights.filter((step) => this.view.shows(step));
    return shown.find((step) => chosen?.head === step.head && chosen?.batch === step.batch) ?? shown[0];
  }

  /// "“sat”", or "query 2". A token of a script that runs the other way turns nothing around it.
  #said(axis, index) {
    const name = this.trace.entry(axis, index);
    return this.trace.hasTokens(axis) ? `“\u2068${name}\u2069”` : `${axis.name} ${name}`;
  }

  #addChoice() {
    const {rows, axes} = this.weights[0];
    const choice = this.node.append('div').attr('class', 'choice');
    choice.append('label').attr('for', 'story-query').text('Query');
    this.choice = choice.append('select').attr('id', 'story-query').on('change', () => {
      this.query = Number(this.choice.property('value'));
      this.#renew();
      this.#choose(this.keys[0]?.key ?? 0);
    });
    for (let p = 0; p < rows.count; ++p)
      this.choice.append('option').attr('value', rows.index(p)).text(this.trace.entry(axes[0], rows.index(p)));
    this.where = choice.append('span').attr('class', 'muted');
  }

  /// Goes along when a cell of some other row of the weights is chosen.
  #follow() {
    const {cell} = this.view;
    if (cell?.step.name === 'weights') this.query = cell.row;
    this.#renew();
  }

  #choose(key) {
    this.view.select(this.step, this.query, key);
  }

  #renew() {
    const {step, query} = this;
    this.node.attr('hidden', step ? null : '');
    if (!step) return;
    this.choice.property('value', query);
    const place = [step.batch === null ? '' : `batch ${this.trace.index(step.batch)}`,
      step.head === null ? '' : `head ${this.trace.index(step.head)}`].filter(Boolean).join(', ');
    this.where.text(place ? `in ${place}` : '');
    const keys = Array.from({length: step.columns.count}, (_, p) => step.columns.index(p));
    const all = keys.map((key) => ({key, weight: step.value(query, key), isHidden: step.isHidden(query, key)}));
    this.keys = all.filter(({isHidden}) => !isHidden).sort((a, b) => b.weight - a.weight);
    const shown = keys.length <= most ? all : this.keys.slice(0, most);
    this.#addBars(shown);
    this.sentence.text(this.#sentence(all, keys.length - shown.length));
  }

  #addBars(shown) {
    this.body.node().replaceChildren();
    const axis = this.step.axes[1];
    const chosen = this.view.cell;
    for (const {key, weight, isHidden} of shown) {
      const isChosen = chosen?.step === this.step && chosen.row === this.query && chosen.column === key;
      const bar = this.body.append('button').attr('type', 'button').attr('class', 'bar')
        .classed('is-hidden', isHidden).attr('aria-pressed', String(isChosen))
        .on('click', () => this.#choose(key));
      bar.append('bdi').attr('class', 'token').text(this.trace.entry(axis, key));
      bar.append('span').attr('class', 'track').append('span').attr('class', 'fill')
        .style('width', `${Number.isFinite(weight) ? 100 * weight : 0}%`);
      bar.append('span').attr('class', 'percent').text(isHidden ? 'hidden' : percent(weight));
    }
  }

  /// What the weights mix, if there are values.
  #output() {
    const {step, query, trace} = this;
    if (!trace.sizes.d_v) return '';
    const isIts = ({name, head, batch}) =>
      (name === 'context' || name === 'output') && head === step.head && batch === step.batch;
    const output = trace.steps.find(isIts);
    const known = output && output.columns.size <= 6 && output.value(query, 0) !== undefined;
    const numbers = known
      ? Array.from({length: output.columns.size}, (_, c) => short(output.value(query, c), output.decimals)) : [];
    const result = known ? `: [${numbers.join(', ')}]` : '';
    const mixture = trace.label(output?.name === 'output' ? 'output' : 'context');
    return ` Its ${mixture} is a mixture of the value vectors in ${trace.label('V')}, in these proportions${result}.`;
  }

  #sentence(all, leftOut) {
    const {step, query, keys} = this;
    const subject = this.#said(step.axes[0], query);
    const start = subject[0].toUpperCase() + subject.slice(1);
    if (step.emptyRows.has(query + step.firstRow)) return `${start} sees no key, so there is nothing to mix.`;
    if (all.some(({weight}) => Number.isNaN(weight))) return `The weights of ${subject} are not numbers (NaN).`;
    const named = keys.slice(0, 3).map(({key, weight}) => `${this.#said(step.axes[1], key)} (${percent(weight)})`);
    const rest = keys.length > 3 ? `, and at ${keys.length - 3} more` : '';
    const hidden = all.filter(({isHidden}) => isHidden).length;
    const behind = hidden ? ` ${hidden} of ${all.length} keys ${hidden === 1 ? 'is' : 'are'} hidden from it.` : '';
    const unnamed = leftOut > 0 ? ` Shown are the ${most} keys with the largest weights.` : '';
    const end = this.#output();
    return `${start} looks at ${listed(named)}${rest}.${end}${behind}${unnamed}`;
  }
}
