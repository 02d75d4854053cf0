import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Finding } from "../core/account/doctor.ts";
import { WORKER_EXPIRED_MS } from "../lib/limits.ts";
import type { Database } from "./connection.ts";
import { PUBLIC_CONNECTS } from "./database-walls.ts";
import { knownSchema, schemaNumber } from "./schema-version.ts";

const Facts = z.object({
  version: z.string(),
  migrations: z.number(),
  functions: z.number(),
  has_role: z.boolean(),
  role: z.string(),
  public_connects: z.boolean(),
  alive: z.number(),
  waiting: z.number(),
  held: z.number(),
  running: z.number(),
  unknown: z.number(),
  unknown_slots: z.number(),
  waiting_ms: z.coerce.number(),
});

/** The database's findings about itself and about an organisation's jobs. Rejects with `DatabaseUnavailableError`. */
export async function databaseFindings(db: Database, organisationId: string): Promise<Finding[]> {
  const expectedSchema = schemaNumber(await knownSchema());
  const began = performance.now();
  await db.run((queries) => queries.execute(sql`select 1`));
  const ms = Math.round(performance.now() - began);
  const of = (state: string) => sql`(
    select count(*)::integer from jobs where state = ${state} and organisation_id = ${organisationId}::uuid)`;
  const [row] = await db.run((queries) =>
    queries.execute(sql`
      select current_setting('server_version') as version,
        (select count(*)::integer from drizzle.__drizzle_migrations) as migrations,
        (select coalesce(max(revision), 0) from sql_functions) as functions,
        not has_table_privilege('audit', 'update, delete, truncate') as has_role,
        (select 'easel_app_' || oid from pg_database where datname = current_database()) as role,
        ${sql.raw(PUBLIC_CONNECTS)} as public_connects,
        (select count(*)::integer from workers where beat > now() - ${WORKER_EXPIRED_MS} * interval '1 millisecond') as alive,
        ${of("waiting")} as waiting, ${of("held")} as held, ${of("unknown")} as unknown,
        (select count(*)::integer from slots join jobs on jobs.id = slots.job_id
          where jobs.state = 'unknown' and jobs.organisation_id = ${organisationId}::uuid) as unknown_slots,
        (select count(*)::integer from jobs
          where worker_id is not null and state = 'running' and organisation_id = ${organisationId}::uuid) as running,
        coalesce(extract(epoch from now() - (select min(waiting_since) from jobs
          where state = 'waiting' and organisation_id = ${organisationId}::uuid)) * 1000, 0) as waiting_ms`),
  );
  const facts = Facts.parse(row);
  const { waiting, held, running, unknown, alive } = facts;
  return [
    {
      part: "database",
      kind: "answers",
      ms,
      version: facts.version.split(" ")[0] ?? "",
      schema: schemaNumber(facts),
      expectedSchema,
      missingRole: facts.has_role ? undefined : facts.role,
      isOpenToServer: facts.public_connects,
    },
    { part: "workers", alive },
    ...(facts.unknown_slots > 0 ? [{ part: "slots", unknown: facts.unknown_slots } as const] : []),
    { part: "jobs", waiting, held, running, unknown, waitingMs: facts.waiting_ms },
  ];
}
