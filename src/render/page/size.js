// How large the cells of a matrix are.

/// Sides of a cell in pixels, and how many characters its number has, if numbers are in the cells: then it may be
/// narrower where there is little room.
export function sizeOf(rows, columns, isAlone, longestNumber) {
  if (rows <= 16 && columns <= (isAlone ? 12 : 8)) return {width: 62, height: 32, characters: longestNumber()};
  const longest = Math.max(rows, columns);
  const side = longest <= 16 ? 22 : longest <= 24 ? 17 : longest <= 36 ? 11 : longest <= 48 ? 8 : 6;
  const scaled = isAlone ? Math.min(24, Math.round(side * 1.7)) : side;
  return {width: columns === 1 ? 26 : scaled, height: scaled};
}
