// What the colours of a step mean, in numbers.

import {short} from './numbers.js';

const steps = 120;

export class Legend {
  constructor(parent, palette, decimals) {
    this.palette = palette;
    this.node = parent.append('div').attr('class', 'legend');
    if (palette.isFlat) this.#addZero();
    else this.#addScale(decimals);
  }

  #addScale(decimals) {
    const {domain} = this.palette;
    const label = (value) => this.node.append('span').text(short(value, decimals));
    label(domain[0]);
    this.canvas = this.node.append('canvas').attr('aria-hidden', 'true')
      .attr('width', steps).attr('height', 1).node();
    label(domain.at(-1));
  }

  #addZero() {
    if (!this.palette.isEmpty) this.zero = this.note('zero', '0');
  }

  /// Beside the colours, what has none and occurs.
  note(className, text) {
    const note = this.node.append('span').attr('class', 'swatch-note');
    const swatch = note.append('span').attr('class', `swatch ${className}`).attr('aria-hidden', 'true');
    note.append('span').text(text);
    return swatch;
  }

  draw() {
    this.zero?.style('background', `rgb(${this.palette.channels(0).join(' ')})`);
    const context = this.canvas?.getContext('2d');
    if (!context) return;
    for (let i = 0; i < steps; ++i) {
      context.fillStyle = `rgb(${this.palette.channelsAt(i / (steps - 1)).join(' ')})`;
      context.fillRect(i, 0, 1, 1);
    }
  }
}
