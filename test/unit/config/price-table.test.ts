import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { priceTable } from "../../../src/config/price-table.ts";

const TEXT = '{"currency": "EUR", "models": {"a*": {"picture": 4}}}';
const TABLE = { currency: "EUR", digits: 2, models: { "a*": { picture: 4 } } };

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "easel-prices-"));
  writeFileSync(join(folder, "prices.json"), TEXT);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

it("is read from the variable, or from a file", () => {
  expect(priceTable({}, folder)).toBeUndefined();
  expect(priceTable({ PRICES: TEXT }, folder)).toEqual(TABLE);
  expect(priceTable({ PRICES_FILE: "prices.json" }, folder)).toEqual(TABLE);
  expect(priceTable({ PRICES_FILE: join(folder, "prices.json") }, "/")).toEqual(TABLE);
});

it.each([
  [{ PRICES: TEXT, PRICES_FILE: "prices.json" }, "PRICES", "both set"],
  [{ PRICES: "4 cents" }, "PRICES", "not valid JSON; write it like {"],
  [{ PRICES: "[]" }, "PRICES", "PRICES: must be a JSON object; write it like {"],
  [{ PRICES: '{"currency": "EUR"}' }, "PRICES", "PRICES: models must be an object with a price for each model; "],
  [{ PRICES: `${TEXT.slice(0, -1)}, "tax": 1}` }, "PRICES", "PRICES: has entries that Easel doesn't know: tax; "],
  [{ PRICES: '{"currency": "EUR", "models": {"a": {"picture": 0.5}}}' }, "PRICES", "PRICES: models → a must be {"],
  [{ PRICES: '{"currency": "€", "models": {}}' }, "PRICES", "PRICES: currency must be a currency's code"],
  [{ PRICES_FILE: "missing.json" }, "PRICES_FILE", "can't be read"],
])("is refused by name: %j", (environment, variable, words) => {
  expect(() => priceTable(environment, folder)).toThrow(words);
  expect(() => priceTable(environment, folder)).toThrow(expect.objectContaining({ variable }));
});
