// Colours of cells. Scores go both ways from 0, exponentials and weights only up.

import {rgb} from 'd3-color';
import {interpolateLab, piecewise} from 'd3-interpolate';
import {interpolateBlues, interpolateRdBu} from 'd3-scale-chromatic';
import {isDark} from './theme.js';

const neverNegative = new Set(['exp', 'weights', 'row_sum', 'tile_sum', 'correction']);

// The ends are left out: they are darker than any text beside them.
const themes = {
  light: {
    diverging: (t) => interpolateRdBu(0.09 + 0.82 * t),
    sequential: (t) => interpolateBlues(0.02 + 0.9 * t),
    none: '#f1eeea', hatch: '#b8b1a8', veil: '#d8d3cb', gap: '#ffffff',
  },
  dark: {
    diverging: piecewise(interpolateLab, ['#ff9d7a', '#a8492f', '#24272e', '#2f62ac', '#8fc0ff']),
    sequential: piecewise(interpolateLab, ['#22252c', '#2a4a7c', '#4a86d8', '#b9dcff']),
    none: '#1d1f25', hatch: '#4d515c', veil: '#3a3d46', gap: '#1c1e24',
  },
};

/// Around 0; `isEmpty` where there is no finite number.
function finiteRange(steps) {
  const range = {low: 0, high: 0, isEmpty: true};
  for (const step of steps)
    for (const value of step.values)
      if (Number.isFinite(value)) {
        range.low = Math.min(range.low, value);
        range.high = Math.max(range.high, value);
        range.isEmpty = false;
      }
  return range;
}

/// The colours of all steps of one name, so that heads and tiles compare.
export class Palette {
  constructor(name, steps) {
    this.isSequential = neverNegative.has(name);
    const {low, high, isEmpty} = finiteRange(steps);
    /// Nothing but 0, as in a mask that hides or shows, or not even that: there is no scale.
    this.isFlat = low === high;
    this.isEmpty = isEmpty;
    const size = Math.max(-low, high) || 1;
    this.domain = this.isSequential ? [0, high || 1] : [-size, 0, size];
  }

  get theme() {
    return isDark() ? themes.dark : themes.light;
  }

  /// Red, green and blue of 256 steps from one end of the scale to the other.
  #steps() {
    const {theme} = this;
    if (theme === this.themeOfSteps) return this.steps;
    this.themeOfSteps = theme;
    const colour = this.isSequential ? theme.sequential : theme.diverging;
    const channels = (text) => {
      const {r, g, b} = rgb(text);
      return [Math.round(r), Math.round(g), Math.round(b)];
    };
    this.steps = Array.from({length: 256}, (_, i) => channels(colour(i / 255)));
    this.none = channels(theme.none);
    return this.steps;
  }

  /// Of a number; of what has no colour of its own, NaN and -inf, which hides a key, those of none.
  channels(value) {
    const steps = this.#steps();
    if (value === null || Number.isNaN(value) || value === -Infinity) return this.none;
    return steps[Math.round(255 * this.#place(value))];
  }

  /// Red, green and blue of a place on the scale, from 0 to 1.
  channelsAt(place) {
    return this.#steps()[Math.round(255 * place)];
  }

  /// Where a number is on the scale. From one end to the other may be further than a double reaches.
  #place(value) {
    const [low, high] = [this.domain[0], this.domain.at(-1)];
    const unit = Number.isFinite(high - low) ? 1 : 2;
    const place = (value / unit - low / unit) / (high / unit - low / unit);
    return Math.min(1, Math.max(0, place));
  }

  /// Black or white, whichever stands out more.
  ink(value) {
    const [r, g, b] = this.channels(value);
    if (value === null) return isDark() ? '#f2f0ec' : '#1d1b19';
    const linear = (x) => (x <= 10.3 ? x / 3294.6 : ((x / 255 + 0.055) / 1.055) ** 2.4);
    return 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b) > 0.179 ? '#000000' : '#ffffff';
  }
}
