// Dark or light: as the system has it, until the reader switches. Print is light.

const system = matchMedia('(prefers-color-scheme: dark)');
const root = document.documentElement;
let dark = system.matches; // asked for each cell that is painted
let printing = false;

export const changes = new EventTarget();

function renew() {
  dark = !printing && (root.dataset.theme ? root.dataset.theme === 'dark' : system.matches);
  changes.dispatchEvent(new Event('change'));
}

export const isDark = () => dark;

export function switchTheme() {
  root.dataset.theme = dark ? 'light' : 'dark';
  renew();
}

/// What is drawn, and not styled, is drawn anew.
export function setPrinting(value) {
  printing = value;
  renew();
}

system.addEventListener('change', renew);
