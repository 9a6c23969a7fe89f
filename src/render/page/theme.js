// Dark or light: as the system has it, until the reader switches. Print is light.

const system = matchMedia('(prefers-color-scheme: dark)');
const root = document.documentElement;
let printing = false;

export const changes = new EventTarget();
const tell = () => changes.dispatchEvent(new Event('change'));

export function isDark() {
  if (printing) return false;
  return root.dataset.theme ? root.dataset.theme === 'dark' : system.matches;
}

export function switchTheme() {
  root.dataset.theme = isDark() ? 'light' : 'dark';
  tell();
}

/// What is drawn, and not styled, is drawn anew.
export function setPrinting(value) {
  printing = value;
  tell();
}

system.addEventListener('change', tell);
