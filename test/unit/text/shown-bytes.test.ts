import { expect, it } from "vitest";
import { shownBytes } from "../../../src/text/shown-bytes.ts";

const KIB = 1024;
const MIB = 1024 * KIB;

it.each([
  [0, "0 KiB"],
  [1, "1 KiB"],
  [614 * KIB, "614 KiB"],
  [MIB - 1, "1 MiB"],
  [1.25 * MIB, "1.3 MiB"],
  [80 * MIB, "80 MiB"],
  [512 * MIB, "512 MiB"],
  [1024 * MIB - 1, "1 GiB"],
  [1.5 * 1024 * MIB, "1.5 GiB"],
  [2048 * 1024 * MIB, "2048 GiB"],
])("%d bytes are shown as %s", (bytes, text) => {
  expect(shownBytes(bytes)).toBe(text);
});
