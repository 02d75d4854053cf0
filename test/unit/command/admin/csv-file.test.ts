import { buffer } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { csvFile } from "../../../../src/command/admin/csv-file.ts";
import type { CsvRow } from "../../../../src/lib/csv.ts";
import { SMALLEST_FILE_LIMIT_BYTES } from "../../../../src/lib/limits.ts";

async function written(rows: readonly CsvRow[]): Promise<string> {
  const { file } = await csvFile("a.csv", "A table", ["name", "count"], rows);
  const content = (await buffer(await file.open())).toString("utf8");
  expect(Buffer.byteLength(content)).toBe(file.bytes);
  return content;
}

function* endless(): Generator<CsvRow> {
  for (;;) yield ["x".repeat(1_000)];
}

describe("a table as a file", () => {
  it("is marked as UTF-8, and quotes cells with commas, quotes or line breaks", async () => {
    const rows: CsvRow[] = [
      ["Max", 1],
      ['a "b", c', undefined],
      ["two\nlines", -2],
      ["图片", 3],
    ];
    expect(await written(rows)).toBe('\uFEFFname,count\r\nMax,1\r\n"a ""b"", c",\r\n"two\nlines",-2\r\n图片,3\r\n');
  });

  it.each(["=1+1", "+1", "-1", "@sum", "\t=1", " =1+1", "＝1+1"])("escapes formulas: %j", async (evil) => {
    expect(await written([[evil, 1]])).toContain(`\n'${evil}`);
  });

  it("can be read again for a retry", async () => {
    const { file } = await csvFile("a.csv", "A table", ["name"], [["Max"]]);
    expect(await buffer(await file.open())).toEqual(await buffer(await file.open()));
  });

  it("is limited to what every platform accepts, and says so", async () => {
    const { file, complete } = await csvFile("a.csv", "A table", ["name"], endless());
    expect(complete).toBe(false);
    expect(file.bytes).toBeLessThanOrEqual(SMALLEST_FILE_LIMIT_BYTES);
    expect(file.bytes).toBeGreaterThan(SMALLEST_FILE_LIMIT_BYTES - 2_000);
  });
});
