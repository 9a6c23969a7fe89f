// What an arithmetic gives in double precision, and whether what is printed is that.

// What a hundred or so roundings in binary make of decimals: 0.1 + 0.2 is 0.3.
const binary = 1e-13;

const sum = (outcomes, of) => outcomes.reduce((total, outcome) => total + outcome[of], 0);

const kinds = {
  sum: (terms) => ({value: sum(terms, 'value'), magnitude: sum(terms, 'magnitude')}),
  product: ([a, b]) => ({value: a.value * b.value, magnitude: a.magnitude * b.magnitude}),
  quotient: ([a, b]) => ({value: a.value / b.value, magnitude: a.magnitude / Math.abs(b.value)}),
  difference: ([a, b]) => ({value: a.value - b.value, magnitude: a.magnitude + b.magnitude}),
  // e^(x + d) is e^x (1 + d), about; where e^x is 0, it is 0 whatever x is.
  exp: ([x]) => {
    const value = Math.exp(x.value);
    return {value, magnitude: value === 0 ? 0 : value * (1 + x.magnitude)};
  },
  ln: ([x]) => ({value: Math.log(x.value), magnitude: Math.abs(Math.log(x.value)) + 1}),
  tanh: ([x]) => ({value: Math.tanh(x.value), magnitude: Math.abs(Math.tanh(x.value)) + x.magnitude}),
  largest: (terms) => terms.reduce((a, b) => (b.value > a.value || Number.isNaN(b.value) ? b : a), {value: -Infinity, magnitude: 0}),
};

/// The value of an arithmetic's tree, and what its rounding is measured against: the same with every number and every
/// difference taken by its size, so that what cancels counts too.
export function outcomeOf({kind, terms, value = NaN}) {
  return terms ? kinds[kind](terms.map(outcomeOf)) : {value, magnitude: Math.abs(value)};
}

const areApart = (a, b, magnitude) => Number.isFinite(a) && Number.isFinite(b) && !(Math.abs(a - b) <= binary * magnitude);

/// Whether a text is not the number that it stands for.
export const isRounded = (text, value, magnitude = Math.abs(value)) => areApart(Number(text), value, magnitude);

/// Whether a step's value, or its text, is not what its arithmetic gives: it was rounded by hand, or in a narrower type.
export const isRoundedResult = (text, value, {value: given, magnitude}) =>
  isRounded(text, value, magnitude) || areApart(given, value, magnitude);
