import { describe, expect, it } from "vitest";
import type { LateChange, Policies } from "../../../../src/core/account/policy/policy-store.ts";
import type { PolicySettings } from "../../../../src/core/account/policy/policy.ts";
import { encodeScope, type Scope } from "../../../../src/core/account/policy/scope.ts";
import type { Pause } from "../../../../src/core/account/membership.ts";
import type { CommandEvent } from "../../../../src/core/chat/event.ts";
import { MAX_BLOCKED_WORDS, MAX_MODEL_GLOBS, MAX_POLICY_SUBJECTS } from "../../../../src/lib/limits.ts";
import { shown } from "../../../../src/text/render/shown.ts";
import { en } from "../../../../src/text/en/index.ts";
import { aKey } from "../../../support/a-key.ts";
import { aCommand, ADA } from "../../../support/commands.ts";
import { noKeys, setUpDispatch } from "../../../support/dispatching.ts";

const say = en.policyAdmin;
const numbered = (count: number, of = "word"): string[] => Array.from({ length: count }, (_, at) => `${of}-${at}`);

/** A channel with these rules. */
function setUp(settings: PolicySettings = {}, lately?: LateChange<PolicySettings>) {
  const here = setUpDispatch({ listed: ["gamma3.0-video-720p", "gamma3.0-video-480p"] });
  let now = settings;
  const change: Policies["change"] = async (_change, _scope, how) => {
    const before = now;
    now = how(before);
    return { before, after: now, lately };
  };
  Object.assign(here.world.policies, { settings: async () => now, change });
  return {
    ...here,
    rules: () => now,
    type: (command: string, options: CommandEvent["options"]) =>
      here.send(aCommand(`easel-admin channel ${command}`, options, ADA)),
  };
}

describe("blocked words", () => {
  it("are taken up to their largest number and length", async () => {
    const words = [...numbered(MAX_BLOCKED_WORDS - 1), "x".repeat(100)];
    const { rules, type } = setUp();
    await type("access", { words: words.join(", ") });
    expect(rules().blockedWords).toEqual(words);
  });

  it.each([
    [numbered(MAX_BLOCKED_WORDS + 1), say.tooMany(en.settings.blockedWords, MAX_BLOCKED_WORDS)],
    [["fox", "x".repeat(101)], say.tooLong(en.settings.blockedWords, shown("x".repeat(101)), 101, 100)],
  ])("beyond are refused, and nothing changes", async (words, problem) => {
    const { rules, said, type } = setUp({ guests: false });
    await type("access", { words: words.join(", "), guests: "yes" });
    expect(said()).toBe(problem);
    expect(rules()).toEqual({ guests: false });
  });
});

describe("the people who may use Easel", () => {
  it.each([
    ["only", en.settings.access],
    ["block", en.settings.blocked],
  ])("in the option %s are refused beyond the largest number", async (option, label) => {
    const access = numbered(MAX_POLICY_SUBJECTS + 1, "account:a");
    const { rules, said, type } = setUp({ access });
    await type("access", { [option]: access.join(", ") });
    expect(said()).toBe(say.tooMany(label, MAX_POLICY_SUBJECTS));
    expect(rules()).toEqual({ access });
  });
});

it("as many people as allowed may be listed", async () => {
  const access = numbered(MAX_POLICY_SUBJECTS, "account:a");
  const { rules, type } = setUp({ access: [...access, "account:b"] });
  await type("access", { only: access.join(", ") });
  expect(rules()).toEqual({ access });
});

describe("allowed models", () => {
  it.each(["all", " ALL "])("are all models again: %j", async (allow) => {
    const { rules, type } = setUp({ maxCount: 2, models: ["image-2"] });
    await type("models", { allow });
    expect(rules()).toEqual({ maxCount: 2 });
  });

  it("that match no model are refused", async () => {
    const { rules, said, type } = setUp({ models: ["image-2"] });
    await type("models", { allow: "image-2, imagge-2" });
    expect(said()).toContain(say.noMatch("imagge-2", "`image-2`"));
    expect(rules()).toEqual({ models: ["image-2"] });
  });

  it("are refused beyond their largest number", async () => {
    const globs = numbered(MAX_MODEL_GLOBS, "image-2*");
    const { rules, said, type } = setUp();
    await type("models", { allow: ["image-2", ...globs].join(",") });
    expect(said()).toBe(say.tooMany(en.settings.models, MAX_MODEL_GLOBS));
    expect(rules()).toEqual({});
  });

  it("of one kind warn that none of the other is left", async () => {
    const { rules, said, type } = setUp({ maxCount: 2 });
    await type("models", { allow: "*-720p" });
    expect(rules()).toEqual({ maxCount: 2, models: ["*-720p"] });
    expect(said().split("\n").at(-1)).toBe(say.noneLeft.image);
    await type("models", { allow: "image-2" });
    expect(said().split("\n").at(-1)).toBe(say.noneLeft.video);
  });
});

describe("another admin's recent change", () => {
  const lately = { by: "Max*", agoMs: 119_999, before: { maxCount: 4 }, after: { maxCount: 3 } };

  it("is told with its age after the admin's own", async () => {
    const { said, type } = setUp({ maxCount: 3 }, lately);
    await type("limits", { max_count: 2 });
    const [, own, note, earlier, ...more] = said().split("\n");
    expect(own).toMatch(/3.*2/);
    expect(note).toBe(say.lately("Max\\*", 1));
    expect(earlier).toMatch(/4.*3/);
    expect(more).toEqual([]);
  });

  it("is not told if it changed nothing that people see", async () => {
    const { said, type } = setUp({ maxCount: 3 }, { ...lately, after: lately.before });
    await type("limits", { max_count: 2 });
    expect(said()).not.toContain("Max");
  });
});

async function resumed(option: Readonly<Record<string, string>>, pauses: readonly Pause[]) {
  const keyring = { ...noKeys, list: async () => [aKey({ name: "film*" })] };
  const { said, send, world } = setUpDispatch({}, {}, undefined, { keyring });
  const asked: string[] = [];
  const resume: Policies["resume"] = async (_change, scope) => {
    asked.push(encodeScope(scope));
    return undefined;
  };
  Object.assign(world.policies, { resume, pauses: async () => pauses });
  await send(aCommand("easel-admin resume", option, ADA));
  return { asked, said: said() };
}

const paused = (scope: Scope): Pause => ({ scope, by: "Max" });

describe("a pause", () => {
  it.each([
    [{}, "channel:console:main:general"],
    [{ scope: "workspace" }, "workspace:console:main"],
    [{ scope: "organisation" }, "organisation"],
    [{ key: "film*" }, "key:key-1"],
  ])("of %j is ended for exactly that", async (option, scope) => {
    expect((await resumed(option, [])).asked).toEqual([scope]);
  });

  it("elsewhere is named where none is to end: keys by name, other channels by id", async () => {
    const { said } = await resumed({}, [
      paused({ kind: "key", id: "key-1" }),
      paused({ kind: "key", id: "key-9" }),
      paused({ kind: "workspace", id: "console:main" }),
      paused({ kind: "channel", id: "console:main:studio" }),
    ]);
    const key = en.pause.key;
    const names = [key("film\\*"), key("key-9"), en.ruler.workspace, "channel:console:main:studio"];
    expect(said).toBe(en.pause.notPaused(en.ruler.channel, en.list(names), "channel"));
  });

  it("of an unknown place is refused", async () => {
    const { asked, said } = await resumed({ scope: "planet" }, []);
    expect(asked).toEqual([]);
    expect(said).toContain("planet");
  });
});
