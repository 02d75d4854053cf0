import { readdir } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Conversation } from "../../../src/core/chat/conversation.ts";
import { PlatformError } from "../../../src/core/chat/errors.ts";
import { mayReach } from "../../../src/command/files/may-reach.ts";
import { aBatch } from "../../support/database/jobs.ts";
import { everythingOf, fillTenant, type FilledIds } from "../../support/database/filled-tenant.ts";
import { storeCalls } from "../../support/database/outsider/store-calls.ts";
import { createTenants, type Tenant, type Tenants } from "../../support/database/tenants.ts";

/** Appears in all data of the other organisation. */
const MARK = "THEIRS";

let tenants: Tenants;
let mine: Tenant;
let theirs: Tenant;
let ids: FilledIds;

beforeAll(async () => {
  tenants = await createTenants();
  mine = await tenants.add("mine");
  theirs = await tenants.add(MARK, "slack");
  ids = await fillTenant(tenants, theirs, MARK);
});
afterAll(() => tenants.close());

const calls = () => storeCalls({ tenants, mine, theirs, ids, mark: MARK });
const place = () => ({ platform: "slack", workspace: `w-${MARK}`, channel: "general" }) as const;

/** An answer as text, including the contents of maps. */
function told(result: unknown): string {
  return JSON.stringify(result, (_name, value: unknown) => (value instanceof Map ? [...value] : value)) ?? "";
}

/** Stores without organisations: processes, connections, bytes by hash, messages by place, the clock, rows by age. */
const WITHOUT_ORGANISATION = new Set([
  "createAdminNoteStore",
  "createChatProcessStore",
  "createConnectionLease",
  "createDatabaseClock",
  "createDiscordStore",
  "createFittingStore",
  "createMediaLedger",
  "createRetentionStore",
  "createForgettingStore",
  // Part of the account store.
  "createCredentialStore",
  // Part of the key store.
  "createKeyRefusalsStore",
]);

describe("no organisation can read another's data", () => {
  it("through any store: all are covered here", async () => {
    const files = (await readdir("src/db", { recursive: true })).filter((name) =>
      /^(?!embedded|schema).*\.ts$/.test(name),
    );
    const modules = await Promise.all(
      files.map((file) => import(/* @vite-ignore */ `../../../src/db/${file}`) as Promise<object>),
    );
    const made = modules.flatMap((module) => Object.keys(module)).filter((name) => name.startsWith("create"));
    expect(made.filter((name) => !WITHOUT_ORGANISATION.has(name)).toSorted()).toEqual(Object.keys(calls()).toSorted());
  });

  it("through any function: each is covered here, or explained as unreachable", () => {
    for (const [name, { store, functions }] of Object.entries(calls())) {
      expect([name, Object.keys(store).toSorted()]).toEqual([name, Object.keys(functions).toSorted()]);
    }
  });

  it("by using the other's ids: nothing is revealed and nothing changes", async () => {
    const before = await everythingOf(tenants, theirs);
    expect(before).toContain(MARK);
    for (const [name, { functions }] of Object.entries(calls())) {
      for (const [asked, call] of Object.entries(functions)) {
        if (typeof call === "string") continue;
        const result = await call();
        expect(`${name}.${asked}: ${told(result)}`).not.toContain(MARK);
        expect([name, asked, await everythingOf(tenants, theirs)]).toEqual([name, asked, before]);
      }
    }
  });

  describe("by the id of a batch", () => {
    const asked: string[] = [];
    const answering = (may: boolean) => ({
      platform: {
        mayRead: async ({ channel, thread }: Conversation, userId: string) => {
          asked.push([channel, thread, userId].join(" "));
          return may;
        },
      },
    });
    const by = (conversation: Conversation, userId = "stranger") => ({ conversation, actor: { userId } });

    it("finds the person's own batches in the workspace, and all batches of the conversation", async () => {
      const batch = aBatch({ conversation: place(), requesterId: "u" });
      expect(await mayReach(batch, by(place()), answering(false))).toBe(true);
      expect(await mayReach(batch, by({ ...place(), channel: "another" }, "u"), answering(false))).toBe(true);
      expect(await mayReach(batch, by({ ...place(), workspace: "another" }, "u"), answering(true))).toBe(false);
    });

    it("finds nothing of another workspace, platform or channel, whatever the platform says", async () => {
      const batch = aBatch({ conversation: place(), requesterId: "u" });
      for (const other of [
        { ...place(), workspace: "another" },
        { ...place(), platform: "discord" as const },
        { ...place(), channel: "another" },
      ]) {
        expect(await mayReach(batch, by(other), answering(true))).toBe(false);
      }
    });

    it("finds another thread's batches only if the platform lets the person read it", async () => {
      const batch = aBatch({ conversation: { ...place(), thread: "private" }, requesterId: "u" });
      for (const from of [place(), { ...place(), thread: "another" }]) {
        asked.length = 0;
        expect(await mayReach(batch, by(from), answering(false))).toBe(false);
        expect(await mayReach(batch, by(from), answering(true))).toBe(true);
        expect(asked).toEqual(["general private stranger", "general private stranger"]);
      }
    });

    it("finds nothing if the platform does not answer", async () => {
      const batch = aBatch({ conversation: { ...place(), thread: "private" }, requesterId: "u" });
      const platform = { mayRead: () => Promise.reject(new PlatformError("unavailable", "away")) };
      expect(await mayReach(batch, by(place()), { platform })).toBe(false);
    });
  });
});
