import { expect, it } from "vitest";
import { gridColumns } from "../../../src/web/state/log/picture-grid.ts";

const SQUARE = { width: 1024, height: 1024 };
const BAND = { width: 2100, height: 900 };
const TALL = { width: 720, height: 1280 };

it.each([
  [1, SQUARE, { wide: 1, narrow: 1 }],
  [2, SQUARE, { wide: 2, narrow: 2 }],
  [3, SQUARE, { wide: 3, narrow: 3 }],
  [4, SQUARE, { wide: 2, narrow: 2 }],
  [4, TALL, { wide: 4, narrow: 2 }],
  [5, SQUARE, { wide: 3, narrow: 2 }],
  [6, SQUARE, { wide: 3, narrow: 2 }],
  [7, SQUARE, { wide: 4, narrow: 2 }],
  [8, SQUARE, { wide: 4, narrow: 2 }],
  [9, SQUARE, { wide: 3, narrow: 3 }],
  [10, SQUARE, { wide: 5, narrow: 2 }],
  [2, BAND, { wide: 1, narrow: 1 }],
  [4, BAND, { wide: 2, narrow: 1 }],
])("%i pictures of %j are shown in columns: %j", (count, shape, columns) => {
  expect(gridColumns(Array.from({ length: count }, () => shape))).toEqual(columns);
});

it("pictures of unknown size count as squares, and one odd shape among others changes nothing", () => {
  expect(gridColumns([{}, {}, {}, BAND])).toEqual({ wide: 2, narrow: 2 });
});
