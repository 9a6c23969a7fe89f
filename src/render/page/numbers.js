// Numbers as text: the decimals that a step has, or all digits.

const words = (value) => (Number.isNaN(value) ? 'nan' : value > 0 ? 'inf' : '-inf');
const withTwoDigits = (text) => text.replace(/e([+-])(\d)$/, 'e$10$2');

/// The shortest text that reads back to the same double, spelled as in the JSON trace.
export function inFull(value) {
  if (!Number.isFinite(value)) return words(value);
  if (Object.is(value, -0)) return '-0.0';
  const exponent = value === 0 ? 0 : Number(value.toExponential().split('e')[1]);
  if (exponent < -4 || exponent >= 16) return withTwoDigits(value.toExponential());
  return String(value);
}

/// toFixed, but halves go to the even neighbour.
function fixed(value, count) {
  const text = value.toFixed(count);
  const exact = value.toFixed(Math.min(100, count + 60));
  const cut = exact.slice(0, exact.length - Math.min(100 - count, 60));
  const isHalf = /^50*$/.test(exact.slice(cut.length).replace('.', ''));
  if (!isHalf) return text;
  const down = cut.replace(/\.$/, '');
  return Number(down.at(-1)) % 2 === 0 ? down : text;
}

/// `decimals` is [count, whether in scientific notation], one choice for a whole matrix. Zero has no sign.
export function short(value, [count, isScientific]) {
  if (!Number.isFinite(value)) return words(value);
  const text = isScientific || Math.abs(value) >= 1e21 ? withTwoDigits(value.toExponential(count)) : fixed(value, count);
  return /[1-9]/.test(text.split('e')[0]) ? text : text.replace('-', '');
}
