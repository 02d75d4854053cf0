import { pino } from "pino";
import { describe, expect, it } from "vitest";
import type { MembershipQuery, MembershipFacts, MembershipStore } from "../../../../src/core/account/membership.ts";
import {
  createMemberships,
  CACHED_MEMBERSHIPS,
  CACHE_TRUSTED_MS,
} from "../../../../src/app/context/membership-cache.ts";
import { ADA, GENERAL, MAX } from "../../../support/commands.ts";
import { createManualClock } from "../../../support/manual-clock.ts";

const FACTS: MembershipFacts = {
  organisationId: "organisation-1",
  accountId: "account-1",
  groups: [],
  groupsByRole: false,
  settings: [],
  paused: [],
  keys: [],
};

/** A cache on a store that counts lookups, and lets a test send notifications. */
function setUp(facts: Partial<MembershipFacts> = {}) {
  const clock = createManualClock();
  let asked = 0;
  let whileAsked = (): void => {};
  const lookedUp: MembershipQuery[] = [];
  const heard: { changed: (id: string | undefined) => void; listening: () => void }[] = [];
  const store: MembershipStore = {
    async find(given) {
      lookedUp.push(given);
      asked++;
      whileAsked();
      return { ...FACTS, ...facts };
    },
    async hear(changed, listening) {
      heard.push({ changed, listening });
      listening();
      return async () => {};
    },
    sayAlive: async () => {},
  };
  const made: string[] = [];
  const accounts = {
    async accountOf(_organisationId: string, { userId }: { userId: string }) {
      made.push(userId);
      return `new ${userId}`;
    },
  };
  const memberships = createMemberships({ store, accounts, clock, log: pino({ level: "silent" }) });
  return {
    clock,
    memberships,
    made,
    lookedUp,
    look: (actor = MAX, channel = "general") =>
      memberships.membershipOf({ conversation: { ...GENERAL, channel }, actor }),
    asked: () => asked,
    hear: (organisationId?: string) => heard.forEach((one) => one.changed(organisationId)),
    reconnect: () => heard.forEach((one) => one.listening()),
    whileAsked: (act: () => void) => (whileAsked = act),
  };
}

describe("cached memberships", () => {
  it("are cached by member, place and roles", async () => {
    const { memberships, look, asked } = setUp();
    await memberships.listen();
    await look();
    await look();
    expect(asked()).toBe(1);
    await look(ADA);
    await look(MAX, "other");
    await look({ ...MAX, roles: ["r"] });
    await memberships.membershipOf({ conversation: GENERAL, actor: MAX, isDirect: true });
    expect(asked()).toBe(5);
  });

  it("of a thread are its channel's", async () => {
    const { memberships, look, asked } = setUp();
    await memberships.listen();
    await look();
    await memberships.membershipOf({ conversation: { ...GENERAL, thread: "t" }, actor: MAX });
    expect(asked()).toBe(1);
  });

  it("are dropped by changes in their organisation, but not in others", async () => {
    const { memberships, look, asked, hear } = setUp();
    await memberships.listen();
    await look();
    hear("organisation-2");
    await look();
    expect(asked()).toBe(1);
    hear("organisation-1");
    await look();
    expect(asked()).toBe(2);
  });

  it("are all dropped after a reconnect, because changes may have been missed", async () => {
    const { memberships, look, asked, reconnect } = setUp();
    await memberships.listen();
    await look();
    reconnect();
    await look();
    expect(asked()).toBe(2);
  });

  it("are not cached if something changed during the lookup", async () => {
    const { memberships, look, asked, hear, whileAsked } = setUp();
    await memberships.listen();
    whileAsked(() => hear("organisation-1"));
    await look();
    whileAsked(() => {});
    await look();
    expect(asked()).toBe(2);
  });

  it("are looked up every time before notifications arrive, and after a long silence", async () => {
    const { memberships, clock, look, asked, hear } = setUp();
    await look();
    await look();
    expect(asked()).toBe(2);
    await memberships.listen();
    await look();
    clock.advance(CACHE_TRUSTED_MS - 1);
    await look();
    expect(asked()).toBe(3);
    clock.advance(1);
    await look();
    expect(asked()).toBe(4);
    // After a notification, the cache is trusted again: a missed change would have caused a reconnect.
    hear();
    await look();
    expect(asked()).toBe(4);
  });

  it("are limited in number", async () => {
    const { memberships, look, asked } = setUp();
    await memberships.listen();
    for (let index = 0; index <= CACHED_MEMBERSHIPS; index++) await look({ ...MAX, userId: String(index) });
    await look({ ...MAX, userId: String(CACHED_MEMBERSHIPS) });
    expect(asked()).toBe(CACHED_MEMBERSHIPS + 1);
    await look({ ...MAX, userId: "0" });
    expect(asked()).toBe(CACHED_MEMBERSHIPS + 2);
  });

  it("are looked up by place and roles, in any order", async () => {
    const { memberships, look, lookedUp } = setUp();
    await look({ ...MAX, roles: ["z", "a"] });
    await memberships.membershipOf({ conversation: GENERAL, actor: MAX, isDirect: true });
    const workspace = { kind: "workspace", id: "console:main" };
    const asked = { platform: "console", workspace: "main", userId: "member", rolePrefix: "role:console:main:" };
    expect(lookedUp).toEqual([
      {
        ...asked,
        roles: ["role:console:main:a", "role:console:main:z"],
        places: [workspace, { kind: "channel", id: "console:main:general" }],
      },
      { ...asked, roles: [], places: [workspace, { kind: "direct", id: "console:main" }] },
    ]);
  });

  it("have the subjects of account, roles and groups, and all scopes, widest first", async () => {
    const groups = [
      { id: "g", name: "authors" },
      { id: "h", name: "designers" },
    ];
    const [g, h] = [
      { kind: "group", id: "g" },
      { kind: "group", id: "h" },
    ] as const;
    const membership = await setUp({
      groups,
      settings: [
        { scope: h, settings: { imageModel: "of designers" } },
        { scope: g, settings: { imageModel: "of authors" } },
      ],
      paused: [
        { scope: { kind: "key", id: "k" }, by: "Eve" },
        { scope: { kind: "account", id: "account-1" }, by: "Max" },
        { scope: h, by: "Bo" },
        { scope: { kind: "organisation", id: "" }, by: "Ada" },
      ],
    }).look({ ...MAX, roles: ["r"] });
    expect(membership?.subjects).toEqual(["account:account-1", "role:console:main:r", "group:g", "group:h"]);
    expect(membership?.scopes.map(({ kind, id }) => `${kind} ${id}`)).toEqual([
      "organisation ",
      "workspace console:main",
      "group g",
      "group h",
      "channel console:main:general",
      "account account-1",
    ]);
    expect(membership?.policy.imageModel).toEqual({ value: "of authors", scope: g });
    expect(membership?.paused.map(({ by }) => by)).toEqual(["Ada", "Bo", "Max", "Eve"]);
  });

  it("send a keep-alive every two seconds until stopped, even after a failure", async () => {
    const clock = createManualClock();
    let said = 0;
    const logged: unknown[] = [];
    const memberships = createMemberships({
      store: {
        find: async () => undefined,
        hear: async () => async () => {},
        async sayAlive() {
          said++;
          if (said === 1) throw new Error("database away");
        },
      },
      accounts: { accountOf: async () => "" },
      clock,
      log: pino({ level: "debug" }, { write: (line: string) => void logged.push(JSON.parse(line)) }),
    });
    const stopping = new AbortController();
    const settled = () => new Promise((resolve) => setImmediate(resolve));
    const running = memberships.run(stopping.signal);
    await settled();
    expect(logged).toMatchObject([
      { msg: "keep-alive not sent; policy changes may be missed", err: { message: "database away" } },
    ]);
    clock.advance(1_999);
    await settled();
    expect(said).toBe(1);
    clock.advance(1);
    await settled();
    expect(said).toBe(2);
    stopping.abort();
    await running;
    await memberships.run(stopping.signal);
    expect(said).toBe(2);
  });

  it("create an account for a newcomer", async () => {
    const { look, made } = setUp({ accountId: undefined });
    expect(await look()).toMatchObject({ accountId: "new member" });
    expect(made).toEqual(["member"]);
  });

  it("name the narrowest key owner, and a member's own keys only if allowed", async () => {
    const key = (kind: "organisation" | "workspace" | "group" | "account", id: string, ...services: string[]) => ({
      scope: { kind, id },
      services,
    });
    const keys = [
      key("organisation", "", "image", "video"),
      key("workspace", "console:main", "image"),
      key("account", "account-1", "image", "video"),
    ];
    expect((await setUp({ keys }).look())?.keys).toEqual({
      image: { kind: "workspace", id: "console:main" },
      video: { kind: "organisation", id: "" },
    });
    const settings = [{ scope: { kind: "organisation", id: "" } as const, settings: { ownKeys: true } }];
    expect((await setUp({ keys, settings }).look())?.keys.video).toEqual({ kind: "account", id: "account-1" });
    expect((await setUp().look())?.keys).toEqual({ image: undefined, video: undefined });
  });

  it("explain why no key is usable: a refused key counts before a disabled one", async () => {
    const everyone = { kind: "organisation", id: "" } as const;
    const key = (unusable: "refused" | "disabled" | undefined, ...services: string[]) => ({
      scope: everyone,
      services,
      unusable,
    });
    const keys = [key("disabled", "image", "video"), key("refused", "video")];
    expect(await setUp({ keys }).look()).toMatchObject({
      keys: { image: undefined, video: undefined },
      keyless: { image: "disabled", video: "refused" },
    });
    expect(await setUp({ keys: [...keys, key(undefined, "image")] }).look()).toMatchObject({
      keys: { image: everyone, video: undefined },
      keyless: { image: undefined, video: "refused" },
    });
    expect((await setUp().look())?.keyless).toEqual({ image: "none", video: "none" });
  });

  it("still name a key at the services that did not refuse it", async () => {
    const scope = { kind: "organisation", id: "" } as const;
    const keys = [{ scope, services: ["image", "video"], refusedBy: ["video"] }];
    expect(await setUp({ keys }).look()).toMatchObject({
      keys: { image: scope, video: undefined },
      keyless: { image: undefined, video: "refused" },
    });
  });
});
