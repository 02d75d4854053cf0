import { describe, expect, it } from "vitest";
import type { FormEvent } from "../../../../src/core/chat/event.ts";
import type { FailedRequest } from "../../../../src/core/job/recovery/plan.ts";
import type { Confirmed, NewRecovery, RecoveryState } from "../../../../src/core/job/recovery/recoveries.ts";
import { endedText } from "../../../../src/command/recovery/describe-failures.ts";
import { en } from "../../../../src/text/en/index.ts";
import { zhCN } from "../../../../src/text/zh-cn/index.ts";
import { ADA, aPress, GENERAL, MAX } from "../../../support/commands.ts";
import { setUpDispatch as setUp } from "../../../support/dispatching.ts";

const ID = "0198c7c5-0000-7000-8000-000000000001";
const KEY = "0198c7c5-0000-7000-8000-000000000002";
const say = en.recovery;
const ALL = { hours: 24, choice: {} };
const SUMS = { requests: 2, images: 3, seconds: 0, members: 1, uncertain: 0 };

const failed = (batchId: string, code: string, credentialId = KEY): FailedRequest => ({
  batchId,
  accountId: "max",
  service: "image",
  cost: 1,
  isAskedAgain: false,
  jobs: [{ id: `job of ${batchId}`, failure: { reason: "gateway", code }, settlement: "released", credentialId }],
});

/** A dispatcher where this has failed. `asked`: the recoveries that an admin is asked about. */
function failing(
  requests: readonly FailedRequest[],
  more: { open?: number; isCut?: boolean; latest?: RecoveryState[] } = {},
) {
  const asked: NewRecovery[] = [];
  const hours: number[] = [];
  const { open = 0, isCut = false, latest = [] } = more;
  const set = setUp({
    recoveries: {
      failures: async (_organisation, back) => (hours.push(back), { requests, open, isCut }),
      ask: async (recovery) => void asked.push(recovery),
      latest: async () => latest,
    },
  });
  const fillIn = (kind: string, values: FormEvent["values"], actor = ADA): Promise<void> =>
    set.send({
      kind: "form",
      key: "form:1",
      conversation: GENERAL,
      actor,
      form: `set:easel-admin quota refund:${kind}`,
      values: { hours: "24", with_key: "any", code: "any", ...values },
      attachments: [],
    });
  return { ...set, asked, hours, fillIn };
}

describe("the form", () => {
  it("says what will happen, and asks to confirm exactly that", async () => {
    const { fillIn, asked, hours, said, responder } = failing(
      [failed("a", "invalid_api_key"), failed("b", "moderation_blocked"), failed("c", "x".repeat(90))],
      { open: 2, isCut: true },
    );
    await fillIn("retry", { hours: "72", uncertain: "yes" });
    expect(hours.at(-1)).toBe(72);
    expect(said()).toContain("**Retry failed requests**: last 3 days");
    expect(said()).toContain(say.asks.will.retry("2 requests of 1 member: 2 pictures"));
    for (const line of [say.asks.left.hopeless(1), say.open(2), say.cut, say.asks.before])
      expect(said()).toContain(line);
    expect(asked).toMatchObject([
      {
        kind: "retry",
        hours: 72,
        choice: { uncertain: true },
        items: [{ batchId: "a" }, { batchId: "c" }],
        locale: "en",
      },
    ]);
    expect(responder.answers.at(-1)?.buttons).toEqual([
      { id: `recover:${asked[0]?.id}`, label: "Retry 2 requests", style: "danger" },
    ]);
    // A redelivered event asks about the same requests.
    await fillIn("retry", { hours: "72", uncertain: "yes" });
    expect(asked[1]?.id).toBe(asked[0]?.id);
  });

  it("offers codes with the same beginning as separate choices, and accepts each", async () => {
    const codes = ["one", "two"].map((end) => `${"x".repeat(90)} ${end}`);
    const { fillIn, asked, send, responder } = failing(codes.map((code, index) => failed(`batch ${index}`, code)));
    await send(aPress("set:easel-admin quota refund:retry", { actor: ADA }));
    const field = responder.forms.at(-1)?.fields.find(({ name }) => name === "code");
    const choices = field?.type === "choice" ? field.choices.slice(1) : [];
    expect(new Set(choices.map(({ value }) => value)).size).toBe(2);
    for (const { value } of choices) {
      expect(value.length).toBeLessThanOrEqual(75);
      await fillIn("retry", { code: value });
    }
    expect(asked.map(({ items }) => items.map(({ batchId }) => batchId))).toEqual([["batch 0"], ["batch 1"]]);
    expect(asked.map(({ choice }) => choice.code)).toEqual(codes);
  });

  it.each([
    ["invalid_api_key", ["a"]],
    ["any", ["any"]],
    ["x".repeat(60), ["c"]],
  ])("chooses by code: %s", async (code, batches) => {
    const { fillIn, asked } = failing([
      failed("a", "invalid_api_key"),
      failed("any", "any"),
      failed("c", "x".repeat(60)),
    ]);
    await fillIn("retry", { code: `=${code}` });
    expect(asked[0]?.items.map(({ batchId }) => batchId)).toEqual(batches);
    expect(asked[0]?.choice).toEqual({ code });
  });

  it("offers nothing to confirm if nothing matches, or for a key that does not exist", async () => {
    const { fillIn, asked, said, responder } = failing([failed("a", "invalid_api_key")]);
    await fillIn("refund", {});
    expect(said()).toContain(say.asks.nothing.refund);
    expect(said()).toContain(say.asks.left.free(1));
    await fillIn("retry", { with_key: ID, hours: "9999" });
    expect(said()).toContain(say.asks.nothing.retry);
    expect(asked).toEqual([]);
    expect(responder.answers.at(-1)?.buttons).toBeUndefined();
  });

  it("is refused to members", async () => {
    const { fillIn, asked, said } = failing([failed("a", "invalid_api_key")]);
    await fillIn("retry", {}, MAX);
    expect(said()).toContain(en.adminsOnly);
    expect(asked).toEqual([]);
  });
});

describe("the button", () => {
  it.each<[Confirmed, string]>([
    [{ kind: "begun", of: "retry", sums: SUMS, ...ALL }, say.begun.retry("2 requests of 1 member: 3 pictures")],
    [{ kind: "begun", of: "refund", sums: SUMS, ...ALL }, "Refunded: 2 requests of 1 member: 3 pictures."],
    [{ kind: "already", of: "refund", sums: SUMS, ...ALL }, say.already],
    [{ kind: "gone" }, say.gone],
  ])("answers %j and goes away", async (confirmed, words) => {
    const { send, responder } = setUp({ recoveries: { confirm: async () => confirmed } });
    await send(aPress(`recover:${ID}`, { actor: ADA }));
    expect(responder.closings).toMatchObject([{ text: words }]);
  });

  it.each<[Extract<Confirmed, { of: unknown }>["of"], boolean]>([
    ["refund", true],
    // A retry's requests are not submitted yet.
    ["retry", false],
  ])("asks about what a %s left over: %s", async (of, asks) => {
    const left = { ...failed("next", "invalid_api_key"), isAskedAgain: false };
    const jobs = left.jobs.map((job) => ({ ...job, settlement: "assumed" as const }));
    const asked: NewRecovery[] = [];
    const { send, responder } = setUp({
      recoveries: {
        confirm: async () => ({ kind: "begun", of, sums: SUMS, hours: 72, choice: { credentialId: KEY } }),
        failures: async () => ({ requests: [{ ...left, jobs }], open: 0, isCut: false }),
        ask: async (recovery) => void asked.push(recovery),
      },
    });
    await send(aPress(`recover:${ID}`, { actor: ADA }));
    const [closing] = responder.closings;
    expect(asked.map(({ kind, hours, choice }) => ({ kind, hours, choice }))).toEqual(
      asks ? [{ kind: "refund", hours: 72, choice: { credentialId: KEY } }] : [],
    );
    expect(closing?.buttons?.map(({ label }) => label)).toEqual(asks ? ["Refund 1 request"] : undefined);
    expect(closing?.text).toContain("2 requests of 1 member: 3 pictures");
  });

  it("is refused to members", async () => {
    const { send, said } = setUp();
    await send(aPress(`recover:${ID}`));
    expect(said()).toBe(en.adminsOnly);
  });
});

describe("the view", () => {
  it("counts failures by reason and key, most frequent first, and shows the progress of the latest recoveries", async () => {
    const confirmedAt = new Date("2026-11-21T17:46:25Z");
    const { send, responder } = failing(
      [failed("a", "rate_limit_error"), failed("b", "invalid_api_key"), failed("c", "invalid_api_key")],
      {
        open: 1,
        latest: [
          { kind: "retry", sums: SUMS, outcomes: { retried: 1, over_quota: 1 }, isDone: false, confirmedAt },
          { kind: "refund", sums: SUMS, outcomes: {}, isDone: true, confirmedAt },
        ],
      },
    );
    await send(aPress("overview:failures", { actor: ADA }));
    const [first, second] = responder.closings.at(-1)?.sections ?? [];
    expect(first?.text?.split("\n")).toEqual([
      "• `invalid_api_key` · a key that no longer exists · 2 requests of 1 member: 2 pictures",
      "• `rate_limit_error` · a key that no longer exists · 1 request of 1 member: 1 picture",
      say.open(1),
    ]);
    expect(first?.buttons?.map(({ id }) => id)).toEqual([
      "set:easel-admin quota refund:refund",
      "set:easel-admin quota refund:retry",
    ]);
    expect(second?.text?.split("\n")).toEqual([
      "• 21 November 2026 at 18:46 (Europe/Berlin) · retry: 2 of 2 requests done (2 requests of 1 member: 3 pictures)",
      "– submitted again: 1",
      "– skipped, because a quota has too little left: 1",
      "• 21 November 2026 at 18:46 (Europe/Berlin) · refunded: 2 requests of 1 member: 3 pictures",
    ]);
  });

  it("says so if nothing failed", async () => {
    const { send, responder } = failing([]);
    await send(aPress("overview:failures", { actor: ADA }));
    expect(responder.closings.at(-1)?.sections?.map(({ text }) => text)).toEqual([say.none]);
  });
});

it("the note at the end says the outcome of each request, in the admin's language", () => {
  const outcomes = { retried: 1, left: 1 };
  expect(endedText({ sums: SUMS, outcomes, locale: "en" })).toBe(
    "The retry of 2 failed requests is done: submitted again: 1; skipped, because the member has left: 1.",
  );
  expect(endedText({ sums: SUMS, outcomes, locale: "zh-CN" })).toContain(zhCN.recovery.outcomes.left(1));
});
