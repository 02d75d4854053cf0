import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Change, Policies } from "../../../src/core/account/policy/policy-store.ts";
import type { Scope } from "../../../src/core/account/policy/scope.ts";
import { createOrganisationStore } from "../../../src/db/accounts/organisation-store.ts";
import { connectDatabase, type Database } from "../../../src/db/connection.ts";
import { createPolicyStore, LATE_CHANGE_MS } from "../../../src/db/accounts/policy-store.ts";
import { createTestDatabase, type TestDatabase } from "../../support/database/postgres.ts";

const MAIN = { platform: "console", workspace: "main" } as const;
let database: TestDatabase;
let db: Database;
let policies: Policies;
let ada: Change;
let eve: Change;
let stranger: Change;

beforeAll(async () => {
  database = await createTestDatabase();
  db = connectDatabase(database.url, pino({ level: "silent" }));
  policies = createPolicyStore(db);
  const organisationId = await createOrganisationStore(db).consoleOrganisation();
  const by = (name: string): Change => ({
    organisationId,
    actor: { accountId: randomUUID(), name, workspace: "console:main" },
  });
  [ada, eve] = [by("Ada"), by("Eve")];
  const [other] = await db.run((queries) =>
    queries.execute(sql`insert into organisations default values returning id::text`),
  );
  stranger = { ...by("Stranger"), organisationId: String(other?.["id"]) };
});

afterAll(async () => {
  await db.close();
  await database.drop();
});

const channel = (): Scope => ({ kind: "channel", id: `console:main:${randomUUID()}` });
const auditOf = async (scope: Scope) => {
  const rows = await db.run((queries) =>
    queries.execute(
      sql`select actor_name, action, before, after from audit where scope = ${`${scope.kind}:${scope.id}`} order by id`,
    ),
  );
  return [...rows];
};

describe("rules", () => {
  it("are changed from their latest state, and the audit records what changed", async () => {
    const scope = channel();
    await policies.change(ada, scope, () => ({ models: ["a*"], maxCount: 4 }));
    const changed = await policies.change(ada, scope, (before) => ({ ...before, maxCount: 2 }));
    expect(changed).toEqual({
      before: { models: ["a*"], maxCount: 4 },
      after: { models: ["a*"], maxCount: 2 },
      lately: undefined,
    });
    expect(await policies.settings(ada.organisationId, scope)).toEqual(changed.after);
    expect(await auditOf(scope)).toEqual([
      { actor_name: "Ada", action: "policy.set", before: {}, after: { models: ["a*"], maxCount: 4 } },
      { actor_name: "Ada", action: "policy.set", before: { maxCount: 4 }, after: { maxCount: 2 } },
    ]);
  });

  it("that don't change are not audited", async () => {
    const scope = channel();
    await policies.change(ada, scope, () => ({ maxSeconds: 5, maxCount: 4 }));
    await policies.change(ada, scope, () => ({ maxCount: 4, maxSeconds: 5 }));
    expect(await auditOf(scope)).toHaveLength(1);
  });

  it("lose nothing in concurrent changes, and the second admin is shown the first change", async () => {
    const scope = channel();
    const results = await Promise.all([
      policies.change(ada, scope, (before) => ({ ...before, maxCount: 3 })),
      policies.change(eve, scope, (before) => ({ ...before, maxSeconds: 8 })),
    ]);
    expect(await policies.settings(ada.organisationId, scope)).toEqual({ maxCount: 3, maxSeconds: 8 });
    const later = results.find(({ lately }) => lately);
    const earlier = results.find((one) => one !== later);
    expect(later?.before).toEqual(earlier?.after);
    expect(later?.lately).toMatchObject({ before: {}, after: earlier?.after });
    expect(["Ada", "Eve"]).toContain(later?.lately?.by);
    expect(results.filter(({ lately }) => lately)).toHaveLength(1);
  });

  it("that another admin changed long ago cause no warning", async () => {
    const scope = channel();
    await policies.change(ada, scope, () => ({ maxCount: 4 }));
    // The table is append-only: only its owner can change it.
    await db.transaction(async (queries) => {
      await queries.execute(sql`alter table audit disable trigger audit_append_only`);
      await queries.execute(sql`update audit set at = at - ${LATE_CHANGE_MS} * interval '1 millisecond'`);
      await queries.execute(sql`alter table audit enable trigger audit_append_only`);
    });
    expect((await policies.change(eve, scope, () => ({ maxCount: 2 }))).lately).toBeUndefined();
  });

  it("are separate for each organisation", async () => {
    const scope = channel();
    await policies.change(ada, scope, () => ({ maxCount: 4 }));
    expect(await policies.settings(stranger.organisationId, scope)).toEqual({});
    expect((await policies.change(stranger, scope, (before) => ({ ...before, maxCount: 1 }))).before).toEqual({});
    expect(await policies.settings(ada.organisationId, scope)).toEqual({ maxCount: 4 });
    await expect(policies.workspace(stranger.organisationId, MAIN)).rejects.toThrow("belongs to another organisation");
    await expect(policies.changeWorkspace(stranger, MAIN, { timeZone: "Europe/Berlin" })).rejects.toThrow(
      "belongs to another organisation",
    );
  });
});

describe("settings of a workspace", () => {
  it("can be changed individually, and quotas follow the time zone", async () => {
    await db.run((queries) =>
      queries.execute(sql`
        insert into quotas (organisation_id, scope, unit, span, amount, set_in, time_zone)
        values (${ada.organisationId}, 'organisation', 'images', 'day', 1, 'console:main', 'UTC'),
          (${ada.organisationId}, 'organisation', 'images', 'week', 1, 'discord:1', 'UTC')`),
    );
    expect(await policies.workspace(ada.organisationId, MAIN)).toEqual({ timeZone: "UTC", adminChannel: undefined });
    await policies.changeWorkspace(ada, MAIN, { adminChannel: "console:main:admins" });
    const changed = await policies.changeWorkspace(eve, MAIN, { timeZone: "Europe/Berlin" });
    expect(changed).toMatchObject({
      before: { timeZone: "UTC", adminChannel: "console:main:admins" },
      after: { timeZone: "Europe/Berlin", adminChannel: "console:main:admins" },
      lately: { by: "Ada", after: { adminChannel: "console:main:admins" } },
    });
    const zones = await db.run((queries) => queries.execute(sql`select span, time_zone from quotas order by span`));
    expect([...zones]).toEqual([
      { span: "day", time_zone: "Europe/Berlin" },
      { span: "week", time_zone: "UTC" },
    ]);
    await policies.changeWorkspace(ada, MAIN, { adminChannel: undefined });
    expect(await policies.workspace(ada.organisationId, MAIN)).toMatchObject({ adminChannel: undefined });
  });
});

describe("a pause", () => {
  it("names its admin, and ends once", async () => {
    const scope = channel();
    expect(await policies.pause(ada, scope)).toBeUndefined();
    expect(await policies.pause(eve, scope)).toEqual({ scope, by: "Ada" });
    expect(await policies.pauses(ada.organisationId)).toEqual([{ scope, by: "Ada" }]);
    expect(await policies.pauses(stranger.organisationId)).toEqual([]);
    expect(await policies.resume(stranger, scope)).toBeUndefined();
    expect(await policies.resume(eve, scope)).toEqual({ scope, by: "Ada" });
    expect(await policies.resume(eve, scope)).toBeUndefined();
    expect((await auditOf(scope)).map(({ action }) => action)).toEqual(["paused", "resumed"]);
  });
});
