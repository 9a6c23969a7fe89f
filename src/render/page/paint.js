// Paints the cells of a matrix.

import {create} from 'd3-selection';

const resolution = 2; // canvas pixels per CSS pixel: sharp on fine screens, and in print
const smallestHatched = 4; // CSS pixels; below that lines would be noise, and it is grey
const smallestApart = 12; // from there on a line of the paper is between cells
const apart = 10; // canvas pixels between lines of hatching

const canvasOf = (width, height) => create('canvas').attr('width', width).attr('height', height).node();

function hatching(context, colour, isCrossed) {
  const tile = canvasOf(apart, apart);
  const pen = tile.getContext('2d');
  pen.strokeStyle = colour;
  pen.lineWidth = 1.6;
  pen.lineCap = 'square';
  // Twice beside the diagonal, so that the corners join.
  for (const shift of [-apart, 0, apart]) {
    pen.moveTo(shift, apart);
    pen.lineTo(shift + apart, 0);
    if (!isCrossed) continue;
    pen.moveTo(shift, 0);
    pen.lineTo(shift + apart, apart);
  }
  pen.stroke();
  return context.createPattern(tile, 'repeat');
}

/// One pixel for each cell.
function colours({rows, columns, palette, value, isHidden}) {
  const image = new ImageData(columns.length, rows.length);
  const none = palette.channels(null);
  const special = {hidden: [], nan: []};
  for (let i = 0, at = 0; i < rows.length; ++i)
    for (let j = 0; j < columns.length; ++j, at += 4) {
      const number = value(i, j);
      if (number === undefined) continue;
      const channels = isHidden(i, j) ? none : palette.channels(number);
      image.data.set(channels, at);
      image.data[at + 3] = 255;
      if (channels === none) special[Number.isNaN(number) ? 'nan' : 'hidden'].push([i, j]);
    }
  return {image, special};
}

/// `cells` has rows, columns, a size, value(i, j), isHidden(i, j) and a palette. What is hidden is hatched, NaN crossed.
export function paint(canvas, cells) {
  const {rows, columns, size, palette} = cells;
  if (rows.length * columns.length === 0) return;
  const [width, height] = [size.width * resolution, size.height * resolution];
  canvas.width = columns.length * width;
  canvas.height = rows.length * height;
  const context = canvas.getContext('2d');
  const {image, special} = colours(cells);
  const pixels = canvasOf(columns.length, rows.length);
  pixels.getContext('2d').putImageData(image, 0, 0);
  context.imageSmoothingEnabled = false;
  context.drawImage(pixels, 0, 0, canvas.width, canvas.height);
  for (const [kind, places] of Object.entries(special)) {
    const {veil, hatch} = palette.theme;
    context.fillStyle = size.width < smallestHatched ? veil : hatching(context, hatch, kind === 'nan');
    for (const [i, j] of places) context.fillRect(j * width, i * height, width, height);
  }
  if (size.width < smallestApart) return;
  columns.forEach((_, j) => context.clearRect((j + 1) * width - resolution, 0, resolution, canvas.height));
  rows.forEach((_, i) => context.clearRect(0, (i + 1) * height - resolution, canvas.width, resolution));
}
