import { randomUUID } from "node:crypto";
import { pino } from "pino";
import postgres from "postgres";
import type { AuditActor } from "../../../src/core/account/audit.ts";
import { connectDatabase, type Database } from "../../../src/db/connection.ts";
import { createTestDatabase } from "./postgres.ts";

/** An organisation with one workspace and one known person. */
export interface Tenant {
  readonly organisationId: string;
  readonly workspace: string;
  readonly accountId: string;
  readonly userId: string;
  readonly actor: AuditActor;
}

/** A database with as many organisations as a test needs. */
export interface Tenants {
  readonly db: Database;
  readonly sql: postgres.Sql;
  /** `platform`: that of the workspace. */
  add(name: string, platform?: "discord" | "slack" | "console"): Promise<Tenant>;
  /** Another person of the organisation, in the same workspace or another. */
  person(tenant: Pick<Tenant, "organisationId">, name: string, at?: string): Promise<Tenant>;
  close(): Promise<void>;
}

export async function createTenants(): Promise<Tenants> {
  const database = await createTestDatabase();
  const db = connectDatabase(database.url, pino({ level: "silent" }));
  const sql = postgres(database.url, { max: 2, onnotice: () => {} });

  const person: Tenants["person"] = async ({ organisationId }, name, at) => {
    const [known] = await sql`select platform, external_id from workspaces where organisation_id = ${organisationId}`;
    const [platform = "", externalId = ""] = (at ?? `${known?.["platform"]}:${known?.["external_id"]}`).split(":");
    const [account] = await sql`
      insert into accounts (organisation_id, display_name) values (${organisationId}, ${name}) returning id`;
    const accountId = String(account?.["id"]);
    const userId = `u-${randomUUID()}`;
    await sql`insert into identities (platform, workspace, user_id, account_id)
      values (${platform}, ${externalId}, ${userId}, ${accountId})`;
    const workspace = `${platform}:${externalId}`;
    return { organisationId, workspace, accountId, userId, actor: { accountId, name, workspace } };
  };

  return {
    db,
    sql,
    person,
    async add(name, platform = "discord") {
      const [organisation] = await sql`insert into organisations default values returning id`;
      const organisationId = String(organisation?.["id"]);
      await sql`insert into workspaces (platform, external_id, organisation_id)
        values (${platform}, ${`w-${name}`}, ${organisationId})`;
      return person({ organisationId }, name);
    },
    async close() {
      await sql.end();
      await db.close();
      await database.drop();
    },
  };
}
