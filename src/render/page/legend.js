// What the colours of a step mean, in numbers.

import {short} from './numbers.js';

const steps = 120;

export class Legend {
  constructor(parent, palette, decimals) {
    this.palette = palette;
    this.node = parent.append('div').attr('class', 'legend');
    const low = palette.domain[0];
    const high = palette.domain.at(-1);
    const label = (value) => this.node.append('span').text(short(value, decimals));
    label(low);
    this.canvas = this.node.append('canvas').attr('aria-hidden', 'true')
      .attr('width', steps).attr('height', 1).node();
    label(high);
  }

  /// Beside the colours, what has none and occurs.
  note(className, text) {
    const note = this.node.append('span').attr('class', 'swatch-note');
    note.append('span').attr('class', `swatch ${className}`).attr('aria-hidden', 'true');
    note.append('span').text(text);
  }

  draw() {
    const context = this.canvas.getContext('2d');
    if (!context) return;
    for (let i = 0; i < steps; ++i) {
      context.fillStyle = `rgb(${this.palette.channelsAt(i / (steps - 1)).join(' ')})`;
      context.fillRect(i, 0, 1, 1);
    }
  }
}
