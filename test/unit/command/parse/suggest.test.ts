import { describe, expect, it } from "vitest";
import { commands } from "../../../../commands/index.ts";
import type { Key } from "../../../../src/core/account/keys/key.ts";
import type { Preset } from "../../../../src/core/account/presets.ts";
import type { SuggestionQuery } from "../../../../src/core/chat/event.ts";
import { SUGGESTION_CHARACTERS, SUGGESTIONS } from "../../../../src/lib/limits.ts";
import { aKey } from "../../../support/a-key.ts";
import { ADA, createCommandWorld, GENERAL, MAX, type CommandWorldOptions } from "../../../support/commands.ts";
import { aBatch, aJob, aRequest } from "../../../support/database/jobs.ts";
import { noKeys, setUpDispatch } from "../../../support/dispatching.ts";

const accountOf = (name: string) => ({ kind: "account", id: `account of ${name}` }) as const;
const KEYS: readonly Key[] = [
  aKey({ name: "team", masked: "sk-…aaaa" }),
  aKey({ name: "mine", masked: "sk-…bbbb", scope: accountOf("member"), isOwn: true }),
  aKey({ name: "ada", masked: "sk-…cccc", scope: accountOf("admin"), isOwn: true }),
];
const OWNERS = { groups: [{ id: "g-1", name: "film" }], accounts: [] };
const GROUPS = [
  { id: "g-1", name: "film", members: [] },
  { id: "g-2", name: "night film", members: [] },
  { id: "g-3", name: "print", members: [] },
];
const preset = (name: string, service: Preset["service"], options: Preset["options"] = {}): Preset => ({
  name,
  service,
  options,
  scope: accountOf("member"),
});
const PRESETS = [preset("poster", "image", { size: "2K", format: "webp" }), preset("reel", "video", { seconds: 5 })];

function setUp(options: CommandWorldOptions = {}) {
  const { groups, presets } = createCommandWorld(options);
  const made = setUpDispatch(options, {}, commands, {
    keyring: { ...noKeys, list: async () => KEYS, owners: async () => OWNERS },
    groups: { ...groups, list: async () => GROUPS },
    presets: { ...presets, list: async () => PRESETS },
  });
  const suggested = async (command: string, option: string, changes: Partial<SuggestionQuery> = {}) =>
    made.suggest({ conversation: GENERAL, actor: MAX, command, option, typed: "", options: {}, ...changes });
  const values = async (...query: Parameters<typeof suggested>) =>
    (await suggested(...query)).map(({ value }) => value);
  return { ...made, suggested, values };
}

const admin = { actor: ADA };

describe("keys", () => {
  it("of everyone are suggested to admins, with the part that may be shown", async () => {
    expect(await setUp().suggested("easel-admin keys remove", "key", admin)).toEqual([
      { value: "team", label: "team sk-…aaaa" },
      { value: "mine", label: "mine sk-…bbbb" },
      { value: "ada", label: "ada sk-…cccc" },
    ]);
  });

  it("of other people are never suggested to a member", async () => {
    expect(await setUp().values("easel key remove", "key")).toEqual(["mine"]);
    expect(await setUp().values("easel key remove", "key", admin)).toEqual(["ada"]);
    expect(await setUp().values("easel-admin keys remove", "key")).toEqual([]);
  });

  it("can be given to everyone, this workspace and groups", async () => {
    expect(await setUp().suggested("easel-admin keys assign", "to", admin)).toEqual([
      { value: "everyone", label: "everyone" },
      { value: "workspace:console:main", label: "everyone in this workspace" },
      { value: "group:g-1", label: "the group film" },
    ]);
  });
});

describe("groups", () => {
  it("are suggested by name, those that begin with the typed letters first", async () => {
    const { values } = setUp();
    expect(await values("easel-admin groups delete", "group", admin)).toEqual(["film", "night film", "print"]);
    expect(await values("easel-admin groups delete", "group", { ...admin, typed: "n" })).toEqual([
      "night film",
      "print",
    ]);
    expect(await values("easel-admin groups delete", "group", { ...admin, typed: "FILM" })).toEqual([
      "film",
      "night film",
    ]);
    expect(await values("easel-admin groups delete", "group", { ...admin, typed: "x" })).toEqual([]);
  });
});

describe("presets", () => {
  it.each([
    ["imagine", ["poster"]],
    ["edit", ["poster"]],
    ["video", ["reel"]],
    ["preset delete", ["poster", "reel"]],
  ])("of `/%s` are those that it can use: %j", async (command, names) => {
    expect(await setUp().values(command, "preset")).toEqual(names);
  });

  it("show their options, which can be searched too", async () => {
    const found = { value: "poster", label: "poster · 2K · webp" };
    expect(await setUp().suggested("imagine", "preset", { typed: "WEBP" })).toEqual([found]);
  });

  it("to be saved are for either service until the model or an option decides", async () => {
    const { values } = setUp();
    const models = await values("preset save", "model", { typed: "image-2" });
    expect(models).toContain("provider-a/image-2");
    expect(await values("preset save", "model", { typed: "gamma" })).toContain("gamma3.0-video-720p");
    expect(await values("preset save", "quality")).toContain("high");
    expect(await values("preset save", "seconds")).toContain("5");
    // Both services have ratios; only the chosen model's are suggested.
    expect(await values("preset save", "aspect_ratio", { typed: "adaptive" })).toEqual([]);
    const clip = { typed: "adaptive", options: { model: "gamma3.0-video-720p" } };
    expect(await values("preset save", "aspect_ratio", clip)).toEqual(["adaptive"]);
    const picture = { options: { model: "provider-a/image-2" } };
    expect(await values("preset save", "seconds", picture)).toEqual([]);
    expect(await values("preset save", "model", { typed: "gamma", ...picture })).toContain("gamma3.0-video-720p");
  });
});

describe("in a workspace that nobody has claimed, nothing is suggested", () => {
  it.each([
    ["easel-admin keys remove", "key"],
    ["easel-admin keys assign", "to"],
    ["easel-admin groups delete", "group"],
    ["imagine", "preset"],
    ["imagine", "model"],
    ["video", "model"],
    ["jobs", "job"],
  ])("for `/%s --%s`", async (command, option) => {
    const { suggested } = setUp({ claimed: false });
    expect(await suggested(command, option, admin)).toEqual([]);
  });
});

describe("a request", () => {
  it("is suggested in one line, of a length that fits a list", async () => {
    const { world, suggested } = setUp();
    const batch = aBatch({
      accountId: "account of member",
      request: aRequest({ prompt: `a\n\n red   fox ${"runs ".repeat(50)}` }),
    });
    world.know(batch, [aJob({ state: "running" })]);
    const [only] = await suggested("jobs", "job");
    expect(only?.value).toBe(batch.id.slice(0, 8));
    expect(only?.label).toContain("a red fox runs");
    expect(only?.label.length).toBeLessThanOrEqual(SUGGESTION_CHARACTERS);
    expect(await suggested("jobs", "job", { typed: "no such words" })).toEqual([]);
    expect(await suggested("jobs", "job", { typed: "RED FOX" })).toEqual([only]);
  });

  it("can be cancelled while one of its pictures is unfinished", async () => {
    const { world, values } = setUp();
    const batch = aBatch({ accountId: "account of member" });
    world.know(batch, [aJob({ state: "succeeded", endedAt: new Date() }), aJob({ state: "running", ordinal: 2 })]);
    expect(await values("jobs", "job", { options: { action: "cancel" } })).toHaveLength(1);
  });
});

describe("an option without values of its own", () => {
  it("is suggested what its command knows", async () => {
    expect(await setUp().values("jobs", "action")).toContain("cancel");
    expect(await setUp().suggested("jobs", "action", { typed: "canc" })).toEqual([
      { value: "cancel", label: "cancel" },
    ]);
  });

  it("is suggested nothing if the chosen model doesn't take it", async () => {
    const options = { model: "provider-b/pro-image-3" };
    expect(await setUp().values("imagine", "quality", { options })).toEqual([]);
  });

  it.each(["private", "image", "prompt"])("is suggested nothing for %s", async (option) => {
    expect(await setUp().suggested("imagine", option)).toEqual([]);
  });
});

it("models of clips come from the catalogue while the gateway's list can't be read", async () => {
  const { suggest } = setUpDispatch({}, {}, commands, {
    listVideoModels: () => Promise.reject(new Error("the gateway is away")),
  });
  const query = { conversation: GENERAL, actor: MAX, command: "video", option: "model", typed: "gamma", options: {} };
  expect((await suggest(query)).map(({ value }) => value)).toContain("gamma3.0-video-720p");
});

it("more suggestions than a list has room for are cut", async () => {
  const listed = Array.from({ length: SUGGESTIONS + 1 }, (_, index) => `model-${index}`);
  expect(await setUp({ listed }).suggested("video", "model")).toHaveLength(SUGGESTIONS);
});
