// Makes built/page.html, the page without its trace, of the sources beside this file. With --check it only says
// whether that file is current.

import {createHash} from 'node:crypto';
import {existsSync, mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {build} from 'esbuild';

const here = new URL('./', import.meta.url);
const read = (path) => readFileSync(new URL(path, here), 'utf8');

async function bundled(entry) {
  const {outputFiles, metafile} = await build({
    entryPoints: [entry],
    absWorkingDir: here.pathname,
    bundle: true,
    minify: true,
    charset: 'utf8',
    target: 'es2022',
    format: entry.endsWith('.js') ? 'iife' : undefined,
    metafile: true,
    write: false,
  });
  return {text: outputFiles[0].text.trim(), files: Object.keys(metafile.inputs)};
}

/// The licence texts of the packages that files of the bundle come from.
function licences(files) {
  const packages = files.map((file) => file.match(/^node_modules\/([^/]+)\//)?.[1]).filter(Boolean);
  const texts = [...new Set(packages)].sort().map((name) => {
    const {version} = JSON.parse(read(`node_modules/${name}/package.json`));
    return `${name} ${version}\n\n${read(`node_modules/${name}/LICENSE`).trim()}\n`;
  });
  return texts.join(`\n${'-'.repeat(72)}\n\n`);
}

const hash = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

const script = await bundled('main.js');
const style = await bundled('style.css');
const parts = licences(script.files);
const code = `/*! This page contains parts of the following works.\n\n${parts}*/\n${script.text}`;
// A browser runs and applies these two texts and nothing else, and loads nothing.
const policy =
  `default-src 'none'; script-src ${hash(code)}; style-src ${hash(style.text)}; ` +
  `base-uri 'none'; form-action 'none'`;

const values = {policy, style: style.text, script: code};
const page = read('shell.html').replace(/@(policy|style|script)@/g, (_, name) => values[name]);
for (const place of ['@title@', '@trace@'])
  if (page.split(place).length !== 2) throw new Error(`${place} has to stand in the page once`);
if (/<\/(script|style)/i.test(script.text + style.text)) throw new Error('the bundle would end its own element');

const made = {'built/page.html': page, 'built/LICENSES.txt': parts};
const isCurrent = (name) => existsSync(new URL(name, here)) && read(name) === made[name];
const stale = Object.keys(made).filter((name) => !isCurrent(name));
if (process.argv.includes('--check')) {
  for (const name of stale) console.error(`src/render/page/${name} is not current: run scripts/build-page`);
  process.exitCode = stale.length > 0 ? 1 : 0;
} else {
  mkdirSync(new URL('built', here), {recursive: true});
  for (const name of stale) writeFileSync(new URL(name, here), made[name]);
}
