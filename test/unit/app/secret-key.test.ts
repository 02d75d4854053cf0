import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { readConfig } from "../../../src/config/config.ts";
import { secretKeysFor } from "../../../src/app/context/secret-key.ts";

const NEW = "a new secret key of more than thirty-two characters";
const OLD = "an old secret key of more than thirty-two characters";
const OLDER = "an older secret key of more than thirty-two characters";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "easel-secret-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const keysFor = (environment: Record<string, string>) =>
  secretKeysFor(readConfig({ DATA_DIR: folder, ...environment }, folder));

it("generates a key once and keeps it", async () => {
  const first = await keysFor({});
  expect(first.current).toHaveLength(64);
  expect(first.previous).toEqual([]);
  expect(await keysFor({})).toEqual(first);
  expect((await readFile(join(folder, "secret.key"), "utf8")).trim()).toBe(first.current);
});

it("counts the generated key as a previous one once another is configured", async () => {
  const { current } = await keysFor({});
  expect(await keysFor({ SECRET_KEY: NEW })).toEqual({ current: NEW, previous: [current] });
  expect(await keysFor({ SECRET_KEY: current })).toEqual({ current, previous: [] });
});

it("reads several previous keys", async () => {
  expect(await keysFor({ SECRET_KEY: NEW, SECRET_KEY_PREVIOUS: `${OLD} , ${OLDER},` })).toEqual({
    current: NEW,
    previous: [OLD, OLDER],
  });
});

it("refuses a previous key that is too short, without repeating it", () => {
  expect(() => readConfig({ SECRET_KEY: NEW, SECRET_KEY_PREVIOUS: `${OLD},hunter2` }, folder)).toThrow(
    /^SECRET_KEY_PREVIOUS contains a key shorter than 32 characters; set it to the previous values of SECRET_KEY/,
  );
});
