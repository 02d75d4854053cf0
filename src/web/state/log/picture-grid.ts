/** Pictures at least this many times as wide as tall are bands: side by side they would be too small. */
const BAND = 2;
/** Below this ratio, pictures are so tall that four fit side by side. */
const TALL = 0.7;

interface Shape {
  readonly width?: number | undefined;
  readonly height?: number | undefined;
}

/** The number of columns on wide screens and on phones, chosen to fill the rows. */
interface GridColumns {
  readonly wide: number;
  readonly narrow: number;
}

/** The columns for some pictures, by their number and the usual shape among them. */
export function gridColumns(pictures: readonly Shape[]): GridColumns {
  const count = pictures.length;
  const aspects = pictures.map(({ width = 1, height = 1 }) => width / height).toSorted((one, other) => one - other);
  const usual = aspects[Math.floor(count / 2)] ?? 1;
  if (count === 1 || (usual >= BAND && count <= 3)) return { wide: 1, narrow: 1 };
  const narrow = count % 3 === 0 && count % 2 === 1 ? 3 : 2;
  if (usual >= BAND) return { wide: 2, narrow: 1 };
  if (count <= 3) return { wide: count, narrow };
  if (count === 4) return { wide: usual < TALL ? 4 : 2, narrow };
  return { wide: count % 5 === 0 && count > 5 ? 5 : count % 4 === 0 || count === 7 ? 4 : 3, narrow };
}
