// A number that is cut off is another number: "-0" for -0.781. In a box that scrolls, columns that are not there from
// edge to edge have no numbers.

const most = 2; // pixels that may be missing: there is more room around a number

/// `columns` gives the columns of a box, as lists of cells; `onResize` is told that cells may have another width.
export class WholeColumns {
  #cut = new Set();

  constructor(box, columns, onResize = () => {}) {
    Object.assign(this, {box, columns});
    this.observer = new ResizeObserver(() => {
      onResize();
      this.#renew();
    });
    for (const node of [box, ...box.children]) this.observer.observe(node);
    box.addEventListener('scroll', () => this.#renew());
  }

  disconnect() {
    this.observer.disconnect();
  }

  #renew() {
    const {box, columns} = this;
    const left = box.getBoundingClientRect().left + box.clientLeft;
    const right = left + box.clientWidth;
    const isCut = ([cell]) => {
      const edges = cell.getBoundingClientRect();
      return edges.left < left - most || edges.right > right + most;
    };
    columns.forEach((cells, j) => {
      const isNow = cells.length > 0 && isCut(cells);
      if (isNow === this.#cut.has(j)) return;
      if (isNow) this.#cut.add(j);
      else this.#cut.delete(j);
      for (const cell of cells) cell.classList.toggle('is-cut', isNow);
    });
  }
}

/// Of a table, but for what its rows are called.
export function columnsOf(table) {
  const rows = [...table.rows].map((row) => [...row.cells].slice(1));
  return (rows[0] ?? []).map((_, j) => rows.map((row) => row[j]));
}
