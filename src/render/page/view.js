// What the reader has chosen. Parts of the page listen to what they show.

export class View extends EventTarget {
  cell = null; // {step, row, column}
  head = null; // null: all
  batch = null;
  frame = null; // tiled: which tile
  inFull = false;

  /// Tells `listener` when one of `names` changes, and once now.
  follow(names, listener) {
    for (const name of names) this.addEventListener(name, listener);
    listener();
  }

  set(changes) {
    const changed = Object.keys(changes).filter((name) => this[name] !== changes[name]);
    Object.assign(this, changes);
    for (const name of changed) this.dispatchEvent(new Event(name));
  }

  /// Chooses a cell, and shows its step if something else is shown.
  select(step, row, column) {
    const changes = {cell: {step, row, column}};
    if (this.head !== null && step.head !== null) changes.head = step.head;
    if (this.batch !== null && step.batch !== null) changes.batch = step.batch;
    if (step.frame !== null) changes.frame = step.frame;
    this.set(changes);
  }

  shows(step) {
    return (
      (this.head === null || step.head === null || step.head === this.head) &&
      (this.batch === null || step.batch === null || step.batch === this.batch) &&
      (step.frame === null || step.frame === this.frame)
    );
  }
}
