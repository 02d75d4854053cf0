import { readdir } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createSeal } from "../../src/account/seal.ts";
import { mayReach } from "../../src/command/reach.ts";
import { createAccountStore } from "../../src/db/account-store.ts";
import { createAuditLog } from "../../src/db/audit-log.ts";
import { createDeliveryStore } from "../../src/db/delivery-store.ts";
import { createGroupStore } from "../../src/db/group-store.ts";
import { createJobStore } from "../../src/db/job-store.ts";
import { createKeyStore } from "../../src/db/key-store.ts";
import { createLinking } from "../../src/db/linking-store.ts";
import { createPeopleStore } from "../../src/db/people-store.ts";
import { createPolicyStore } from "../../src/db/policy-store.ts";
import { createPresetStore } from "../../src/db/preset-store.ts";
import { createResultStore } from "../../src/db/result-store.ts";
import { createStandingStore } from "../../src/db/standing-store.ts";
import { aBatch } from "../support/jobs.ts";
import { everythingOf, fillTenant, type FilledIds } from "../support/filled-tenant.ts";
import { createTenants, type Tenant, type Tenants } from "../support/tenants.ts";

/** Stands in everything that the other organisation has. */
const MARK = "THEIRS";

/** Asked for by who has no business there; it tells nothing, and changes nothing of theirs. */
type Walk = () => Promise<unknown>;
/** Never asked with ids that people give: why that is safe. */
type Inner = string;

const BY_WORKER: Inner = "asked by workers about their own jobs";
const BY_REACH: Inner = "asked for a batch that `mayReach` has let through";
const BY_MESSAGE: Inner = "asked for a message that the platform has just shown someone in its own conversation";
const BY_JOB: Inner = "asked for the key that a job was given";

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

/** What is told, also of what is in maps. */
function told(result: unknown): string {
  return JSON.stringify(result, (_name, value: unknown) => (value instanceof Map ? [...value] : value)) ?? "";
}

const scope = () => ({ kind: "account", id: theirs.accountId }) as const;
const place = () => ({ platform: "slack", workspace: `w-${MARK}`, channel: "general" }) as const;
const change = () => ({ organisationId: mine.organisationId, actor: mine.actor });
const tell = { changed() {}, freed() {}, time() {} };

/** Each store with what it is asked for in the name of one organisation about another. */
function stores(): Record<string, { readonly store: object; readonly functions: Record<string, Walk | Inner> }> {
  const { db } = tenants;
  const accounts = createAccountStore(db);
  const groups = createGroupStore(db);
  const keys = createKeyStore(db, "k");
  const policies = createPolicyStore(db);
  const presets = createPresetStore(db);
  const people = createPeopleStore(db, accounts);
  const deliveries = createDeliveryStore(db, tell);
  const jobs = createJobStore(db, tell);
  const results = createResultStore(db, deliveries);
  const audit = createAuditLog(db);
  const standings = createStandingStore(db);
  const linking = createLinking(db, {
    secretKey: "s".repeat(32),
    operatorCode: MARK,
    seal: createSeal("s".repeat(32)),
  });
  const mineId = mine.organisationId;
  const identity = { platform: "slack", workspace: `w-${MARK}`, userId: theirs.userId, displayName: "Mine" };
  const asTheirs = { ...mine, accountId: theirs.accountId, identity: { ...identity } };
  return {
    createAccountStore: {
      store: accounts,
      functions: {
        organisationOf: "tells whose a workspace is, to whoever is in it",
        claimForFirst: "asked by the operator's configuration",
        accountOf: () => refused(accounts.accountOf(mineId, identity)),
        enterConfigured: "asked by the operator's configuration",
        setAsideOthers: () => accounts.setAsideOthers(mineId, []),
        hasFreshCredential: BY_WORKER,
        credentialsFor: () => accounts.credentialsFor(mineId, "image"),
        sealedSecret: BY_JOB,
        rest: BY_JOB,
        wipeRemoved: "takes away what nobody needs",
      },
    },
    createGroupStore: {
      store: groups,
      functions: {
        list: () => groups.list(mineId),
        create: () => groups.create(change(), "mine"),
        delete: () => groups.delete(change(), ids.group),
        add: () => groups.add(change(), ids.group, `account:${mine.accountId}`),
        remove: () => groups.remove(change(), ids.group, `account:${theirs.accountId}`),
      },
    },
    createKeyStore: {
      store: keys,
      functions: {
        keys: () => keys.keys(mineId),
        enter: "enters a key for the organisation that it names; there is none of theirs to name",
        change: () => keys.change(mineId, ids.credential, { kind: "remove" }, mine.actor),
        refused: BY_JOB,
        owners: () => keys.owners(mineId),
      },
    },
    createPolicyStore: {
      store: policies,
      functions: {
        settings: () => policies.settings(mineId, scope()),
        change: () => policies.change(change(), scope(), () => ({ maxCount: 1 })),
        workspace: () => policies.workspace(mineId, place()).catch(() => undefined),
        changeWorkspace: () => policies.changeWorkspace(change(), place(), { timeZone: "UTC" }).catch(() => undefined),
        pauses: () => policies.pauses(mineId),
        pause: () => policies.pause(change(), scope()),
        resume: () => policies.resume(change(), scope()),
      },
    },
    createPresetStore: {
      store: presets,
      functions: {
        list: () => presets.list(mineId, [scope()]),
        save: () => presets.save(mineId, { name: "x", scope: scope(), service: "image", options: {} }, mine.accountId),
        delete: () => presets.delete(mineId, scope(), MARK),
      },
    },
    createPeopleStore: {
      store: people,
      functions: {
        accountOf: () => refused(people.accountOf(mineId, identity)),
        names: () => people.names(mineId, [theirs.accountId]),
      },
    },
    createLinking: {
      store: linking,
      functions: {
        makeCode: () => linking.makeCode({ ...mine, identity }, "account"),
        redeem: async () => {
          const theirCode = await linking.makeCode({ ...theirs, identity }, "account");
          const { sql } = tenants;
          const redeemed = await linking.redeem({ ...mine, identity }, "account", theirCode);
          await sql`delete from codes`;
          expect(redeemed).toEqual({ kind: "other_organisation" });
        },
        unlink: () => linking.unlink(asTheirs),
        claim: "claims only what nobody has, with the operator's code",
      },
    },
    createAuditLog: { store: audit, functions: { recent: () => audit.recent(mineId, {}, 100) } },
    createStandingStore: {
      store: standings,
      functions: {
        find: () =>
          standings.find({
            platform: "discord",
            workspace: "w-mine",
            userId: theirs.userId,
            roles: [`role:slack:w-${MARK}:r`],
            places: [scope(), { kind: "workspace", id: theirs.workspace }],
          }),
        hear: "hears ids of organisations alone",
        sayAlive: "says nothing",
      },
    },
    createJobStore: {
      store: jobs,
      functions: {
        accept: "writes for the standing that was found for who asks",
        latestBatches: () =>
          Promise.all([
            jobs.latestBatches(mineId, { kind: "account", accountId: theirs.accountId }, 10),
            jobs.latestBatches(mineId, { kind: "channel", conversation: place() }, 10),
            jobs.latestBatches(mineId, { kind: "workspace", conversation: place() }, 10),
          ]),
        batch: BY_REACH,
        jobsOf: BY_REACH,
        ...inner(BY_WORKER, [
          "claim",
          "apply",
          "find",
          "countTry",
          "beat",
          "register",
          "retire",
          "takeOver",
          "takeBatch",
        ]),
        ...inner(BY_WORKER, ["ownedBy", "cancelsAskedOf", "overdueWaits", "readyBatches"]),
      },
    },
    createDeliveryStore: {
      store: deliveries,
      functions: {
        view: BY_REACH,
        ...inner(BY_WORKER, [
          "noticeShown",
          "noNotice",
          "artifactFetched",
          "artifactLost",
          "intendPost",
          "postDone",
          "close",
        ]),
      },
    },
    createResultStore: {
      store: results,
      functions: {
        ...inner(BY_MESSAGE, ["postOf", "latestIn", "latestFor", "keepTarget"]),
        ...inner(BY_REACH, ["view", "chain", "wishAway", "wishUndone"]),
        target: "kept for the one conversation in which it was pointed at, which is compared",
      },
    },
  };
}

async function refused(asked: Promise<unknown>): Promise<void> {
  await expect(asked).rejects.toThrow("another organisation");
}

function inner(why: Inner, names: readonly string[]): Record<string, Inner> {
  return Object.fromEntries(names.map((name) => [name, why]));
}

/** Stores that know of no organisation: of a connection, of bytes by their hash, of messages by their place, of the world's clock. */
const WITHOUT = new Set([
  "createAdminNoteStore",
  "createConnectionLease",
  "createDatabaseClock",
  "createDiscordStore",
  "createFittingStore",
  "createMediaLedger",
  // Part of the account store.
  "createCredentialStore",
]);

describe("nobody reads another organisation's anything", () => {
  it("through any store that there is: each is walked here", async () => {
    const files = (await readdir("src/db")).filter((name) => name.endsWith(".ts"));
    const modules = await Promise.all(
      files.map((file) => import(/* @vite-ignore */ `../../src/db/${file}`) as Promise<object>),
    );
    const made = modules.flatMap((module) => Object.keys(module)).filter((name) => name.startsWith("create"));
    expect(made.filter((name) => !WITHOUT.has(name)).toSorted()).toEqual(Object.keys(stores()).toSorted());
  });

  it("through any function of them: each is walked here, or it is said why nobody can ask it that", () => {
    for (const [name, { store, functions }] of Object.entries(stores())) {
      expect([name, Object.keys(store).toSorted()]).toEqual([name, Object.keys(functions).toSorted()]);
    }
  });

  it("by ids of theirs in the name of one's own organisation: nothing is told, and nothing of theirs changes", async () => {
    const before = await everythingOf(tenants, theirs);
    expect(before).toContain(MARK);
    for (const [name, { functions }] of Object.entries(stores())) {
      for (const [asked, walk] of Object.entries(functions)) {
        if (typeof walk === "string") continue;
        const result = await walk();
        expect(`${name}.${asked}: ${told(result)}`).not.toContain(MARK);
        expect([name, asked, await everythingOf(tenants, theirs)]).toEqual([name, asked, before]);
      }
    }
  });

  it("by the id of a batch: only what is in the same channel, or one's own in the same workspace, is reached", () => {
    const batch = aBatch({ conversation: place(), requesterId: "u" });
    for (const other of [
      { ...place(), workspace: "another" },
      { ...place(), platform: "discord" as const },
      { ...place(), channel: "another" },
    ]) {
      expect(mayReach(batch, other, { userId: "stranger" })).toBe(false);
    }
    expect(mayReach(batch, { ...place(), workspace: "another" }, { userId: "u" })).toBe(false);
    expect(mayReach(batch, { ...place(), channel: "another" }, { userId: "u" })).toBe(true);
  });
});
