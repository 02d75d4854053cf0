import { describe, expect, it } from "vitest";
import { placeScope } from "../../../../src/core/account/policy/scope.ts";
import type { PolicySettings } from "../../../../src/core/account/policy/policy.ts";
import type { QuotaState } from "../../../../src/core/account/quota/quota.ts";
import type { CostQuery } from "../../../../src/core/chat/event.ts";
import { en } from "../../../../src/text/en/index.ts";
import { GENERAL, MAX, type CommandWorldOptions } from "../../../support/commands.ts";
import { setUpDispatch } from "../../../support/dispatching.ts";

const say = en.cost;

const quota = (unit: QuotaState["unit"], amount: number, used: number): QuotaState => ({
  scope: { kind: "account", id: "acc-max" },
  unit,
  span: "day",
  amount,
  granted: 0,
  used,
  endsAt: new Date("2026-05-02T00:00:00Z"),
  timeZone: "UTC",
});

interface Around extends CommandWorldOptions {
  readonly states?: readonly QuotaState[];
  readonly settings?: PolicySettings;
}

/** The cost of a request that a member is writing. */
function costOf(
  asked: string | Extract<CostQuery["asked"], { kind: "form" }>,
  files: CostQuery["files"] = [],
  { states = [], settings, ...options }: Around = {},
): Promise<string | undefined> {
  const rules = settings ? [{ scope: placeScope(GENERAL, false), settings }] : [];
  const { cost } = setUpDispatch({ rules, quotas: { state: async () => states }, ...options });
  const written = typeof asked === "string" ? ({ kind: "line", line: asked } as const) : asked;
  return cost({ conversation: GENERAL, actor: MAX, asked: written, files });
}
const clip = (seconds?: number) => ({
  name: "kite.mp4",
  mimeType: "video/mp4",
  ...(seconds === undefined ? {} : { seconds }),
});

describe("the cost of a clip while its request is being written", () => {
  it("is its billed seconds, even before there is a prompt", async () => {
    expect(await costOf("/video --seconds 8")).toBe(say.willBill(8));
    expect(await costOf("/video waves at night")).toBe(say.willBill(5));
  });

  it("counts attached clips as they are billed, each rounded up", async () => {
    expect(await costOf("/video waves --seconds 4 --model alpha-h3(933/4-15秒/2K)", [clip(2.2), clip(3)])).toBe(
      say.willBillWith(10, 6),
    );
  });

  it("says when more will be billed than is known yet", async () => {
    const model = "--model alpha-h3(933/4-15秒/2K) --seconds 4";
    const known = [say.willBill(4), say.openEnded].join(" ");
    expect(await costOf(`/video waves ${model}`, [clip()])).toBe(known);
    expect(await costOf(`/video waves ${model} --video https://example.com/a.mp4`)).toBe(known);
    expect(await costOf(`/video waves ${model} --from https://chat.test/1`)).toBe(known);
    expect(await costOf(`/video waves ${model}`, [clip(2.2), clip()])).toBe(
      [say.willBillWith(7, 3), say.openEnded].join(" "),
    );
  });

  it("comes with what is left of the tightest quota, and with the approvals that it needs", async () => {
    const states = [quota("seconds", 100, 10), quota("seconds", 40, 10), quota("images", 5, 5)];
    const settings = { confirmSeconds: 6, approveSeconds: 7 };
    const text = await costOf("/video --seconds 8", [], { states, settings });
    expect(text?.startsWith(`${say.willBill(8)} 30 s of clips left of 40 s of clips a day for`)).toBe(true);
    expect(text?.endsWith([say.confirms, say.approves].join(" "))).toBe(true);
  });

  it("says that too little is left", async () => {
    const text = await costOf("/video --seconds 8", [], { states: [quota("seconds", 10, 5)] });
    expect(text).toContain(
      "That needs 8 s of clips, but the quota of 10 s of clips a day for you has only 5 s of clips left",
    );
  });
});

describe("the cost of pictures while their request is being written", () => {
  it("is shown only where a rule counts them", async () => {
    expect(await costOf("/imagine a fox --count 4")).toBeUndefined();
    expect(await costOf("/imagine a fox --count 4", [], { states: [quota("seconds", 9, 0)] })).toBeUndefined();
    const counted = await costOf("/imagine a fox --count 4", [], { states: [quota("images", 10, 3)] });
    expect(counted?.startsWith(`${say.willCharge("4 pictures")} 7 pictures left of 10 pictures a day`)).toBe(true);
    expect(await costOf("/edit --count 4", [], { settings: { approveCount: 3 } })).toBe(
      [say.willCharge("4 pictures"), say.approves].join(" "),
    );
  });
});

describe("no cost is shown", () => {
  it.each([
    ["a sentence", "a clip of waves"],
    ["a command that makes nothing", "/jobs"],
    ["an unknown command", "/nothing"],
    ["a command with a problem", "/video --seconds 99999"],
    ["a model that does not exist", "/video --model nothing"],
    ["an unknown preset", "/video --preset nothing"],
  ])("for %s", async (_what, line) => {
    expect(await costOf(line)).toBeUndefined();
  });

  it("without a key", async () => {
    expect(await costOf("/video waves", [], { hasKey: false })).toBeUndefined();
  });
});

describe("the cost of a form", () => {
  const form = (id: string, values: Readonly<Record<string, string | number | boolean>>) =>
    ({ kind: "form", form: id, values }) as const;

  it("follows its fields, its files and the options in its prompt", async () => {
    expect(await costOf(form("command:video", { prompt: "", seconds: "7" }))).toBe(say.willBill(7));
    expect(await costOf(form("command:video", { prompt: "waves --seconds 9" }))).toBe(say.willBill(9));
    const model = "alpha-h3(933/4-15秒/2K)";
    const video = { ...clip(2), option: "video" };
    expect(await costOf(form("command:video", { prompt: "", model, seconds: "4" }), [video])).toBe(
      say.willBillWith(6, 2),
    );
  });

  it("is not known for forms of other kinds", async () => {
    expect(await costOf(form("key:own", {}))).toBeUndefined();
    expect(await costOf(form("nothing", {}))).toBeUndefined();
    expect(await costOf(form("edit:00000000-0000-4000-8000-000000000000", { prompt: "x" }))).toBeUndefined();
  });
});
