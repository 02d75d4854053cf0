import { describe, expect, it, vi } from "vitest";
import { refusedBeforeFiles } from "../../../../src/command/make/over-quota.ts";
import { requestBatch } from "../../../../src/command/make/request-batch.ts";
import { DEFAULT_JOBS_AT_ONCE, DEFAULT_JOBS_WAITING } from "../../../../src/core/account/bounds.ts";
import { allowedModelsOf } from "../../../../src/core/account/policy/allowed-models.ts";
import type { ScopedSettings } from "../../../../src/core/account/policy/policy.ts";
import { ORGANISATION_SCOPE } from "../../../../src/core/account/policy/scope.ts";
import { OverQuotaError, type QuotaState } from "../../../../src/core/account/quota/quota.ts";
import type { Proposals } from "../../../../src/core/job/proposal.ts";
import type { NewRequest } from "../../../../src/core/job/job-store.ts";
import { en } from "../../../../src/text/en/index.ts";
import { aMembership, createCommandWorld, GENERAL, MAX } from "../../../support/commands.ts";
import { aRequest, EPOCH } from "../../../support/database/jobs.ts";

const MAKING = {
  key: "message:m-1",
  conversation: GENERAL,
  actor: MAX,
  message: { conversation: GENERAL, id: "m-1" },
  parent: undefined,
};
const REQUEST = aRequest({ count: 3 });
/** Requests for more than two pictures need an admin. */
const LARGE: readonly ScopedSettings[] = [{ scope: ORGANISATION_SCOPE, settings: { approveCount: 2 } }];

function asking(rules: readonly ScopedSettings[] = []) {
  const membership = aMembership(MAKING, { rules });
  return { membership, listed: undefined, allowedModels: allowedModelsOf(membership.policy, undefined) };
}

function aQuota(changes: Partial<QuotaState> = {}): QuotaState {
  const quota = { scope: ORGANISATION_SCOPE, unit: "images", span: "day", amount: 10, granted: 0, used: 8 } as const;
  return { ...quota, endsAt: EPOCH, timeZone: "UTC", ...changes };
}

describe("a request over a quota", () => {
  const refused = (states: readonly QuotaState[], isAsked: boolean, rules: readonly ScopedSettings[] = []) => {
    const isAskedOf = vi.fn<Proposals["isAsked"]>(async () => isAsked);
    const proposals = { ...createCommandWorld().proposals, isAsked: isAskedOf };
    const quotas = { state: async () => states, refundable: async () => [] };
    const elsewhere = (): never => {
      throw new Error("not used in these tests");
    };
    const context = {
      texts: en,
      prices: undefined,
      proposals,
      quotas: { ...quotas, set: elsewhere, clear: elsewhere, grant: elsewhere, refund: elsewhere },
    };
    return { reply: refusedBeforeFiles(MAKING, asking(rules), REQUEST, context), isAskedOf };
  };

  it("is refused before its files are loaded while its member has another question to answer", async () => {
    const { reply, isAskedOf } = refused([aQuota(), aQuota({ amount: 11 }), aQuota({ unit: "seconds" })], true);
    const text = (await reply)?.kind === "answer" ? JSON.stringify(await reply) : "";
    expect(text).toContain(
      "That needs 3 pictures, but the quota of 10 pictures a day for the organisation has only 2 pictures left",
    );
    expect(text).not.toContain("11 pictures");
    expect(text).not.toContain("s of clips");
    expect(isAskedOf.mock.calls).toEqual([
      [
        {
          organisationId: "organisation-1",
          accountId: `account of ${MAX.userId}`,
          platform: "console",
          eventKey: "message:m-1",
          requestMessage: "m-1",
        },
      ],
    ]);
  });

  it.each<[string, QuotaState, boolean, readonly ScopedSettings[]]>([
    ["its member has no question to answer", aQuota(), false, []],
    ["exactly enough is left", aQuota({ used: 7 }), true, []],
    ["a grant makes up for it", aQuota({ granted: 1 }), true, []],
    ["the quota is for clips", aQuota({ unit: "seconds" }), true, []],
    ["an admin is asked anyway", aQuota(), true, LARGE],
  ])("goes on if %s", async (_why, quota, isAsked, rules) => {
    expect(await refused([quota], isAsked, rules).reply).toBeUndefined();
  });
});

/** Passes a request to a job service that first rejects with these errors. Resolves with the requests that it received. */
async function handed(errors: readonly Error[], asks: boolean, rules: readonly ScopedSettings[] = [], actor = MAX) {
  const requests: NewRequest[] = [];
  const left = [...errors];
  const accept = async (request: NewRequest): Promise<void> => {
    requests.push(request);
    const error = left.shift();
    if (error) throw error;
  };
  const jobs = { ...createCommandWorld().jobs, accept };
  await requestBatch({ ...MAKING, actor }, asking(rules), REQUEST, { jobs, prices: undefined }, { asks });
  return requests;
}

describe("a checked request", () => {
  const over = new OverQuotaError([{ ...aQuota(), asked: 3 }]);

  const heldFor = (requests: readonly NewRequest[]) => requests.map(({ held }) => held?.reasons);

  it("is accepted with its member's bounds, and is not held", async () => {
    const [request, ...others] = await handed([], true);
    expect(others).toEqual([]);
    expect(request).not.toHaveProperty("held");
    expect(request).toMatchObject({
      eventKey: "message:m-1",
      requesterId: MAX.userId,
      requestMessage: "m-1",
      locale: "en",
      atOnce: DEFAULT_JOBS_AT_ONCE,
      mostWaiting: DEFAULT_JOBS_WAITING,
      ownKeys: false,
      unit: "images",
      cost: 1,
    });
  });

  it("uses the channel's language and the rules of its scopes", async () => {
    const settings = { jobsAtOnce: 7, jobsWaiting: 70, ownKeys: true };
    const rules = [{ scope: ORGANISATION_SCOPE, settings }];
    const [request] = await handed([], false, rules, { ...MAX, channelLocale: "zh-CN" });
    expect(request).toMatchObject({ locale: "zh-CN", atOnce: 7, mostWaiting: 70, ownKeys: true });
  });

  it("is held for an admin above a threshold, and for both reasons if it is over a quota too", async () => {
    expect(heldFor(await handed([], false, LARGE))).toEqual([["threshold"]]);
    expect(heldFor(await handed([over], false, LARGE))).toEqual([["threshold"], ["threshold", "quota"]]);
  });

  it("over a quota is held only if its member wants an admin to be asked", async () => {
    expect(heldFor(await handed([over], true))).toEqual([undefined, ["quota"]]);
    await expect(handed([over], false)).rejects.toBe(over);
  });

  it("passes other errors on", async () => {
    const broken = new Error("broken");
    await expect(handed([broken], true, LARGE)).rejects.toBe(broken);
    await expect(handed([over, broken], true)).rejects.toBe(broken);
  });
});
