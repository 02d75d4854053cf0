import { describe, expect, it } from "vitest";
import type { PolicySettings } from "../../../../src/core/account/policy/policy.ts";
import type { WorkspaceSettings } from "../../../../src/core/account/policy/policy-store.ts";
import { encodeScope, ORGANISATION_SCOPE, workspaceScope } from "../../../../src/core/account/policy/scope.ts";
import { TooManyQuotasError, type QuotaId, type QuotaState } from "../../../../src/core/account/quota/quota.ts";
import { MAX_QUOTAS } from "../../../../src/lib/limits.ts";
import { en } from "../../../../src/text/en/index.ts";
import { ADA, aPress, GENERAL } from "../../../support/commands.ts";
import { setUpDispatch } from "../../../support/dispatching.ts";

const SCOPE = workspaceScope(GENERAL);
const say = en.setup;
const UNCHANGED = { image_model: "none", video_model: "none", per_day: "10, 60", admin_channel: "", only: "" };

function aQuota(changes: Partial<QuotaState>): QuotaState {
  const now = { granted: 0, used: 0, endsAt: new Date(0), timeZone: "UTC" };
  return { scope: SCOPE, unit: "images", span: "day", amount: 10, ...now, ...changes };
}

const PICTURES = aQuota({});
const SECONDS = aQuota({ unit: "seconds", amount: 60 });
const PER_WEEK = aQuota({ span: "week", amount: 40 });

/** A workspace with these quotas and settings. */
function setUp(given: { quotas?: readonly QuotaState[]; full?: true; settings?: PolicySettings } = {}) {
  let quotas = given.quotas ?? [PER_WEEK, PICTURES, SECONDS];
  let workspace: WorkspaceSettings = { timeZone: "UTC", adminChannel: undefined };
  let settings: PolicySettings = given.settings ?? {};
  const isSame = (one: QuotaId, other: QuotaId): boolean =>
    one.unit === other.unit && one.span === other.span && encodeScope(one.scope) === encodeScope(other.scope);
  const here = setUpDispatch({
    quotas: {
      state: async (_organisationId, scopes) =>
        quotas.filter(({ scope }) => !scopes || scopes.some((one) => encodeScope(one) === encodeScope(scope))),
      async set(_change, id, amount) {
        const before = quotas.find((one) => isSame(one, id));
        if (given.full || (!before && quotas.length >= MAX_QUOTAS)) throw new TooManyQuotasError();
        const after = aQuota({ ...id, amount });
        quotas = [...quotas.filter((one) => one !== before), after];
        return { before, after };
      },
      async clear(_change, id) {
        const removed = quotas.find((one) => isSame(one, id));
        quotas = quotas.filter((one) => one !== removed);
        return removed;
      },
    },
  });
  Object.assign(here.world.policies, {
    settings: async () => settings,
    async change(_change: unknown, _scope: unknown, how: (before: PolicySettings) => PolicySettings) {
      const before = settings;
      settings = how(before);
      return { before, after: settings, lately: undefined };
    },
    workspace: async () => workspace,
    async changeWorkspace(_change: unknown, _workspace: unknown, changed: Partial<WorkspaceSettings>) {
      const before = workspace;
      workspace = { ...before, ...changed };
      return { before, after: workspace, lately: undefined };
    },
  });
  return {
    ...here,
    /** The amounts of the quotas, by unit and span. */
    amounts: () => Object.fromEntries(quotas.map(({ unit, span, amount }) => [`${unit} per ${span}`, amount])),
    channel: () => workspace.adminChannel,
    async save(values: Partial<typeof UNCHANGED>) {
      const about = { key: "k", conversation: GENERAL, actor: ADA, attachments: [] };
      const form = "set:easel-admin setup:setup";
      await here.send({ kind: "form", ...about, form, values: { ...UNCHANGED, ...values } });
    },
  };
}

const OTHERS = { "images per week": 40 };

describe("the form for the whole workspace", () => {
  it("changes the amount per day of one unit, and says from what to what", async () => {
    const { save, amounts, said } = setUp();
    await save({ per_day: "10, 90" });
    expect(amounts()).toEqual({ ...OTHERS, "images per day": 10, "seconds per day": 90 });
    const [first, change, ...now] = said().split("\n");
    expect(first).toBe(say.saved);
    expect(change).toMatch(/60.*90/);
    expect(now[0]).toBe(say.now);
  });

  it("shows what applies from now on", async () => {
    const { save, said } = setUp();
    await save({ video_model: "gamma3.0-video-480p" });
    const now = said().split("\n");
    expect(now.slice(now.indexOf(say.now) + 1)).toEqual([
      `• ${say.does.models("`provider-a/image-2`", "`gamma3.0-video-480p`")}`,
      "• At most 10 pictures a day for this workspace.",
      "• At most 60 s of clips a day for this workspace.",
      `• ${say.does.asked(say.off)}`,
      `• ${say.does.everybody}`,
      en.policyAdmin.elsewhere,
    ]);
  });

  it("removes the amounts that it no longer has", async () => {
    const { save, amounts, said } = setUp();
    await save({ per_day: "-, 60" });
    expect(amounts()).toEqual({ ...OTHERS, "seconds per day": 60 });
    expect(said()).toContain("Removed");
    await save({ per_day: "" });
    expect(amounts()).toEqual(OTHERS);
    expect(said()).toContain(say.does.noLimit.images);
  });

  it("adds an amount to a workspace without any", async () => {
    const { save, amounts, said } = setUp({ quotas: [PER_WEEK] });
    await save({ per_day: "5, -" });
    expect(amounts()).toEqual({ ...OTHERS, "images per day": 5 });
    expect(said()).toContain(en.quotaAdmin.noneBefore);
  });

  it("sets and shows the admin channel and the people who may use it", async () => {
    const settings = { access: ["account:a-1"] };
    const { save, channel, said } = setUp({ settings });
    await save({ admin_channel: "here", only: "account:a-1" });
    const { adminChannel, off, here } = en.workspaceSettings;
    expect(channel()).toBe("console:main:general");
    expect(said()).toContain(`• ${en.policyAdmin.fromTo(adminChannel, off, here)}`);
    expect(said()).toContain(say.does.only("a-1"));
  });

  it("says so if nothing changed", async () => {
    const { save, said } = setUp();
    await save({});
    expect(said().split("\n").slice(0, 2)).toEqual([say.unchanged, say.now]);
  });

  it("says at each field what is wrong with it", async () => {
    const { save, responder } = setUp();
    await save({ image_model: "no-model", per_day: "10", admin_channel: "nowhere", only: "Nobody" });
    expect(responder.problems.map(({ field }) => field)).toEqual(["image_model", "per_day", "admin_channel", "only"]);
  });

  it.each([{ video_model: "no-model" }, { per_day: "10" }, { admin_channel: "nowhere" }, { only: "Nobody" }])(
    "saves nothing if something in it is wrong: %j",
    async (wrong) => {
      const { save, amounts, channel, responder } = setUp();
      await save({ per_day: "20, 90", admin_channel: "here", ...wrong });
      expect(responder.problems.map(({ field }) => field)).toEqual(Object.keys(wrong));
      expect(amounts()).toEqual({ ...OTHERS, "images per day": 10, "seconds per day": 60 });
      expect(channel()).toBeUndefined();
    },
  );

  it("opens with what is set, so that saving it unchanged changes nothing", async () => {
    const { save, send, responder, said } = setUp({ settings: { imageModel: "provider-a/image-2" } });
    await send(aPress("set:easel-admin setup:setup", { actor: ADA }));
    const fields = responder.forms[0]?.fields ?? [];
    const values = Object.fromEntries(fields.map((field) => [field.name, "value" in field ? field.value : ""]));
    expect(values).toEqual({ ...UNCHANGED, image_model: "provider-a/image-2" });
    await save(values);
    expect(said()).toContain(say.unchanged);
  });
});

describe("an organisation with as many quotas as it can have", () => {
  const others = Array.from({ length: MAX_QUOTAS - 1 }, (_, at) => aQuota({ scope: { kind: "group", id: `${at}` } }));
  const full = { field: "per_day", text: en.quotaAdmin.full(MAX_QUOTAS) };

  it("takes the last one, and no more, from the form", async () => {
    const last = setUp({ quotas: others });
    await last.save({ per_day: "10, -" });
    expect(last.said()).toContain(say.saved);
    const tooMany = setUp({ quotas: others });
    await tooMany.save({ per_day: "10, 60" });
    expect(tooMany.responder.problems).toEqual([full]);
  });

  it("can still change an amount", async () => {
    const { save, said } = setUp({ quotas: [...others, PICTURES] });
    await save({ per_day: "20, -" });
    expect(said()).toContain(say.saved);
  });

  it("can replace one amount by another", async () => {
    for (const [before, perDay] of [
      [PICTURES, "-, 60"],
      [SECONDS, "10, -"],
    ] as const) {
      const { save, said } = setUp({ quotas: [...others, before] });
      await save({ per_day: perDay });
      expect(said()).toContain(say.saved);
    }
  });

  it("says so too if another admin added the last one meanwhile", async () => {
    const { save, responder } = setUp({ full: true });
    await save({ per_day: "20, 60" });
    expect(responder.problems).toEqual([full]);
  });
});

it("the organisation's own quota per day is not that of the workspace", async () => {
  const { save, said } = setUp({ quotas: [aQuota({ scope: ORGANISATION_SCOPE })] });
  await save({ per_day: "" });
  expect(said()).toContain(say.unchanged);
});
