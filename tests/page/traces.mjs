// Pages and JSON traces of the same problems, written by the program under test.

import {execFileSync} from 'node:child_process';
import {mkdtempSync, readdirSync, statSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {basename, join, resolve} from 'node:path';
import {fileURLToPath} from 'node:url';

const program = resolve(process.env.ATTN_CALC ?? 'build/release/attn-calc');
const examples = fileURLToPath(new URL('../../examples', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'attn-calc-page-'));

export const exampleFiles = readdirSync(examples).filter((name) => name.endsWith('.json')).map((name) => join(examples, name));
export const example = (name) => join(examples, `${name}.json`);

const run = (args) => execFileSync(program, args, {maxBuffer: 1 << 28, encoding: 'utf8'});

/// The page of a problem file, and its JSON trace. `options` are for both, `looks` for the page alone.
export function traced(file, {options = [], looks = []} = {}) {
  const path = join(folder, `${basename(file, '.json')}${[...options, ...looks].join('').replaceAll(/[^\w-]/g, '_')}.html`);
  run(['run', file, ...options, ...looks, '--format', 'html', '-o', path]);
  const trace = JSON.parse(run(['run', file, ...options, '--format', 'json']));
  return {path, trace, bytes: statSync(path).size, steps: new Map(trace.steps.map((step) => [step.id, step]))};
}

/// What the terminal says of cells: {sign, value} of each, as in "weights[0,1] = 0.7 / 1.3 ≈ 0.5385  (the, cat)".
export function explained(file, cells, options = []) {
  const lines = run(['explain', file, ...cells, ...options, '--depth', '0']).split('\n').filter(Boolean);
  return lines.map((line) => line.match(/ (?<sign>[=≈]) (?<value>\S+)(?: {2}\(.*\))?$/).groups);
}

/// Tokens without names, in tiles.
export function tiledProblem(tokens, heads, width, tile) {
  const matrix = () => Array.from({length: heads}, (_, h) =>
    Array.from({length: tokens}, (_, i) => Array.from({length: width}, (_, d) => Math.sin(1 + h + 7 * i + 3 * d * i))));
  return {layout: 'hnd', mask: 'causal', tile: {rows: tile, cols: tile}, Q: matrix(), K: matrix(), V: matrix()};
}

export function problemFile(name, problem) {
  const path = join(folder, `${name}.json`);
  writeFileSync(path, JSON.stringify(problem));
  return path;
}

/// The values of a step as rows of texts, by which numbers are compared: "-inf", "0.5".
export function texts({values, axes}) {
  const rows = axes.length === 1 ? values.map((value) => [value]) : values;
  return rows.map((row) => row.map((value) => (typeof value === 'string' ? value : String(value))));
}

/// 64 tokens and 8 heads, with numbers as a program has them.
export function largeProblem() {
  let state = 7;
  const random = () => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return state / 2 ** 31 - 1;
  };
  const matrix = (rows, columns) => Array.from({length: rows}, () => Array.from({length: columns}, random));
  const tokens = Array.from({length: 64}, (_, i) => `word${i}`);
  return {
    title: 'Large', tokens, heads: 8, mask: 'causal', X: matrix(64, 64),
    W_Q: matrix(64, 64), W_K: matrix(64, 64), W_V: matrix(64, 64), W_O: matrix(64, 64),
  };
}
