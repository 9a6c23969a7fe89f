// Paints the cells of a matrix.

const resolution = 2; // canvas pixels per CSS pixel: sharp on fine screens, and in print
const smallestHatched = 4; // CSS pixels; below that lines would be noise

function hatch(context, x, y, width, height, colour, isCrossed) {
  context.save();
  context.beginPath();
  context.rect(x, y, width, height);
  context.clip();
  context.strokeStyle = colour;
  context.lineWidth = 2;
  context.beginPath();
  const apart = 10;
  for (let d = -height + (apart - ((x - y) % apart)) - apart; d < width; d += apart) {
    context.moveTo(x + d, y + height);
    context.lineTo(x + d + height, y);
    if (isCrossed) {
      context.moveTo(x + d, y);
      context.lineTo(x + d + height, y + height);
    }
  }
  context.stroke();
  context.restore();
}

/// `cells` has rows, columns, a size, value(i, j), isHidden(i, j) and a palette. What is hidden is hatched, NaN crossed.
export function paint(canvas, cells) {
  const {rows, columns, size, palette} = cells;
  const width = size.width * resolution;
  const height = size.height * resolution;
  canvas.width = columns.length * width;
  canvas.height = rows.length * height;
  const context = canvas.getContext('2d');
  if (!context) return;
  const line = size.width >= 12 ? resolution : 0;
  const {theme} = palette;
  for (let i = 0; i < rows.length; ++i)
    for (let j = 0; j < columns.length; ++j) {
      const number = cells.value(i, j);
      if (number === undefined) continue;
      const box = [j * width, i * height, width - line, height - line];
      const colour = cells.isHidden(i, j) ? null : palette.colour(number);
      context.fillStyle = colour ?? theme.none;
      context.fillRect(...box);
      if (colour !== null) continue;
      if (size.width >= smallestHatched) hatch(context, ...box, theme.hatch, Number.isNaN(number));
    }
}
