import { randomUUID } from "node:crypto";
import { sql, type SQL } from "drizzle-orm";
import { pino } from "pino";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { encodeScope, placeScope } from "../../../src/core/account/policy/scope.ts";
import type { Place, Membership } from "../../../src/core/account/membership.ts";
import { createMemberships, type CachedMemberships } from "../../../src/app/context/membership-cache.ts";
import { roleSubject } from "../../../src/core/account/policy/subject.ts";
import type { Actor } from "../../../src/core/chat/event.ts";
import { systemClock } from "../../../src/lib/clock.ts";
import { createAccountStore } from "../../../src/db/accounts/account-store.ts";
import { createOrganisationStore } from "../../../src/db/accounts/organisation-store.ts";
import { connectDatabase, type Database } from "../../../src/db/connection.ts";
import { createMembershipStore } from "../../../src/db/accounts/membership-store.ts";
import { createTestDatabase, type TestDatabase } from "../../support/database/postgres.ts";
import { ADA, GENERAL, MAX } from "../../support/commands.ts";

/** One of several processes on the same database, with its queries. */
interface Process {
  readonly memberships: CachedMemberships;
  readonly db: Database;
  finds(): number;
  close(): Promise<void>;
}

const log = pino({ level: "silent" });
let database: TestDatabase;
let one: Process;
let other: Process;
let organisationId: string;

async function start(): Promise<Process> {
  const db = connectDatabase(database.url, log);
  const store = createMembershipStore(db);
  let finds = 0;
  const counted = {
    ...store,
    find: (asked: Parameters<typeof store.find>[0]) => {
      finds++;
      return store.find(asked);
    },
  };
  const accounts = createAccountStore(db);
  const memberships = createMemberships({ store: counted, accounts, clock: systemClock, log });
  const working = new AbortController();
  const stop = await memberships.listen();
  const running = memberships.run(working.signal);
  return {
    memberships,
    db,
    finds: () => finds,
    async close() {
      working.abort();
      await running;
      await stop();
      await db.close();
    },
  };
}

beforeAll(async () => {
  database = await createTestDatabase();
  one = await start();
  other = await start();
  organisationId = await createOrganisationStore(one.db).consoleOrganisation();
});

afterEach(async () => {
  await write(sql`delete from pauses`);
});

afterAll(async () => {
  await Promise.all([one, other].map((process) => process.close()));
  await database.drop();
});

const write = (statement: SQL) => one.db.run((queries) => queries.execute(statement));
const at = (actor: Actor = MAX): Place => ({ conversation: GENERAL, actor });
const here = encodeScope(placeScope(GENERAL, false));

async function membership(process: Process, place = at()): Promise<Membership> {
  const found = await process.memberships.membershipOf(place);
  if (!found) throw new Error("the membership was not found");
  return found;
}

/** Repeats the lookup until the membership matches. Only a failing test waits to the end. */
async function until(process: Process, holds: (found: Membership) => boolean, place = at()): Promise<Membership> {
  const deadline = AbortSignal.timeout(20_000);
  for (;;) {
    const found = await membership(process, place);
    if (holds(found)) return found;
    deadline.throwIfAborted();
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** Repeats the lookup until it is cached: earlier changes may still be arriving. */
async function settled(process: Process, place: Place): Promise<void> {
  const deadline = AbortSignal.timeout(20_000);
  for (let before = -1; before !== process.finds();) {
    deadline.throwIfAborted();
    before = process.finds();
    await membership(process, place);
  }
}

async function policy(scope: string, settings: object): Promise<void> {
  await write(sql`
    insert into policies (organisation_id, scope, settings)
    values (${organisationId}, ${scope}, ${JSON.stringify(settings)}::jsonb)
    on conflict (organisation_id, scope) do update set settings = excluded.settings`);
}

describe("a membership", () => {
  it("is undefined in an unclaimed workspace", async () => {
    const strange = { ...GENERAL, workspace: "strange" };
    expect(await one.memberships.membershipOf({ conversation: strange, actor: MAX })).toBeUndefined();
  });

  it("says whether groups have members by role in the workspace", async () => {
    const place = { conversation: GENERAL, actor: { ...MAX, userId: randomUUID() } };
    expect(await one.memberships.membershipOf(place)).toMatchObject({ groupsByRole: false });
    const group = randomUUID();
    await write(sql`insert into groups (id, organisation_id, name) values (${group}, ${organisationId}, 'by role')`);
    const add = (subject: string) =>
      write(
        sql`insert into group_members (organisation_id, group_id, subject) values (${organisationId}, ${group}, ${subject})`,
      );
    await add("role:slack:T1:makers");
    await expect.poll(() => one.memberships.membershipOf(place)).toMatchObject({ groupsByRole: false });
    await add("role:console:main:makers");
    await expect.poll(() => one.memberships.membershipOf(place)).toMatchObject({ groupsByRole: true });
    await write(sql`delete from groups where id = ${group}`);
  });

  it("reads account, groups, rules and pauses of all scopes in one query, once", async () => {
    const actor = { ...MAX, userId: randomUUID(), roles: ["painters"] };
    const { accountId } = await membership(one, at(actor));
    const [designers, painters, strangers] = [randomUUID(), randomUUID(), randomUUID()];
    await write(sql`
      insert into groups (id, organisation_id, name) values
        (${designers}, ${organisationId}, 'designers'), (${painters}, ${organisationId}, 'painters'),
        (${strangers}, ${organisationId}, 'strangers')`);
    await write(sql`
      insert into group_members (group_id, organisation_id, subject) values
        (${designers}, ${organisationId}, ${`account:${accountId}`}),
        (${painters}, ${organisationId}, ${roleSubject(GENERAL, "painters")}),
        (${strangers}, ${organisationId}, ${roleSubject(GENERAL, "others")})`);
    await policy("organisation", { maxSeconds: 30 });
    await policy("workspace:console:main", { maxSeconds: 25 });
    await policy(`group:${painters}`, { maxSeconds: 20 });
    await policy(here, { imageModel: "image-2", maxCount: 4 });
    await policy(`account:${accountId}`, { maxCount: 3 });
    await policy(`group:${strangers}`, { maxSeconds: 1 });
    await policy("channel:console:main:other", { maxSeconds: 2 });
    await write(sql`
      insert into pauses (organisation_id, scope, paused_by) values (${organisationId}, ${here}, 'Ada'),
        (${organisationId}, 'channel:console:main:other', 'Ada')`);

    const found = await until(one, ({ paused, groups }) => paused.length === 1 && groups.length === 2, at(actor));
    expect(found.groups.map(({ name }) => name)).toEqual(["designers", "painters"]);
    expect(found.scopes.map(encodeScope)).toEqual([
      "organisation",
      "workspace:console:main",
      `group:${designers}`,
      `group:${painters}`,
      here,
      `account:${accountId}`,
    ]);
    expect(found.policy).toMatchObject({
      maxSeconds: { value: 20, scope: { kind: "group", id: painters } },
      maxCount: { value: 3, scope: { kind: "account", id: accountId } },
      imageModel: { value: "image-2" },
    });
    expect(found.paused).toEqual([{ scope: placeScope(GENERAL, false), by: "Ada" }]);
    await settled(one, at(actor));
  });

  it("contains nothing of another organisation", async () => {
    const { accountId } = await membership(one);
    const [stranger] = await write(sql`insert into organisations default values returning id`);
    const id = String(stranger?.["id"]);
    const group = randomUUID();
    await write(sql`insert into groups (id, organisation_id, name) values (${group}, ${id}, 'theirs')`);
    await write(sql`
      insert into group_members (group_id, organisation_id, subject) values (${group}, ${id}, ${`account:${accountId}`})`);
    await write(sql`
      insert into policies (organisation_id, scope, settings) values (${id}, ${here}, '{"maxSeconds": 1}'),
        (${id}, ${`group:${group}`}, '{"maxSeconds": 1}')`);
    await write(sql`insert into pauses (organisation_id, scope, paused_by) values (${id}, 'organisation', 'Eve')`);
    await write(sql`
      insert into credentials (organisation_id, fingerprint, sealed_secret, services, concurrency, clip_concurrency)
      values (${id}, 'theirs', '', '{image,video}', 1, 1)`);
    const fresh = await start();
    const found = await membership(fresh);
    await fresh.close();
    expect(found.groups).toEqual([]);
    expect(found.policy.maxSeconds?.value).not.toBe(1);
    expect(found.paused).toEqual([]);
    expect(found.keys).toEqual({ image: undefined, video: undefined });
  });

  it.each<[string, () => SQL, (found: Membership) => boolean]>([
    [
      "a rule",
      () => sql`update policies set settings = '{"maxCount": 1}' where scope = ${here}`,
      (found) => found.policy.maxCount?.value === 1,
    ],
    [
      "a rule that is removed",
      () => sql`delete from policies where scope = ${here}`,
      (found) => found.policy.maxCount?.value !== 1,
    ],
    [
      "a pause",
      () => sql`
      insert into pauses (organisation_id, scope, paused_by) values (${organisationId}, 'organisation', 'Ada')`,
      (found) => found.paused.length === 1,
    ],
    [
      "a key",
      () => sql`
      insert into credentials (organisation_id, fingerprint, sealed_secret, services, concurrency, clip_concurrency)
      values (${organisationId}, 'f', '', '{image}', 1, 1)`,
      (found) => found.keys.image !== undefined,
    ],
    [
      "a key that is no longer used",
      () => sql`update credentials set disabled_at = now()`,
      (found) => found.keys.image === undefined,
    ],
  ])("changes in every process: %s", async (_what, change, holds) => {
    await until(other, (found) => !holds(found));
    await write(change());
    expect(holds(await until(other, holds))).toBe(true);
    expect(holds(await until(one, holds))).toBe(true);
  });

  it("follows an identity to its new account", async () => {
    const first = await membership(other);
    const second = await membership(one, at(ADA));
    await write(sql`update identities set account_id = ${second.accountId} where user_id = ${MAX.userId}`);
    const changed = await until(other, ({ accountId }) => accountId === second.accountId);
    expect(changed.accountId).not.toBe(first.accountId);
    await write(sql`update identities set account_id = ${first.accountId} where user_id = ${MAX.userId}`);
    await until(other, ({ accountId }) => accountId === first.accountId);
  });
});
