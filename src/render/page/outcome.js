// What an arithmetic gives in double precision, and whether what is printed is that: as src/formula/outcome.cpp has it.

// Of a hundred or so roundings, relative.
const binary = 1e-14;

// At most 12 bits before and 10 behind the point: sums of 500 products of such numbers fit into a double.
const hasFewBits = (value) => Math.abs(value) <= 4096 && Number.isInteger(value * 1024);

const sum = (outcomes, of) => outcomes.reduce((total, outcome) => total + outcome[of], 0);

const joined = (value, magnitude, terms) => ({
  value,
  magnitude,
  isExact: terms.length <= 500 && terms.every((term) => term.isExact),
  isIrrational: terms.some((term) => term.isIrrational),
});

// A function that gives a rational number at one number and at the infinities alone.
const transcendental = (value, magnitude, x, rational) => {
  const isRational = x.value === rational || !Number.isFinite(x.value);
  return {value, magnitude, isExact: isRational && x.isExact, isIrrational: !isRational};
};

const kinds = {
  sum: (terms) => joined(sum(terms, 'value'), sum(terms, 'magnitude'), terms),
  product: ([a, b]) => joined(a.value * b.value, a.magnitude * b.magnitude, [a, b]),
  quotient: ([a, b]) => {
    const value = a.value / b.value;
    const outcome = joined(value, a.magnitude / Math.abs(b.value), [a, b]);
    return {...outcome, isExact: outcome.isExact && hasFewBits(value) && value * b.value === a.value};
  },
  difference: ([a, b]) => joined(a.value - b.value, a.magnitude + b.magnitude, [a, b]),
  // e^(x + d) is e^x (1 + d), about.
  exp: ([x]) => {
    const value = Math.exp(x.value);
    return transcendental(value, value === 0 ? 0 : value * (1 + x.magnitude), x, 0);
  },
  ln: ([x]) => transcendental(Math.log(x.value), Math.abs(Math.log(x.value)) + 1, x, 1),
  tanh: ([x]) => transcendental(Math.tanh(x.value), Math.abs(Math.tanh(x.value)) + x.magnitude, x, 0),
  largest: (terms) => terms.reduce((a, b) => (b.value > a.value || Number.isNaN(b.value) ? b : a), outcomeOf({value: -Infinity})),
};

/// The value of an arithmetic's tree, what its rounding is measured against (the same with every number and every
/// difference taken by its size), whether nothing was rounded, and whether no decimal is that number.
export function outcomeOf({kind, terms, value = NaN}) {
  if (terms) return kinds[kind](terms.map(outcomeOf));
  return {value, magnitude: Math.abs(value), isExact: hasFewBits(value) || Math.abs(value) === Infinity, isIrrational: false};
}

// What the last digit of a text counts; of a number in full every digit does that rounding leaves.
const unitOf = (text, value) => {
  if (text === String(value)) return Infinity;
  const [digits, exponent = '0'] = text.replace('−', '-').split('e');
  return 10 ** (Number(exponent) - (digits.split('.')[1] ?? '').length);
};

const gives = ({value, magnitude, isExact, isIrrational}, shown, unit) => {
  if (isIrrational) return false;
  if (isExact || value === 0) return shown === value;
  return unit > 20 * binary * magnitude && Math.abs(shown - value) <= binary * magnitude;
};

/// Whether a text is not the number that it stands for.
export const isRounded = (text, value) =>
  Number.isFinite(value) && Number(text) !== value && !gives(outcomeOf({value}), Number(text), unitOf(text, value));

/// Whether the text of a step's value is not what its arithmetic gives.
export const isRoundedResult = (text, value, outcome) =>
  Number.isFinite(value) && Number.isFinite(outcome.value) ? !gives(outcome, Number(text), unitOf(text, value)) : isRounded(text, value);
