// A browser of its own for the tests: a new empty profile, and nothing that leaves the page.

import {chromium} from 'playwright-core';

export const chromiumPath = process.env.CHROMIUM ?? '/usr/bin/chromium';

const flags = [
  '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
  '--disable-component-update', '--disable-sync',
];

export const launch = () => chromium.launch({executablePath: chromiumPath, args: flags});

/// Opens a file, and keeps what goes wrong in it: errors, and requests other than for the file itself.
export async function open(browser, path, options = {}) {
  const context = await browser.newContext({viewport: {width: 1440, height: 900}, ...options});
  context.setDefaultTimeout(10000);
  const page = await context.newPage();
  const wrong = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') wrong.push(message.text());
  });
  page.on('pageerror', (error) => wrong.push(String(error)));
  const address = `file://${path}`;
  await context.route('**', (route) => {
    if (route.request().url() === address) return route.continue();
    wrong.push(`a request for ${route.request().url()}`);
    return route.abort();
  });
  await page.goto(address);
  return {page, wrong, close: () => context.close()};
}
