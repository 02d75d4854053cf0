import { pino } from "pino";
import { describe, expect, it } from "vitest";
import {
  createModelList,
  MODEL_LIST_AGAIN_MS,
  MODEL_LIST_MS,
  MODEL_LISTS_REMEMBERED,
} from "../../../../src/command/models/video-model-list.ts";
import { type AskForModels, videoKeysOf } from "../../../../src/core/account/policy/model-list.ts";
import { aMembership, GENERAL, MAX } from "../../../support/commands.ts";
import { createManualClock } from "../../../support/manual-clock.ts";

const never = new AbortController().signal;
const ORGANISATION = { organisationId: "one" };

type Listed = Awaited<ReturnType<AskForModels>>;

/** Keys with their lists, which a test may change. */
function setUp(lists: Record<string, Listed>, scopes: Record<string, string> = {}) {
  const clock = createManualClock();
  const asked: string[] = [];
  const logged: string[] = [];
  let noteFails = false;
  const noted: [id: string, models: readonly string[] | undefined][] = [];
  const log = pino({ level: "info" }, { write: (line: string) => void logged.push(line) });
  const list = createModelList({
    store: {
      credentialsFor: async (_organisationId, service, within) =>
        Object.keys(service === "video" ? lists : {}).filter(
          (id) => within === undefined || within.includes(scopes[id] ?? "organisation"),
        ),
      async noteModels(id, models) {
        noted.push([id, models]);
        if (noteFails) throw new Error("database away");
      },
    },
    keys: { secretOf: async (id) => (id === "sealed" ? undefined : id) },
    ask: async (secret) => {
      asked.push(secret);
      return lists[secret];
    },
    clock,
    log,
  });
  return {
    lists,
    clock,
    asked,
    noted,
    logged,
    failNotes: () => (noteFails = true),
    list: (keys: Parameters<typeof list>[0] = ORGANISATION) => list(keys, never),
  };
}

describe("beyond a bound, the oldest lists are forgotten", () => {
  it("among those of organisations", async () => {
    const { list, asked } = setUp({ one: ["a"] });
    for (let index = 0; index <= MODEL_LISTS_REMEMBERED; index++) await list({ organisationId: `o-${index}` });
    expect(asked).toHaveLength(MODEL_LISTS_REMEMBERED + 1);
    await list({ organisationId: "o-1" });
    expect(asked).toHaveLength(MODEL_LISTS_REMEMBERED + 1);
    await list({ organisationId: "o-0" });
    expect(asked).toHaveLength(MODEL_LISTS_REMEMBERED + 2);
  });

  it("among those that keys had when they last answered", async () => {
    const ids = Array.from({ length: MODEL_LISTS_REMEMBERED + 1 }, (_, index) => `key-${index}`);
    const { list, lists, clock } = setUp(Object.fromEntries(ids.map((id) => [id, [`model-${id}`]])));
    expect(await list()).toHaveLength(ids.length);
    for (const id of ids) lists[id] = undefined;
    clock.advance(MODEL_LIST_MS);
    expect(await list()).toEqual(ids.slice(1).map((id) => `model-${id}`));
  });
});

describe("the models of an organisation's keys", () => {
  it("are those of all its keys, without image models that a gateway may list too", async () => {
    const { list } = setUp({ one: ["a", "provider-a/image-2", "b"], two: ["b", "c", "provider-b/new"] });
    expect(await list()).toEqual(["a", "b", "c"]);
  });

  it("are stored with each key, so that jobs go to a key that lists their model", async () => {
    const { list, noted } = setUp({ one: ["a", "b"], two: "unreadable", three: undefined });
    await list();
    expect(noted).toEqual([
      ["one", ["a", "b"]],
      ["two", undefined],
    ]);
  });

  it("are those of the keys that would make the clip", async () => {
    const { list } = setUp({ one: ["a"], own: ["b"] }, { own: "account:max" });
    expect(await list({ ...ORGANISATION, scopes: [{ kind: "organisation", id: "" }] })).toEqual(["a"]);
    expect(await list({ ...ORGANISATION, scopes: [{ kind: "account", id: "max" }] })).toEqual(["b"]);
  });

  it("are queried once per interval, for any number of callers", async () => {
    const { list, asked, clock } = setUp({ one: ["a"] });
    await Promise.all([list(), list(), list()]);
    await list();
    expect(asked).toEqual(["one"]);
    clock.advance(MODEL_LIST_MS);
    await list();
    expect(asked).toEqual(["one", "one"]);
  });

  it("stay the same while the service does not answer, with retries", async () => {
    const { list, lists, clock, asked, logged } = setUp({ one: ["a"], two: ["b"] });
    await list();
    lists["two"] = undefined;
    clock.advance(MODEL_LIST_MS);
    expect(await list()).toEqual(["a", "b"]);
    expect(logged.join()).toContain("did not list its models");
    await list();
    expect(asked).toHaveLength(4);
    lists["two"] = ["c"];
    clock.advance(MODEL_LIST_AGAIN_MS);
    expect(await list()).toEqual(["a", "c"]);
  });

  it("are unknown before the service has answered, and if its list is unreadable", async () => {
    const silent = setUp({ one: undefined });
    expect(await silent.list()).toBeUndefined();
    const odd = setUp({ one: ["a"], two: "unreadable" });
    expect(await odd.list()).toBeUndefined();
    expect(odd.logged.join()).toContain("unknown format");
  });

  it("cause no warning if every key answers", async () => {
    const { list, logged } = setUp({ one: ["a"] });
    await list();
    expect(logged).toEqual([]);
  });

  it("cause a warning for a missing or unreadable list", async () => {
    for (const answer of [undefined, "unreadable"] as const) {
      const { list, logged } = setUp({ one: answer });
      await list();
      expect(logged.map((line) => JSON.parse(line) as unknown)).toMatchObject([{ organisation: "one" }]);
    }
  });

  it("leave out a key whose secret can't be opened, without waiting", async () => {
    const { list, clock, asked, logged } = setUp({ one: ["a"], sealed: ["b"] });
    expect(await list()).toEqual(["a"]);
    clock.advance(MODEL_LIST_MS - 1);
    await list();
    expect(asked).toEqual(["one"]);
    expect(logged).toEqual([]);
  });

  it("are returned even if they could not be stored with the key", async () => {
    const { list, failNotes, logged } = setUp({ one: ["a"] });
    failNotes();
    expect(await list()).toEqual(["a"]);
    expect(logged.map((line) => JSON.parse(line) as unknown)).toMatchObject([
      { msg: "the models of a key could not be stored", err: { message: "database away" } },
    ]);
  });

  it("may be empty", async () => {
    expect(await setUp({ one: [] }).list()).toEqual([]);
  });

  it("are not awaited by an aborted caller", async () => {
    const clock = createManualClock();
    const list = createModelList({
      store: { credentialsFor: async () => ["one"], noteModels: async () => {} },
      keys: { secretOf: async (id) => id },
      ask: () => new Promise(() => {}),
      clock,
      log: pino({ level: "silent" }),
    });
    expect(await list(ORGANISATION, AbortSignal.abort())).toBeUndefined();
    const leaving = new AbortController();
    const answer = list(ORGANISATION, leaving.signal);
    leaving.abort();
    expect(await answer).toBeUndefined();
  });
});

it("a member's clips use the keys of the serving tier", () => {
  const membership = aMembership({ conversation: GENERAL, actor: MAX });
  const keysFor = (kind: "organisation" | "workspace" | undefined) =>
    videoKeysOf({ ...membership, keys: { image: undefined, video: kind && { kind, id: "" } } });
  const { organisationId } = membership;
  expect(keysFor("organisation")).toEqual({ organisationId, scopes: [{ kind: "organisation", id: "" }] });
  expect(keysFor("workspace")).toEqual({ organisationId, scopes: [{ kind: "workspace", id: "console:main" }] });
  expect(keysFor(undefined)).toEqual({ organisationId, scopes: [] });
});
