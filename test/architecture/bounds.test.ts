import { expect, it } from "vitest";
import { readSources } from "./tree.ts";

const BOUNDS = "src/lib/limits.ts";
/** Pins the numbers that the gateway's contracts set. */
const PINNED = "test/unit/lib/limits.test.ts";
/** Bounds with one user that stay next to the bounds that they belong to, each with its reason. */
const TOGETHER: ReadonlyMap<string, string> = new Map([
  ["CREATE_REPEATS_MS", "the moments of CREATE_TRIES within CREATE_WINDOW_MS"],
  ["DEFAULT_IMAGE_TIMEOUT_MS", "what GUIDANCE_GRACE_MS is added to"],
]);

const sources = await readSources(["src", "commands", "test/unit/lib"]);

it("a bound with only one user is defined next to that user", () => {
  const limits = sources.find(({ path }) => path === BOUNDS)?.text ?? "";
  const names = [...limits.matchAll(/^export const (\w+)/gm)].map(([, name = ""]) => name);
  expect(names.length).toBeGreaterThan(50);
  const alone = names.filter((name) => {
    const uses = sources.filter(({ path, text }) => path !== BOUNDS && new RegExp(`\\b${name}\\b`).test(text));
    const isPinned = uses.some(({ path }) => path === PINNED);
    return !isPinned && uses.filter(({ path }) => !path.startsWith("test/")).length < 2;
  });
  expect(alone).toEqual([...TOGETHER.keys()]);
});
