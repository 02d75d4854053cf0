import { describe, expect, it, onTestFinished, vi } from "vitest";
import { CHECKED_CHARACTERS } from "../../../../../src/core/account/policy/blocked-words.ts";
import { checkPolicy, rulerOf, type Asker } from "../../../../../src/core/account/policy/check-policy.ts";
import { allowedModelsOf } from "../../../../../src/core/account/policy/allowed-models.ts";
import type { PolicySettings } from "../../../../../src/core/account/policy/policy.ts";
import type { Scope } from "../../../../../src/core/account/policy/scope.ts";
import type { Membership } from "../../../../../src/core/account/membership.ts";
import { combine } from "../../../../../src/core/account/policy/combine.ts";
import type { MediaRequest } from "../../../../../src/core/request/request.ts";
import { aMembership, GENERAL, MAX } from "../../../../support/commands.ts";

const channel: Scope = { kind: "channel", id: "console:main:general" };
const workspace: Scope = { kind: "workspace", id: "console:main" };
const PICTURE: MediaRequest = {
  kind: "image",
  model: "provider-a/image-2",
  prompt: "a red fox",
  count: 4,
  references: [],
};
const CLIP: MediaRequest = {
  kind: "video",
  model: "gamma3.0-video-720p",
  prompt: "a red fox",
  seconds: 10,
  references: [],
  billedSeconds: 14,
};

type Rules = readonly (readonly [Scope, PolicySettings])[];

const GUEST: Asker = { platform: "slack", workspace: "T1", isGuest: true };
const NOBODY: Asker = { platform: "slack", workspace: "T1", rightsUnknown: true, rolesUnknown: true };

function judged(
  request: MediaRequest,
  rules: Rules,
  more: Partial<Membership> = {},
  asker: Asker = GUEST,
  listed?: string[],
) {
  const policy = combine(rules.map(([scope, settings]) => ({ scope, settings })));
  const membership = { ...aMembership({ conversation: GENERAL, actor: MAX }), policy, ...more };
  return checkPolicy(request, membership, asker, allowedModelsOf(policy, listed));
}

describe("a request", () => {
  it("is allowed without rules, for guests too", () => {
    expect(judged(PICTURE, [])).toEqual([]);
    expect(judged(CLIP, [[channel, {}]])).toEqual([]);
  });

  it("must use a model that every list contains, under any of its names", () => {
    expect(judged(PICTURE, [[channel, { models: ["image-2"] }]])).toEqual([]);
    expect(
      judged(PICTURE, [
        [workspace, { models: ["*"] }],
        [channel, { models: ["provider-b/*", "gamma*"] }],
      ]),
    ).toEqual([
      {
        rule: "model_forbidden",
        option: "model",
        given: "provider-a/image-2",
        allowed: ["provider-b/flash-image-3.1", "provider-b/pro-image-3"],
        by: { kind: "channel", name: undefined },
      },
    ]);
  });

  it("is limited by its billed seconds", () => {
    expect(judged(CLIP, [[channel, { maxSeconds: 14 }]])).toEqual([]);
    expect(
      judged(CLIP, [
        [channel, { maxSeconds: 13 }],
        [workspace, { maxSeconds: 20 }],
      ]),
    ).toEqual([
      {
        rule: "billed_too_long",
        option: "seconds",
        seconds: 10,
        billed: 14,
        max: 13,
        by: { kind: "channel", name: undefined },
      },
    ]);
  });

  it("is limited by its number of pictures", () => {
    expect(judged(PICTURE, [[channel, { maxCount: 4, maxSeconds: 0 }]])).toEqual([]);
    expect(judged(PICTURE, [[channel, { maxCount: 3 }]])).toMatchObject([
      { rule: "too_many_pictures", given: 4, max: 3, by: { kind: "channel" } },
    ]);
  });

  it("reports every list that blocks a word of its prompt", () => {
    expect(
      judged(PICTURE, [
        [channel, { blockedWords: ["fox", "cat"] }],
        [workspace, { blockedWords: ["Red Fox"] }],
      ]),
    ).toMatchObject([
      { rule: "blocked_words", words: ["Red Fox"], by: { kind: "workspace" } },
      { rule: "blocked_words", words: ["fox"], by: { kind: "channel" } },
    ]);
  });

  it("is read once for the words of all lists", () => {
    const segment = vi.spyOn(Intl.Segmenter.prototype, "segment");
    onTestFinished(() => segment.mockRestore());
    const groups = Array.from({ length: 100 }, (_, index): Rules[number] => [
      { kind: "group", id: `g-${index}` },
      { blockedWords: [`word-${index}`, "fox"] },
    ]);
    expect(judged(PICTURE, groups)).toHaveLength(100);
    expect(segment).toHaveBeenCalledTimes(1);
  });

  it("is refused if it is too long to check once it is normalised, but only where words are blocked", () => {
    const segment = vi.spyOn(Intl.Segmenter.prototype, "segment");
    onTestFinished(() => segment.mockRestore());
    const request = { ...PICTURE, prompt: "ﷺ".repeat(40_000) };
    const rules: Rules = [
      [workspace, { blockedWords: [] }],
      [channel, { blockedWords: ["cat"] }],
    ];
    expect(judged(request, rules)).toEqual([
      {
        rule: "too_long_to_check",
        option: "prompt",
        length: 720_000,
        max: CHECKED_CHARACTERS,
        by: { kind: "channel", name: undefined },
      },
    ]);
    expect(judged(request, [[workspace, { blockedWords: [] }]])).toEqual([]);
    expect(segment).not.toHaveBeenCalled();
    const longest = "a fox ".repeat(CHECKED_CHARACTERS / 6).padEnd(CHECKED_CHARACTERS, "x");
    expect(judged({ ...PICTURE, prompt: longest }, rules)).toEqual([]);
    expect(judged({ ...PICTURE, prompt: `${longest}x` }, rules)).toMatchObject([{ rule: "too_long_to_check" }]);
  });

  it.each([
    ["behind a line break", { deep: [{ note: "paint a\nsecret\tplan" }] }],
    ["as the name of a field", { secret: 1 }],
    ["between quotation marks", { note: 'the "secret" plan' }],
  ])("reports a blocked word in its extension fields, even %s", (_where, native) => {
    const request = { ...PICTURE, native };
    expect(judged(request, [[channel, { blockedWords: ["secret"] }]])).toMatchObject([
      { rule: "blocked_words", words: ["secret"] },
    ]);
  });

  it.each([
    ["size", { size: "a secret plan" }],
    ["aspect ratio", { aspectRatio: "Secret" }],
  ])("reports a blocked word in a custom %s, but not in a usual one", (_where, made) => {
    const rules: Rules = [[channel, { blockedWords: ["secret", "auto", "1K", "16:9"] }]];
    const request = { ...PICTURE, model: "provider-b/flash-image-3.1" };
    expect(judged({ ...request, ...made }, rules)).toMatchObject([{ rule: "blocked_words", words: ["secret"] }]);
    expect(judged({ ...request, size: "1K", aspectRatio: "16:9" }, rules)).toEqual([]);
    expect(judged({ ...PICTURE, size: "auto" }, rules)).toEqual([]);
  });

  it("must use a clip model that the gateway lists, if known", () => {
    const listed = ["beta-2.0-15s-480p"];
    const problem = { rule: "unlisted_model", option: "model", given: CLIP.model, allowed: listed };
    expect(judged(CLIP, [], {}, GUEST, listed)).toEqual([problem]);
    expect(judged(PICTURE, [], {}, GUEST, listed)).toEqual([]);
    expect(judged(CLIP, [], {}, GUEST, [CLIP.model])).toEqual([]);
    // A rule that forbids it is more specific.
    expect(judged(CLIP, [[channel, { models: ["beta*"] }]], {}, GUEST, [...listed, CLIP.model])).toMatchObject([
      { rule: "model_forbidden", given: CLIP.model, allowed: listed },
    ]);
    expect(judged(CLIP, [[channel, { models: ["beta*"] }]], {}, GUEST, listed)).toMatchObject([
      { rule: "model_forbidden" },
    ]);
  });

  it("is limited by its kind: a clip's length, the number of pictures", () => {
    expect(judged(PICTURE, [[channel, { maxSeconds: 1 }]])).toEqual([]);
    expect(judged(CLIP, [[channel, { maxCount: 0 }]])).toEqual([]);
  });

  it("names the option that a rule is about", () => {
    const rules: Rules = [[channel, { models: ["x"], maxCount: 1, blockedWords: ["cat", "fox"] }]];
    expect(judged(PICTURE, rules)).toMatchObject([{ option: "model" }, { option: "count" }, { option: "prompt" }]);
    expect(judged(PICTURE, [[channel, { blockedWords: ["cat"] }]])).toEqual([]);
  });

  it("reports all problems at once", () => {
    const rules: Rules = [[channel, { models: ["x"], maxCount: 1, blockedWords: ["fox"] }]];
    expect(judged(PICTURE, rules).map(({ rule }) => rule)).toEqual([
      "model_forbidden",
      "too_many_pictures",
      "blocked_words",
    ]);
  });
});

describe("a member", () => {
  it("must be on every access list, by account, role or group", () => {
    const subjects = ["account:a", "role:console:main:r", "group:g"];
    for (const subject of subjects) {
      expect(judged(PICTURE, [[channel, { access: ["account:x", subject] }]], { subjects })).toEqual([]);
    }
    const rules: Rules = [
      [workspace, { access: ["group:g"] }],
      [channel, { access: ["group:h"] }],
    ];
    expect(judged(PICTURE, rules, { subjects })).toEqual([
      { rule: "not_for_you", why: "access", by: { kind: "channel", name: undefined } },
    ]);
  });

  it("who is blocked anywhere is refused for that reason only", () => {
    const group: Scope = { kind: "group", id: "g" };
    const subjects = ["account:a"];
    const rules: Rules = [
      [group, { blocked: subjects, maxCount: 1 }],
      [channel, { access: subjects }],
    ];
    expect(judged(PICTURE, rules, { subjects, groups: [{ id: "g", name: "designers" }] })).toEqual([
      { rule: "not_for_you", why: "blocked", by: { kind: "group", name: "designers" } },
    ]);
  });

  it("who is known not to be a guest passes a guest ban", () => {
    const asker: Asker = { platform: "slack", workspace: "T1", isGuest: false };
    expect(judged(PICTURE, [[workspace, { guests: false }]], {}, asker)).toEqual([]);
  });

  it("whose roles are known is checked by them, including groups by role", () => {
    expect(judged(PICTURE, [], { groupsByRole: true })).toEqual([]);
  });

  it("reports whose rule it is: a group's name, or Easel's default", () => {
    const groups = [
      { id: "h", name: "writers" },
      { id: "g", name: "designers" },
    ];
    expect(rulerOf({ kind: "group", id: "g" }, groups)).toEqual({ kind: "group", name: "designers" });
    expect(rulerOf({ kind: "account", id: "g" }, groups)).toEqual({ kind: "account", name: undefined });
    expect(rulerOf({ kind: "group", id: "gone" }, groups)).toEqual({ kind: "group", name: undefined });
    expect(rulerOf(undefined, groups)).toEqual({ kind: "default", name: undefined });
  });

  it("who is a guest is refused by a guest ban", () => {
    expect(judged(PICTURE, [[workspace, { guests: false }]])).toMatchObject([{ rule: "not_for_you", why: "guests" }]);
  });
  it("whose status is unknown is refused by a guest ban, with the reason", () => {
    expect(judged(PICTURE, [], {}, NOBODY)).toEqual([]);
    expect(judged(PICTURE, [[workspace, { guests: true }]], {}, NOBODY)).toEqual([]);
    expect(judged(PICTURE, [[workspace, { guests: false }]], {}, NOBODY)).toEqual([
      { rule: "guest_unknown", platform: "slack", by: { kind: "workspace", name: undefined } },
    ]);
  });

  it.each<[string, Rules, Partial<Membership>]>([
    ["a list of who may", [[channel, { access: ["role:slack:T1:makers"] }]], {}],
    ["a list of who may not", [[channel, { blocked: ["role:slack:T1:makers"] }]], {}],
    ["a group", [], { groupsByRole: true }],
  ])("with unknown roles is refused if %s depends on roles", (_what, rules, membership) => {
    expect(judged(PICTURE, rules, membership, NOBODY)).toEqual([{ rule: "roles_unknown", platform: "slack" }]);
  });

  it("with unknown roles passes if only another workspace's roles matter", () => {
    const rules: Rules = [[channel, { blocked: ["role:discord:1:2"] }]];
    expect(judged(PICTURE, rules, {}, NOBODY)).toEqual([]);
  });

  it("reports who paused what", () => {
    expect(judged(PICTURE, [], { paused: [{ scope: channel, by: "Ada" }] })).toEqual([
      { rule: "paused", who: "Ada", by: { kind: "channel", name: undefined } },
    ]);
  });
});
