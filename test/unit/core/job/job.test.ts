import { describe, expect, it } from "vitest";
import { hasEnded, exceedsDeathLimit, isSetAside, JOB_STATES, type JobState } from "../../../../src/core/job/job.ts";
import { proposalKey } from "../../../../src/core/job/proposal.ts";

const NOW = Date.UTC(2026, 0, 1);

describe("a job", () => {
  it("has ended once it is in a final state", () => {
    const ended: readonly JobState[] = ["succeeded", "failed", "cancelled", "expired"];
    expect(JOB_STATES.filter(hasEnded)).toEqual(ended);
  });

  it.each([
    [0, false],
    [2, false],
    [3, true],
    [4, true],
  ])("exceeds the death limit after %i deaths: %s", (deaths, deadly) => {
    expect(exceedsDeathLimit({ deaths })).toBe(deadly);
  });

  it.each([
    ["submitting", "image", true],
    ["succeeded", "image", true],
    ["succeeded", "video", true],
    // A clip's create is never sent again.
    ["submitting", "video", false],
    // Watching can't have killed them.
    ["running", "image", false],
    ["running", "video", false],
    ["waiting", "image", false],
    ["unknown", "image", false],
    ["failed", "image", false],
  ] as const)("in state %s of the %s service is set aside after three deaths: %s", (state, service, isAside) => {
    const job = { state, service, deaths: 3, notBefore: new Date(NOW + 1) };
    expect(isSetAside(job, NOW)).toBe(isAside);
    expect(isSetAside({ ...job, deaths: 2 }, NOW)).toBe(false);
    // Its time is up.
    expect(isSetAside(job, NOW + 1)).toBe(false);
    expect(isSetAside(job, NOW + 2)).toBe(false);
  });
});

describe("confirming a proposal", () => {
  it("is one event, however often it is delivered", () => {
    expect(proposalKey("p-1")).toBe("proposal:p-1");
    expect(proposalKey("p-1")).not.toBe(proposalKey("p-2"));
  });
});
