import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { SLOW } from "../support/process/slow-files.ts";

it("the list of slow test files contains only files that exist", () => {
  const isMissing = (path: string): boolean => !existsSync(fileURLToPath(new URL(`../${path}`, import.meta.url)));
  expect(SLOW.filter(isMissing)).toEqual([]);
});
