import { describe, expect, it } from "vitest";
import { endingOf } from "../../../../src/platforms/slack/post/step-ending.ts";
import type { EndedStep } from "../../../../src/platforms/slack/store/step-store.ts";
import { en } from "../../../../src/text/en/index.ts";
import { stepTextsFor } from "../../../../src/text/render/steps/step-texts.ts";

const link = "https://acme.slack.com/archives/C1/p1";
const say = stepTextsFor("en");

function step(given: Partial<EndedStep> = {}): EndedStep {
  return {
    executionId: "Fx1",
    locale: "en",
    refusal: null,
    offered: true,
    forgotten: false,
    request: { prompt: "a heron" },
    service: "image",
    conversation: "slack:T1:C1",
    posted: "1.0",
    made: 2,
    states: ["succeeded", "succeeded"],
    failures: [],
    ...given,
  };
}

describe("a workflow's step", () => {
  it("returns its result even if some of it could not be made", () => {
    const outputs = { link, prompt: "a heron", made: 2 };
    expect(endingOf(step(), link)).toEqual({ kind: "success", outputs });
    const partly = step({ states: ["succeeded", "succeeded", "failed"], failures: [{ reason: "waited_too_long" }] });
    expect(endingOf(partly, link)).toEqual({ kind: "success", outputs });
  });

  it.each<readonly [string, Partial<EndedStep>, string]>([
    ["it was refused", { refusal: "No **such** model.", request: null, service: null, made: 0 }, "No such model."],
    ["its question was not confirmed", { request: null, service: null, made: 0, states: [] }, say.notAgreed],
    [
      "its question could not be asked",
      { offered: false, request: null, service: null, made: 0, states: [] },
      `${say.notAsked}\n${stepTextsFor("zh-CN").notAsked}`,
    ],
    ["its person was forgotten", { forgotten: true }, `${say.forgotten}\n${stepTextsFor("zh-CN").forgotten}`],
    ["it was cancelled", { made: 0, states: ["cancelled", "cancelled"] }, say.cancelled],
    ["the outcome of one job is not known yet", { made: 0, states: ["cancelled", "unknown"] }, say.notKnown],
    [
      "all failed for the same reason",
      {
        made: 0,
        states: ["failed", "failed"],
        failures: [{ reason: "waited_too_long" }, { reason: "waited_too_long" }],
      },
      en.failure.waitedTooLong,
    ],
  ])("fails and says why if %s", (_what, given, error) => {
    expect(endingOf(step(given), link)).toEqual({ kind: "error", error });
  });

  it("fails if its result has no message", () => {
    expect(endingOf(step(), undefined)).toEqual({ kind: "error", error: say.notPosted });
  });

  it("fails with a reason that is short enough to be read", () => {
    const ending = endingOf(step({ refusal: "x".repeat(5_000) }), link);
    expect(ending.kind === "error" ? ending.error.length : 0).toBe(1_000);
  });
});
