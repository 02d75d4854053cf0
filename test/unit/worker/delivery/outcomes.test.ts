import { describe, expect, it } from "vitest";
import type { QuotaWarning } from "../../../../src/core/account/quota/quota.ts";
import type { Message } from "../../../../src/core/chat/message.ts";
import { approvalOutcome } from "../../../../src/worker/delivery/approval/approval-message.ts";
import { cancelledNotice, noticeMessage } from "../../../../src/worker/delivery/notice/notice.ts";
import { lateMessage, resultMessage } from "../../../../src/worker/delivery/result/result.ts";
import type { Artifact, BatchView } from "../../../../src/core/delivery/delivery-store.ts";
import type { Job } from "../../../../src/core/job/job-store.ts";
import type { MediaRequest } from "../../../../src/core/request/request.ts";
import { asMade } from "../../../support/media/attachment-plan.ts";
import { NO_GROUNDS } from "../../../support/grounds.ts";
import { aBatch, aJob, aRequest, EPOCH } from "../../../support/database/jobs.ts";
import { tenBytes } from "../../../support/database/memory-delivery.ts";

const NOW = EPOCH.getTime();
const PICTURES = aRequest({ count: 3 });
const CLIP: MediaRequest = {
  kind: "video",
  // Nothing is documented about it.
  model: "brand-new",
  prompt: "a fox",
  seconds: 5,
  billedSeconds: 5,
  references: [],
};
const REMARK = "`brand-new` is not documented, so only the prompt and the seconds are sent.";
const DECLINED = { reason: "declined", by: "Ada_1", why: "too *dark*" } as const;
const SAID = { reason: "unknown_outcome", status: 502, message: "over *capacity*" } as const;
const REFUSED = { reason: "gateway", status: 400, code: "brand_new" } as const;
const REFUSED_TEXT = "The gateway refused the request. Change it and send it again, or ask an admin to look into it.";

/** One picture's or clip's job that was sent, and took 2 seconds. */
function job(changes: Partial<Job>): Job {
  return aJob({ submittedAt: EPOCH, endedAt: new Date(NOW + 2_000), ...changes });
}

function viewOf(request: MediaRequest, jobs: readonly Job[], changes: Partial<Artifact> = {}): BatchView {
  const service = request.kind;
  const batch = aBatch({ request, service, count: jobs.length, sandbox: true });
  const members = jobs.map((one, index) => ({ ...one, service, ordinal: index + 1 }));
  const artifacts = members
    .filter(({ state }) => state === "succeeded")
    .map(({ id }): Artifact => ({
      jobId: id,
      state: "fetched",
      content: { hash: "a".repeat(64), bytes: 10, mimeType: "image/png", width: 8, height: 8 },
      failure: undefined,
      post: "result",
      succeededAt: EPOCH,
      ...changes,
    }));
  return { batch, jobs: members, artifacts, posts: [] };
}

const resultOf = (view: BatchView): Message => resultMessage(view, "result", tenBytes, asMade(view, "result"));
/** The text after the headline. */
const linesOf = ({ text }: Message): string[] => text.split("\n").slice(1);

describe("the cost in a result", () => {
  it.each<[string, Partial<Job>, string[]]>([
    ["was made", { state: "succeeded" }, [REMARK]],
    ["was refused at submit", { state: "failed", failure: REFUSED }, [REFUSED_TEXT, "Nothing was charged.", REMARK]],
    [
      "failed at the gateway",
      { state: "failed", remoteId: "task-1", failure: { reason: "gateway" } },
      [
        "The generation failed at the gateway. Try again; if it fails again, change the prompt a little.",
        "Nothing was charged.",
        REMARK,
      ],
    ],
    [
      "was declined",
      { state: "failed", failure: DECLINED, submittedAt: undefined, endedAt: EPOCH },
      [String.raw`Ada\_1 declined it: “too \*dark\*”.`, "Nothing was charged."],
    ],
    [
      "expired",
      { state: "expired", failure: { reason: "expired" } },
      ["The gateway no longer has it.", "Charged: 5 s of clips.", REMARK],
    ],
    [
      "has an unknown outcome",
      { state: "unknown", endedAt: undefined },
      [
        "The gateway has not confirmed the request. It may still be made there, but without a confirmation it can't be fetched.",
        "Not charged yet. Reserved until the outcome is known: 5 s of clips.",
        REMARK,
      ],
    ],
    [
      "has an unknown outcome, with the gateway's words",
      { state: "unknown", endedAt: undefined, failure: SAID },
      [
        String.raw`The gateway has not confirmed the request. It may still be made there, but without a confirmation it can't be fetched. The gateway said: “over \*capacity\*”.`,
        "Not charged yet. Reserved until the outcome is known: 5 s of clips.",
        REMARK,
      ],
    ],
    [
      "was given up",
      { state: "failed", failure: { reason: "unknown_outcome" } },
      [
        "The gateway never confirmed the request. It may have been made there, but it can't be fetched.",
        "Counted as charged, because it may have been made: 5 s of clips. An admin can refund it.",
        REMARK,
      ],
    ],
  ])("for a clip that %s", (_name, changes, lines) => {
    const message = resultOf(viewOf(CLIP, [job(changes)]));
    expect(linesOf(message)).toEqual(lines);
    const isMade = changes.state === "succeeded";
    const facts = "brand-new · 5 s";
    expect(message.footer).toBe(
      isMade ? `${facts} · made in 2.0 s · billed as 5 s · made by the sandbox, so no money was spent` : facts,
    );
  });

  it("for two of three pictures that were made", () => {
    const view = viewOf(PICTURES, [
      job({ state: "succeeded" }),
      job({ state: "failed", failure: { ...REFUSED, requestId: "q-1" } }),
      job({ state: "succeeded" }),
    ]);
    const message = resultOf(view);
    expect(linesOf(message)).toEqual([
      `Picture 2: ${REFUSED_TEXT} (Request q-1)`,
      "Charged: 2 pictures of 3 requested.",
    ]);
    expect(message.footer).toBe(
      "#1, #3 · provider-a/image-2 · made in 2.0 s · made by the sandbox, so no money was spent",
    );
  });

  it("for pictures that were all made: only among the facts", () => {
    const message = resultOf(viewOf(PICTURES, [job({ state: "succeeded" }), job({ state: "succeeded" })]));
    expect(linesOf(message)).toEqual([]);
    expect(message.footer).toContain("charged: 2 pictures");
  });

  it("combines the same reason for several pictures, with all their requests", () => {
    const failed = (requestId: string) => job({ state: "failed", failure: { ...REFUSED, requestId } });
    const message = resultOf(viewOf(PICTURES, [failed("q-1"), failed("q-2"), job({ state: "cancelled" })]));
    expect(linesOf(message)).toEqual([
      `Pictures 1, 2: ${REFUSED_TEXT} (Requests q-1, q-2)`,
      "Picture 3: Cancelled.",
      "Nothing was charged.",
    ]);
    expect(message.footer).toBe("provider-a/image-2");
  });

  it("for a picture that was made and can never be fetched", () => {
    const failure = { reason: "unretrievable" } as const;
    const lost = viewOf(aRequest(), [job({ state: "succeeded" })], {
      state: "unretrievable",
      content: undefined,
      failure,
    });
    const message = resultOf(lost);
    expect(message.text.split("\n")[0]).toContain("your picture did not arrive.");
    expect(message.quote).toBe("a fox");
    expect(linesOf(message).at(-1)).toBe("Charged: 1 picture.");
    expect(message.footer).toBe("provider-a/image-2");
  });

  it("names the failed request, and no quota that was not charged", () => {
    const warning: QuotaWarning = {
      scope: { kind: "organisation", id: "" },
      unit: "images",
      span: "day",
      percent: 80,
      used: 8,
      amount: 10,
      granted: 0,
      endsAt: EPOCH,
      timeZone: "UTC",
    };
    const view = viewOf(aRequest({ prompt: "a *wide* fox" }), [job({ state: "failed", failure: REFUSED })]);
    const message = resultOf({ ...view, warnings: [warning] });
    expect(message.text.split("\n")[0]).toContain("your picture could not be made.");
    expect(message.quote).toBe(String.raw`a \*wide\* fox`);
    expect(linesOf(message)).toEqual([REFUSED_TEXT, "Nothing was charged."]);
  });
});

describe("the prompt of a result", () => {
  it.each<[string, Partial<Job>]>([
    ["was made", { state: "succeeded" }],
    ["failed", { state: "failed", failure: REFUSED }],
    ["has an unknown outcome", { state: "unknown", endedAt: undefined }],
  ])("is quoted for a picture that %s: on one line, short, and as it was written", (_name, changes) => {
    const view = viewOf(aRequest({ prompt: `a *red*\n\nfox ${"x".repeat(300)}` }), [job(changes)]);
    const { quote = "" } = resultOf(view);
    expect(quote).toMatch(/^a \\\*red\\\* fox x+…$/);
    expect(quote.length).toBeLessThan(210);
    const [first = aJob()] = view.jobs;
    expect(lateMessage(view, first, "late-1", tenBytes, asMade(view, "late-1")).quote).toBe(quote);
  });
});

describe("the pictures of a result", () => {
  it("have numbers if there are several, and the facts list the present ones if some are missing", () => {
    const made = job({ state: "succeeded" });
    expect(resultOf(viewOf(aRequest(), [made])).files?.[0]).not.toHaveProperty("number");
    const message = resultOf(viewOf(PICTURES, [job({ state: "failed", failure: REFUSED }), made, made]));
    expect(message.files?.map(({ number }) => number)).toEqual([2, 3]);
    expect(message.footer).toMatch(/^#2, #3 · provider-a/);
  });
});

describe("messages after a result", () => {
  it("state the cost of a clip that arrived after all, and that a lost one cost nothing", () => {
    const came = viewOf(CLIP, [job({ state: "succeeded" })], { post: "late-1" });
    const [first = aJob()] = came.jobs;
    const late = lateMessage(came, first, "late-1", tenBytes, asMade(came, "late-1"));
    expect(linesOf(late)).toEqual([]);
    expect(late.footer).toBe(
      "brand-new · 5 s · made in 2.0 s · billed as 5 s · made by the sandbox, so no money was spent",
    );
    const failed = viewOf(CLIP, [job({ state: "failed", failure: REFUSED })]);
    const [second = aJob()] = failed.jobs;
    const lost = lateMessage(failed, second, "late-1", tenBytes, asMade(failed, "late-1"));
    expect(linesOf(lost)).toEqual(["Nothing was charged."]);
    expect(lost.footer).toBe("brand-new · 5 s");
  });
});

describe("the final sentence of a cancelled request", () => {
  it.each<[string, MediaRequest, Partial<Job>, string]>([
    ["before it began", aRequest(), { state: "cancelled" }, "Nothing was charged."],
    [
      "after it had begun",
      aRequest(),
      { state: "cancelled", settlement: "charged" },
      "It had already begun, so it is charged: 1 picture.",
    ],
    [
      "although the gateway could not stop it",
      CLIP,
      { state: "succeeded", cancelRequestedAt: EPOCH },
      "It had already begun, so it is charged: 5 s of clips.",
    ],
  ])("%s says what it cost", (_name, request, changes, cost) => {
    expect(linesOf(cancelledNotice(viewOf(request, [job(changes)])))).toEqual([cost]);
  });
});

describe("the price of a clip", () => {
  it("is announced before it is made", () => {
    const waiting = noticeMessage(viewOf(CLIP, [job({ state: "waiting" })]), new Map(), NOW);
    expect(linesOf(waiting)).toEqual(["Will be billed as 5 s.", REMARK]);
  });

  it("is not shown to admins who declined it", () => {
    const approval = { reasons: [], conversation: undefined, decidedBy: "Ada", why: undefined };
    const told = (state: "approved" | "declined"): string => {
      const view = viewOf(CLIP, [job({ state: state === "approved" ? "waiting" : "failed", failure: DECLINED })]);
      return approvalOutcome(view, { ...approval, state }, NO_GROUNDS, view.batch.conversation).text;
    };
    expect(told("approved")).toContain("Will be billed as 5 s.");
    expect(told("declined")).not.toContain("illed as");
    expect(told("declined")).toContain("Nothing was charged.");
  });
});
