import { describe, expect, it } from "vitest";
import type { AuditAction } from "../../../src/core/account/audit.ts";
import type { AuditRecord } from "../../../src/core/account/audit-log.ts";
import { channelMention } from "../../../src/core/chat/message.ts";
import { actLine, actLines, AUDIT_CHARACTERS } from "../../../src/text/render/audit/audit.ts";
import { LOCALES, type Locale } from "../../../src/lib/locale.ts";
import { textsFor } from "../../../src/text/texts.ts";
import { GENERAL } from "../../support/commands.ts";

const HERE = channelMention("general");
const [GROUP, KEY, MAX] = ["group:g-1", "key:k-1", "account:a-1"];
const FILM = { name: "film", masked: "sk-…deos", scope: "organisation", services: ["video"], concurrency: 4 };
const DAY = { unit: "seconds", span: "day" };

type Kept = Partial<Pick<AuditRecord, "scope" | "before" | "after">>;

function told(action: string, kept: Kept, names: Readonly<Record<string, string>> = {}, locale: Locale = "en"): string {
  const at = new Date("2026-11-21T17:46:25Z");
  const act = { id: 7, at, accountId: "a-9", name: "Ada_1", workspace: "console:main", action };
  const line = actLine(
    { scope: undefined, before: undefined, after: undefined, ...act, ...kept },
    {
      texts: textsFor(locale),
      locale,
      timeZone: "Europe/Berlin",
      here: GENERAL,
      names: new Map(Object.entries(names)),
    },
  );
  return line.replace(/^• .* · /, "");
}

const NAMES = { [GROUP]: "Makers", [KEY]: "film", [MAX]: "Max", "role:console:main:artists": "@artists" };

/** Each kind of act as it is stored, and its sentence while everything in it still has a name. */
const ACTS: Readonly<Record<AuditAction, readonly [Kept, string]>> = {
  "workspace.claimed": [{ after: { workspace: "console:main", own: false } }, "switched this workspace on"],
  "workspace.set": [
    {
      scope: "workspace:console:main",
      before: { timeZone: "UTC" },
      after: { timeZone: "UTC", adminChannel: "console:main:general" },
    },
    `changed the settings of this workspace: Where admins are asked and notified: where the request was made, without notes → ${HERE}`,
  ],
  "policy.set": [
    {
      scope: "channel:console:main:general",
      before: { maxCount: 4, models: ["pro-*"], access: [GROUP] },
      after: { maxSeconds: 11, models: ["pro-*"], access: [GROUP, MAX, "role:console:main:artists"] },
    },
    `changed the rules of ${HERE}: Longest clip, in billed seconds: no rule → 11 s; Most pictures at once: 4 → no rule; Only for: Makers → Makers, Max, @artists`,
  ],
  paused: [{ scope: KEY }, "paused key film"],
  resumed: [{ scope: "organisation", before: { by: "Bob" } }, "resumed the organisation, which Bob had paused"],
  "quota.set": [
    { scope: GROUP, before: { ...DAY, amount: 5, granted: 0 }, after: { ...DAY, amount: 20, granted: 0 } },
    "set the quota of seconds of clips a day for group Makers: 5 s of clips → 20 s of clips",
  ],
  "quota.cleared": [
    { scope: MAX, before: { unit: "images", span: "week", amount: 5, granted: 0 } },
    "removed the quota of pictures a week for Max: 5 pictures → none",
  ],
  "quota.granted": [
    { scope: "organisation", before: { ...DAY, granted: 0 }, after: { ...DAY, granted: 2, batch: "b-1" } },
    "added to the quota of seconds of clips a day for the organisation for the current window: nothing → 2 s of clips",
  ],
  "quota.refunded": [
    { after: { batchId: "b-1", requesterName: "Max", model: "gamma3.0", unit: "seconds", amount: 5 } },
    "refunded 5 s of clips to Max (`gamma3.0`)",
  ],
  "requests.refunded": [
    { after: { requests: 2, images: 3, seconds: 0, people: 1, uncertain: 2, hours: 24 } },
    "refunded requests with an uncertain outcome (the organisation, last 24 hours): 2 requests of 1 member: 3 pictures",
  ],
  "requests.retried": [
    {
      scope: KEY,
      after: { requests: 1, images: 0, seconds: 5, people: 1, uncertain: 0, hours: 72, code: "invalid_api_key" },
    },
    "retried failed requests (key film, `invalid_api_key`, last 3 days): 1 request of 1 member: 5 s of clips",
  ],
  "approval.approved": [
    {
      scope: "channel:console:main:general",
      after: { batch: "b-1", reasons: ["quota"], requester: "Max", model: "gamma3.0", unit: "seconds", cost: 10 },
    },
    `approved Max's request for 10 s of clips with \`gamma3.0\` in ${HERE}: it was over a quota`,
  ],
  "approval.declined": [
    {
      scope: "direct:console:main",
      after: {
        batch: "b-1",
        reasons: ["threshold"],
        why: "too *dark*",
        requester: "Max",
        model: "image-2",
        unit: "images",
        cost: 3,
      },
    },
    "declined Max's request for 3 pictures with `image-2` in direct messages: it was above a threshold; the reason given: “too \\*dark\\*”",
  ],
  "key.added": [
    { scope: KEY, after: FILM },
    "added key film `sk-…deos`: services: clips; who may use it: everyone; jobs at once: 4",
  ],
  "key.assigned": [
    { scope: KEY, before: FILM, after: { ...FILM, scope: GROUP, concurrency: 8 } },
    "reassigned key film `sk-…deos`: who may use it: everyone → the group Makers; jobs at once: 4 → 8",
  ],
  "key.disabled": [{ scope: KEY, before: FILM, after: { ...FILM, disabled: true } }, "turned key film `sk-…deos` off"],
  "key.enabled": [{ scope: KEY, before: { ...FILM, disabled: true }, after: FILM }, "turned key film `sk-…deos` on"],
  "key.removed": [
    { scope: KEY, before: FILM },
    "removed key film `sk-…deos`: services: clips; who may use it: everyone; jobs at once: 4",
  ],
  "key.checked": [
    { scope: KEY, before: { ...FILM, refused: true }, after: { ...FILM, spentUntil: "2026-11-21T18:00:00.000Z" } },
    "asked the gateway about key film `sk-…deos`: state: refused by the gateway → used up until 21 November 2026 at 19:00 (Europe/Berlin)",
  ],
  "key.slots_freed": [
    { scope: KEY, before: { ...FILM, clipConcurrency: 4, unknownSlots: 2 }, after: { ...FILM, clipConcurrency: 4 } },
    "freed slots of key film `sk-…deos` held by jobs without an answer from the gateway: slots freed: 2",
  ],
  "key.refused": [{ scope: KEY, after: FILM }, "stopped using key film `sk-…deos`: the gateway refused it"],
  "key.spent": [
    { scope: KEY, after: FILM },
    "stopped using key film `sk-…deos` for now: its cap or balance is used up",
  ],
  "key.rested": [{ scope: KEY, after: FILM }, "started using key film `sk-…deos` again after a break"],
  "key.restored": [
    { scope: KEY, before: { name: "film", masked: "sk-…deos", refused: true }, after: FILM },
    "started using key film `sk-…deos` again: it is back in the configuration",
  ],
  "channel.renamed": [
    { scope: "channel:console:main:attic", before: { name: "attic" }, after: { name: "cellar" } },
    "renamed #attic to #cellar",
  ],
  "channel.removed": [
    { scope: "channel:console:main:attic", before: { name: "cellar" } },
    "removed #cellar, with its messages, rules, quotas and presets",
  ],
  "group.created": [{ scope: GROUP, after: { name: "Makers" } }, "created group Makers"],
  "group.deleted": [
    { scope: GROUP, before: { name: "Makers", members: [MAX, "role:console:main:artists"] } },
    "deleted group Makers, with its rules and quotas: members: Max, @artists",
  ],
  "group.member_added": [
    { scope: GROUP, after: { group: "Makers", member: MAX, name: "Max" } },
    "added Max to group Makers",
  ],
  "group.member_removed": [
    { scope: GROUP, before: { group: "Makers", member: MAX, name: "Max" } },
    "removed Max from group Makers",
  ],
  "organisation.joined": [
    {
      before: { organisation: "o-2", workspace: "slack:T1" },
      after: { organisation: "o-1", workspace: "console:main" },
    },
    "joined workspace `slack:T1` to the organisation of this workspace",
  ],
  "account.linked": [
    { scope: MAX, before: { account: "a-2", identity: { platform: "slack" } }, after: { account: "a-1", name: "Max" } },
    "(Slack) linked their account with Max",
  ],
  "account.unlinked": [
    { scope: MAX, before: { account: "a-1", identity: { platform: "console" } }, after: { account: "a-2" } },
    "unlinked their account on the Console",
  ],
  "account.forgotten": [{ scope: MAX }, "had Max forgotten"],
  "account.exported": [{ scope: MAX }, "exported the data of Max"],
};

const CASES = Object.entries(ACTS);

describe("an act of an admin", () => {
  it("says when it happened, in the workspace's time zone, and who did it", () => {
    const telling = { texts: textsFor("en"), locale: "en", timeZone: "Europe/Berlin", here: GENERAL, names: new Map() };
    const at = new Date("2026-11-21T17:46:25Z");
    const act = { id: 7, at, accountId: "a-9", name: "Ada_1", workspace: "console:main", action: "paused" };
    expect(
      actLine({ ...act, scope: "organisation", before: undefined, after: undefined }, { ...telling, locale: "en" }),
    ).toBe("• 21 November 2026 at 18:46 (Europe/Berlin) · **Ada\\_1** paused the organisation");
  });

  it.each(CASES)("is one sentence: %s", (action, [kept, sentence]) => {
    expect(told(action, kept, NAMES)).toBe(`**Ada\\_1** ${sentence}`);
  });

  it.each(LOCALES)("is described in words, without JSON or ids: %s", (locale) => {
    for (const [action, [kept]] of CASES) {
      const text = told(action, kept, NAMES, locale);
      expect(text).not.toContain("\n");
      expect(text).not.toMatch(new RegExp(`[{}\\[\\]"]|\\b[abgko]-\\d|\`${action}\``));
      if (locale === "zh-CN") expect(text.replaceAll(/`[^`]*`/g, "")).not.toMatch(/[a-z]{3,} [a-z]{3,}/);
    }
  });

  it("uses the stored name of what no longer exists, and says so if there is none", () => {
    expect(told("group.member_added", { scope: GROUP, after: { group: "Makers", member: MAX, name: "Max" } })).toBe(
      "**Ada\\_1** added Max to group Makers",
    );
    expect(told("key.disabled", { scope: KEY, before: FILM, after: FILM })).toContain("turned key film `sk-…deos` off");
    expect(told("group.deleted", { scope: GROUP, before: { name: "Makers", members: [] } })).toContain("group Makers");
    for (const [scope, words] of [
      [GROUP, "a group that no longer exists"],
      [KEY, "a key that no longer exists"],
      [MAX, "someone who is no longer known"],
      ["channel:console:other:c-1", "channel `console:other:c-1`"],
      ["workspace:discord:1", "workspace `discord:1`"],
      ["direct:discord:1", "direct messages of the workspace `discord:1`"],
    ] as const) {
      expect(told("paused", { scope })).toBe(`**Ada\\_1** paused ${words}`);
    }
  });

  it("names the other account of two that were linked, whichever of them remained", () => {
    const linked = {
      before: { account: "a-2", name: "Lin", identity: { platform: "slack" } },
      after: { account: "a-9" },
    };
    expect(told("account.linked", { scope: "account:a-2", ...linked })).toBe(
      "**Ada\\_1** (Slack) linked their account with Lin",
    );
  });

  it("reads well if an old row contains less", () => {
    expect(told("approval.approved", { after: { batch: "b-1", reasons: ["quota"] } })).toBe(
      "**Ada\\_1** approved a request: it was over a quota",
    );
    const added = { scope: GROUP, after: { group: "Makers", member: MAX } };
    expect(told("group.member_added", added, NAMES)).toBe("**Ada\\_1** added Max to group Makers");
    expect(told("group.member_added", added)).toContain("added someone who is no longer known to group Makers");
  });

  it("shows what is new in long lists", () => {
    const many = Array.from({ length: 40 }, (_, index) => `word${index}`);
    const text = told("policy.set", {
      scope: "organisation",
      before: { blockedWords: many },
      after: { blockedWords: [...many, "dragon"] },
    });
    expect(text).toMatch(/Blocked words: word0, word1, .*, … → dragon, word0, .*, …$/);
    expect(text.length).toBeLessThan(300);
  });

  it("shares an answer with as many others as fit, and fits one alone however long it is", () => {
    const telling = { texts: textsFor("en"), locale: "en", timeZone: "UTC", here: GENERAL, names: new Map() } as const;
    const blockedWords = Array.from({ length: 12 }, (_, index) => `${index}`.padEnd(100, "x"));
    const act = {
      at: new Date(0),
      accountId: undefined,
      name: "Easel",
      workspace: "",
      action: "policy.set",
      scope: "organisation",
      before: {},
    };
    const acts = Array.from({ length: 15 }, (_, index) => ({ ...act, id: 15 - index, after: { blockedWords } }));
    const lines = actLines(acts, telling);
    expect(lines.length).toBeGreaterThan(1);
    expect(lines.length).toBeLessThan(15);
    expect(lines.join("\n").length).toBeLessThanOrEqual(AUDIT_CHARACTERS);
    const models = Array.from({ length: 12 }, () => "m".repeat(1_000));
    expect(actLines([{ ...act, id: 1, after: { models } }], telling)).toHaveLength(1);
    expect(actLines([], telling)).toEqual([]);
  });

  it.each([
    ["key.polished", { scope: KEY, after: { shine: 3 } }, 'did `key.polished`: key film; – → `{"shine":3}`'],
    ["quota.set", { after: { amount: "many" } }, 'did `quota.set`: – → `{"amount":"many"}`'],
    ["toString", {}, "did `toString`"],
  ])("that can't be described is shown as stored: %s", (action, kept, sentence) => {
    expect(told(action, kept, NAMES)).toBe(`**Ada\\_1** ${sentence}`);
  });

  it("never treats an actor's name or text as markup", () => {
    const text = told("group.created", { scope: GROUP, after: { name: `**x** ${channelMention("c")}` } });
    expect(text).toBe("**Ada\\_1** created group \\*\\*x\\*\\* #c");
  });
});
