import { expect, it } from "vitest";
import type { Settlement } from "../../../../src/core/job/job.ts";
import type { Job } from "../../../../src/core/job/job-store.ts";
import { en } from "../../../../src/text/en/index.ts";
import { costFact, costLines } from "../../../../src/worker/delivery/notice/cost-lines.ts";
import { aBatch, aJob, EPOCH } from "../../../support/database/jobs.ts";

const say = en.cost;
const PICTURES = { batch: aBatch() };
const CLIP = {
  batch: aBatch({
    service: "video",
    request: { kind: "video", model: "m", prompt: "p", seconds: 5, billedSeconds: 7, references: [] },
  }),
};
const settled = (...settlements: readonly Settlement[]): readonly Job[] =>
  settlements.map((settlement) => aJob({ state: "succeeded", settlement }));

it("takes a few words instead of lines if everything arrived", () => {
  const jobs = settled("charged", "charged");
  expect(costLines(PICTURES, jobs, jobs, en)).toEqual([]);
  expect(costLines(CLIP, jobs, jobs, en)).toEqual([]);
  expect(costFact(PICTURES, jobs, jobs, en)).toBe(say.counted("2 pictures"));
  expect(costFact(CLIP, jobs, jobs, en)).toBe(say.billed(14));
  expect(costFact(PICTURES, jobs, jobs.slice(1), en)).toBeUndefined();
  const unsettled = settled("charged", "released");
  expect(costFact(PICTURES, unsettled, unsettled, en)).toBeUndefined();
  expect(costLines(PICTURES, unsettled, unsettled, en)).toEqual([say.chargedOf("1 picture", 2)]);
});

it.each<[readonly Settlement[], readonly string[]]>([
  [["charged", "charged"], [say.chargedOf("2 pictures", 2)]],
  [["charged", "released"], [say.chargedOf("1 picture", 2)]],
  [["released", "released"], [say.nothing]],
  [["refunded", "released"], [say.nothing]],
  [["assumed", "released"], [say.assumed("1 picture")]],
  [["reserved", "reserved"], [say.reserved("2 pictures")]],
  [
    ["assumed", "reserved"],
    [say.assumed("1 picture"), say.reserved("1 picture")],
  ],
  [
    ["charged", "assumed", "reserved"],
    [say.chargedOf("1 picture", 3), say.assumed("1 picture"), say.reserved("1 picture")],
  ],
])("of %j is stated if not everything arrived", (settlements, lines) => {
  expect(costLines(PICTURES, settled(...settlements), [], en)).toEqual(lines);
});

it("of a single job says whether it had begun before it was cancelled", () => {
  expect(costLines(CLIP, settled("charged"), [], en)).toEqual([say.charged("7 s of clips")]);
  expect(costLines(CLIP, settled("assumed"), [], en)).toEqual([say.assumed("7 s of clips")]);
  const cancelled = aJob({ state: "cancelled", settlement: "charged" });
  expect(costLines(PICTURES, [cancelled], [], en)).toEqual([say.begun("1 picture")]);
  const unstoppable = aJob({ service: "video", state: "succeeded", settlement: "charged", cancelRequestedAt: EPOCH });
  expect(costLines(CLIP, [unstoppable], [], en)).toEqual([say.begun("7 s of clips")]);
});

it("is stated in money too, as the price was when the request was accepted", () => {
  const price = { currency: "EUR", digits: 2, amount: 4 };
  const jobs = settled("charged", "charged");
  const priced = { batch: aBatch({ price }) };
  expect(costFact(priced, jobs, jobs, en)).toBe(`${say.counted("2 pictures")} (€0.08)`);
  expect(costLines(priced, settled("charged", "released"), [], en)).toEqual([say.chargedOf("1 picture (€0.04)", 2)]);
  expect(costLines(priced, settled("released"), [], en)).toEqual([say.nothing]);
  const unknown = { batch: aBatch({ price: { ...price, amount: undefined } }) };
  expect(costFact(unknown, jobs, jobs, en)).toBe(`${say.counted("2 pictures")} (price unknown)`);
});
