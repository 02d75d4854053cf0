import { describe, expect, it } from "vitest";
import type { Excess } from "../../../../src/core/account/quota/quota.ts";
import type { Conversation } from "../../../../src/core/chat/conversation.ts";
import { channelMention } from "../../../../src/core/chat/message.ts";
import { approvalOutcome, approvalQuestion } from "../../../../src/worker/delivery/approval/approval-message.ts";
import type { Approval, Grounds } from "../../../../src/core/delivery/approvals.ts";
import type { Locale } from "../../../../src/lib/locale.ts";
import { NO_GROUNDS } from "../../../support/grounds.ts";
import { aBatch, aJob, aRequest } from "../../../support/database/jobs.ts";

const ADMINS: Conversation = { platform: "console", workspace: "main", channel: "admins" };
const GENERAL = channelMention("general");
const CHANNEL = { kind: "channel", id: "console:main:general" } as const;

const DAY: Excess = {
  scope: CHANNEL,
  unit: "images",
  span: "day",
  amount: 5,
  granted: 1,
  used: 4,
  asked: 4,
  endsAt: new Date("2026-01-02T23:00:00Z"),
  timeZone: "Europe/Berlin",
};

function question(reasons: Approval["reasons"], grounds: Partial<Grounds>, locale: Locale = "en"): string[] {
  const batch = aBatch({
    request: aRequest({ prompt: "a fox", count: 4, size: "2K" }),
    requesterName: "Max_1",
    locale,
  });
  const view = { batch, jobs: [aJob({ state: "held" })], artifacts: [], posts: [] };
  const approval: Approval = { reasons, conversation: ADMINS, state: "asked", decidedBy: undefined, why: undefined };
  return approvalQuestion(view, approval, { ...NO_GROUNDS, askedIn: CHANNEL, ...grounds }, ADMINS).text.split("\n");
}

describe("the question to admins", () => {
  it("says what an approval makes: how many, with which model and options", () => {
    expect(question([], {})[2]).toBe("4 pictures, with `provider-a/image-2`, `size 2K`");
    expect(question([], {}, "zh-CN")[2]).toBe("图片 4 张，使用 `provider-a/image-2`，`size 2K`");
  });

  it("names the channel of the request", () => {
    expect(question([], {}).slice(0, 2)).toEqual([
      "**Max\\_1** asks for a picture: “a fox”",
      `Requested in ${GENERAL}.`,
    ]);
    expect(question([], { askedIn: { kind: "direct", id: "console:main" } })[1]).toBe("Requested in direct messages.");
  });

  it("offers to choose an admin channel only where none is set", () => {
    const offer = "/easel-admin workspace settings";
    expect(question([], {}).at(-1)).toContain(offer);
    expect(question([], { hasAdminChannel: true }).join("\n")).not.toContain(offer);
  });

  it.each([
    [CHANNEL, GENERAL],
    [{ kind: "organisation", id: "" }, "the organisation"],
    [{ kind: "workspace", id: "console:main" }, "this workspace"],
    [{ kind: "group", id: "g-1" }, "group Makers"],
    [{ kind: "account", id: "a-1" }, "Max\\_1"],
  ] as const)("says what the threshold is and whose: %j", (scope, whose) => {
    const policy = {
      approveSeconds: { value: 9, scope: CHANNEL },
      approveCount: { value: 3, scope },
      approveMoney: [],
    };
    const names = new Map([["group:g-1", "Makers"]]);
    expect(question(["threshold"], { policy, names })).toContain(
      `Requests for more than 3 pictures need an admin's approval (rule: ${whose}).`,
    );
  });

  it("says which quotas are short, what is left of each, and what approving grants", () => {
    const full = { ...DAY, scope: { kind: "account", id: "a-1" }, span: "week", granted: 0, used: 7 } as const;
    const lines = question(["quota"], { short: [DAY, full] });
    expect(lines.slice(3, 5)).toEqual([
      `That needs 4 pictures, but the quota of 5 pictures a day for ${GENERAL} (plus 1 picture for now) has only 2 pictures left. It resets on 3 January 2026 at 00:00 (Europe/Berlin). Approving it grants an extra 2 pictures.`,
      "That needs 4 pictures, but the quota of 5 pictures a week for Max\\_1 is used up. It resets on 3 January 2026 at 00:00 (Europe/Berlin). Approving it grants an extra 6 pictures.",
    ]);
  });

  it("is in the requester's language", () => {
    const policy = { approveSeconds: undefined, approveCount: { value: 3, scope: CHANNEL }, approveMoney: [] };
    const lines = question(["threshold", "quota"], { policy, short: [DAY] }, "zh-CN");
    expect(lines).toContain(`在${GENERAL}提出。`);
    expect(lines).toContain(`一次超过 3 张图片需管理员批准（${GENERAL}的规则）。`);
    expect(lines.some((line) => line.endsWith("批准会追加 2 张图片。"))).toBe(true);
  });

  it("gives a reason that no longer applies in general words", () => {
    const policy = { approveSeconds: undefined, approveCount: { value: 4, scope: CHANNEL }, approveMoney: [] };
    const lines = question(["threshold", "quota"], { policy, askedIn: undefined });
    expect(lines).toContain("It is above what may be made without an admin's approval.");
    expect(lines).toContain("It is more than is left of a quota; approving it grants the difference.");
    expect(lines.some((line) => line.startsWith("Asked for in"))).toBe(false);
  });
});

it("the outcome of an approval still says where the request was made", () => {
  const view = { batch: aBatch(), jobs: [aJob({ state: "waiting" })], artifacts: [], posts: [] };
  const approval: Approval = { reasons: [], conversation: ADMINS, state: "approved", decidedBy: "Ada", why: undefined };
  const { text, buttons } = approvalOutcome(view, approval, { ...NO_GROUNDS, askedIn: CHANNEL }, ADMINS);
  expect(text).toContain(`Requested in ${GENERAL}.`);
  expect(text.endsWith("Ada approved it.")).toBe(true);
  expect(buttons).toBeUndefined();
});
