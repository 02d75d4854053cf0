import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { LOCALES } from "../../../src/lib/locale.ts";
import { problemText } from "../../../src/text/render/problems.ts";
import { textsFor } from "../../../src/text/texts.ts";
import { hostileFiles } from "../../support/media/hostile-files.ts";
import { startTestIntake, type TestIntake } from "../../support/media/intake.ts";
import * as good from "../../support/media/media-files.ts";

const corpus = await hostileFiles();
let test: TestIntake;

beforeAll(async () => {
  test = await startTestIntake();
});

afterAll(async () => {
  await test[Symbol.asyncDispose]();
});

it("contains more than 200 hostile files, each once", () => {
  expect(corpus.length).toBeGreaterThan(200);
  expect(new Set(corpus.map(({ bytes, name }) => `${name} ${bytes.toString("base64")}`)).size).toBe(corpus.length);
});

describe("a hostile file is refused by name and rule, and removed", () => {
  it.each(corpus)("$what", async ({ name, bytes, rules }) => {
    const taken = await test.take(bytes, name);
    if (taken.ok) throw new Error(`taken as ${JSON.stringify(taken.reference)}`);
    expect(rules).toContain(taken.problem.rule);
    for (const locale of LOCALES) expect(problemText(taken.problem, textsFor(locale))).toContain(name);
    expect(await test.files()).toEqual({ stored: 0, staged: 0 });
  });
});

it("changed bytes are refused or correctly measured, and never break the intake", async () => {
  await using own = await startTestIntake();
  const samples = await Promise.all([good.png(), good.jpeg(), good.webp(), good.gif(), good.mp4(), good.webm()]);
  const change = fc.record({ at: fc.double({ min: 0, max: 0.999, noNaN: true }), to: fc.nat({ max: 255 }) });
  const mutant = fc.record({
    sample: fc.constantFrom(...samples, good.countedMp3()),
    changes: fc.array(change, { minLength: 1, maxLength: 8 }),
  });
  await fc.assert(
    fc.asyncProperty(mutant, async ({ sample, changes }) => {
      const bytes = Buffer.from(sample);
      for (const { at, to } of changes) bytes[Math.floor(at * bytes.length)] = to;
      const before = await own.files();
      const taken = await own.take(bytes, "mutant");
      const after = await own.files();
      expect(after.staged).toBe(0);
      if (!taken.ok) {
        expect(after.stored).toBe(before.stored);
        return;
      }
      const { reference } = taken;
      expect(await own.media.size(reference.hash)).toBe(reference.bytes);
      if (reference.kind !== "audio") expect((reference.width ?? 0) * (reference.height ?? 0)).toBeGreaterThan(0);
      if (reference.kind !== "image") expect(reference.seconds).toBeGreaterThan(0);
    }),
    { numRuns: 150 },
  );
});
