import { describe, expect, it } from "vitest";
import type { Key, KeyChecks } from "../../../../../src/core/account/keys/key.ts";
import type { Service } from "../../../../../src/core/job/job.ts";
import type { Scope } from "../../../../../src/core/account/policy/scope.ts";
import { SPENT_KEY_REST_MS } from "../../../../../src/lib/limits.ts";
import { aKey } from "../../../../support/a-key.ts";
import {
  ADMIN,
  EVERYONE,
  WORKSPACE,
  GROUP,
  OWN,
  SECRET,
  ok,
  spent,
  invalid,
  forbidden,
  away,
  never,
  createKeyringWorld as setUp,
  type KeyringGiven,
} from "../../../../support/keyring.ts";

describe("checking a key", () => {
  it.each<[string, KeyChecks, knownTo: readonly Service[], refusedBy: readonly Service[]]>([
    ["known to each service that knows it", { image: ok, video: ok }, ["image", "video"], []],
    ["refused only by the one that refuses it", { image: invalid, video: ok }, ["video"], ["image"]],
    ["known if its balance is used up", { image: invalid, video: spent }, ["video"], ["image"]],
    ["known if it may not use the service", { video: forbidden }, ["video"], []],
    ["refused by both if both refuse it", { image: invalid, video: invalid }, [], ["image", "video"]],
    ["refused by the only service that is on", { image: invalid }, [], ["image"]],
    ["left as it is at one that can't be reached", { image: invalid, video: away }, [], ["image"]],
    ["left as it is if all services are off", {}, [], []],
  ])("is %s", async (_what, checks, knownTo, refusedBy) => {
    const { keyring, changes, asked } = setUp({ kept: [aKey({ id: "other" }), aKey()], checks });
    const restMs = checks.video?.kind === "spent" ? SPENT_KEY_REST_MS : undefined;
    expect(await keyring.check("o-1", "key-1", ADMIN, never)).toMatchObject({ after: { name: "after" }, checks });
    expect(asked).toEqual([SECRET]);
    expect(changes).toEqual([["o-1", "key-1", { kind: "check", knownTo, refusedBy, restMs }, ADMIN]]);
  });

  it("asks only the key's own services", async () => {
    const kept = [aKey({ services: ["image"] })];
    const { keyring, changes } = setUp({ kept, checks: { image: invalid, video: ok } });
    await keyring.check("o-1", "key-1", ADMIN, never);
    expect(changes.map(([, , change]) => change)).toMatchObject([{ knownTo: [], refusedBy: ["image"] }]);
  });

  it.each<[string, KeyringGiven]>([
    ["its secret can't be opened", { kept: [aKey({ isReadable: false })] }],
    ["its secret is no longer kept", { kept: [aKey()], isForgotten: true }],
  ])("asks no service if %s", async (_what, given) => {
    const { keyring, changes, asked } = setUp(given);
    expect(await keyring.check("o-1", "key-1", ADMIN, never)).toMatchObject({ checks: {} });
    expect(asked).toEqual([]);
    expect(changes).toEqual([
      ["o-1", "key-1", { kind: "check", knownTo: [], refusedBy: [], restMs: undefined }, ADMIN],
    ]);
  });

  it("finds no key of another organisation", async () => {
    const { keyring, changes, asked } = setUp({ kept: [aKey()] });
    expect(await keyring.check("o-1", "key-2", ADMIN, never)).toBeUndefined();
    expect(await keyring.check("o-2", "key-1", ADMIN, never)).toBeUndefined();
    expect([...asked, ...changes]).toEqual([]);
  });
});

it("every change reaches the store with its kind and actor", async () => {
  const { keyring, changes } = setUp();
  const concurrency = { image: 2 };
  await keyring.assign("o-1", "key-1", { scope: GROUP, concurrency }, ADMIN);
  for (const act of ["free", "disable", "enable", "remove"] as const) await keyring[act]("o-1", "key-1", ADMIN);
  expect(changes).toEqual([
    ["o-1", "key-1", { kind: "assign", scope: GROUP, concurrency }, ADMIN],
    ...["free", "disable", "enable", "remove"].map((kind) => ["o-1", "key-1", { kind }, ADMIN]),
  ]);
});

it("lists of keys, their uses and possible owners are the organisation's", async () => {
  const { keyring } = setUp({ kept: [aKey()] });
  expect(await keyring.list("o-1")).toEqual([aKey()]);
  expect(await keyring.usedFor("o-1", "b-1")).toMatchObject([{ name: "o-1 b-1" }]);
  expect(await keyring.owners("o-1")).toMatchObject({ groups: [{ id: "o-1" }] });
});

describe("the keys that serve a member", () => {
  const all = [
    aKey({ id: "everyone", scope: EVERYONE }),
    aKey({ id: "workspace", scope: WORKSPACE }),
    aKey({ id: "group", scope: GROUP }),
    aKey({ id: "group too", scope: GROUP }),
    aKey({ id: "own", scope: OWN }),
    aKey({ id: "clips", scope: OWN, services: ["video"] }),
  ];
  const within = [WORKSPACE, GROUP, OWN];

  it.each<[string, readonly Scope[], readonly Key[], readonly string[], Scope | undefined]>([
    ["their own", within, all, ["own"], OWN],
    ["their groups' if they have none", [WORKSPACE, GROUP], all, ["group", "group too"], GROUP],
    ["the workspace's", [WORKSPACE], all, ["workspace"], WORKSPACE],
    ["everyone's", [], all, ["everyone"], EVERYONE],
    [
      "only those that can be used now",
      within,
      all.map((key) => (key.id === "everyone" ? key : { ...key, restingUntil: new Date(1001) })),
      ["everyone"],
      EVERYONE,
    ],
    ["none if there are none", within, [aKey({ scope: { kind: "group", id: "another" } })], [], undefined],
  ])("are %s", async (_what, scopes, kept, ids, scope) => {
    const tier = await setUp({ kept }).keyring.tierFor("o-1", "image", scopes, 1000);
    expect(tier?.scope).toEqual(scope);
    expect(tier?.keys.map(({ id }) => id) ?? []).toEqual(ids);
  });
});
