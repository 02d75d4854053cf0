import { describe, expect, it } from "vitest";
import { readSources } from "../tree.ts";
import { coreIsPassive } from "./passive.ts";

const sources = await readSources(["src/core", "src/lib"]);
const CLOCK = { path: "src/lib/clock.ts", text: "export const later = (ms: number) => setTimeout(() => {}, ms);" };
const breachesOf = (text: string) => coreIsPassive([CLOCK, { path: "src/core/a.ts", text }]);

describe("the core only decides: it runs nothing", () => {
  it("in all of its files", () => {
    expect(sources.filter(({ path }) => path.startsWith("src/core/")).length).toBeGreaterThan(80);
    expect(coreIsPassive(sources)).toEqual([]);
  });

  it.each([
    ["setTimeout in line 2", "\nsetTimeout(() => {}, 1);"],
    ["globalThis in line 1", 'globalThis["setTimeout"](() => {}, 1);'],
    ["AbortSignal.timeout in line 1", "const signal = AbortSignal.timeout(5);"],
    ["AbortSignal in line 1", "const { timeout } = AbortSignal;"],
    ["Date.now in line 1", 'const now = Date["now"]();'],
    ["new Date() in line 1", "const now = new Date();"],
    ["console in line 1", 'console.log("done");'],
    ["node:timers/promises in line 1", 'import { setTimeout as wait } from "node:timers/promises";'],
    ["an import by a computed name in line 1", 'const name = "node:timers"; void import(name);'],
    ["a while loop that waits in line 1", "async function a(b: Work) { while (b.goesOn) await b.next(); }"],
    ["a for loop that waits in line 1", "const a = async (b: Work) => { for (;;) { await b.next(); } };"],
    ["for await in line 1", "async function a(all: Events) { for await (const one of all) use(one); }"],
    [
      "again, which calls itself that waits in line 1",
      "async function again(b: Work) { await b.next(); await again(b); }",
    ],
    ["a part called sleep in line 1", "interface Waits { sleep(ms: number): Promise<void> }"],
    ["a part called log in line 1", "const a = ({ log }: Context) => log.warn({}, `b`);"],
  ])("reports %s", (what, text) => {
    expect(breachesOf(text)).toContain(`src/core/a.ts has ${what}`);
  });

  it("reports the import of a file that imports a clock, even if both import only types", () => {
    const between = {
      path: "src/lib/cache.ts",
      text: 'import type { later } from "./clock.ts"; export interface Cache {}',
    };
    const core = { path: "src/core/a.ts", text: 'import type { Cache } from "../lib/cache.ts";' };
    expect(coreIsPassive([CLOCK, between, core])).toEqual(["src/core/a.ts imports src/lib/cache.ts, which is active"]);
  });

  it.each([
    ["a loop that only computes", "function a(n: number) { while (n > 1) n /= 2; return n; }"],
    ["a loop over a known list", "async function a(all: Work[]) { for (const one of all) await one.next(); }"],
    ["a date that is passed in", "const day = (now: Date) => new Date(now.getTime() + 1);"],
  ])("allows %s", (_what, text) => {
    expect(breachesOf(text)).toEqual([]);
  });
});
