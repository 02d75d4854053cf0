import type { Queries } from "../queries.ts";
import { eq, sql, type SQL } from "drizzle-orm";
import { z } from "zod";
import type { CredentialStore } from "../../core/account/keys/credential-store.ts";
import type { Service } from "../../core/job/job.ts";
import { DATABASE_BACKGROUND_CALL_MS } from "../../lib/limits.ts";
import { EASEL, writeAudit } from "../accounts/audit.ts";
import type { Database } from "../connection.ts";
import { moment } from "../jobs/job-row.ts";
import { addSlots } from "./key-slots.ts";
import { listed } from "../jobs/sql-arrays.ts";
import { credentials } from "../schema/people.ts";

const usable = sql`invalid_at is null and disabled_at is null and removed_at is null`;
/** Usable for a service, given as SQL. */
const usableFor = (service: SQL) => sql`${service} = any(services) and not ${service} = any(refused_by) and ${usable}`;
const configured = sql`origin = 'configuration' and removed_at is null`;
const rested = sql`(resting_until is null or resting_until <= now())`;

/** A job has a worker while its key might be needed to poll it or fetch its result. */
const isNeeded = sql`exists (
  select from jobs where jobs.credential_id = credentials.id and jobs.worker_id is not null)`;

/** Wipes the secrets of removed keys that no job needs any more. `which`: a condition on `credentials`. */
export const wipeSecrets = (which: SQL) => sql`
  update credentials set sealed_secret = ''
  where removed_at is not null and sealed_secret <> '' and ${which} and not ${isNeeded}
  returning id`;

/** Gateway keys on PostgreSQL, as jobs use them. */
export function createCredentialStore(db: Database): CredentialStore {
  const found = async (organisationId: string, service: Service, scopes?: readonly string[]): Promise<string[]> => {
    const within = scopes === undefined ? sql`true` : sql`scope in ${listed(scopes, "text")}`;
    const rows = await db.run((queries) =>
      queries.execute<{ id: string }>(sql`
        select id from credentials
        where organisation_id = ${organisationId}::uuid and ${usableFor(sql`${service}::text`)} and ${within}`),
    );
    return rows.map((row) => row.id);
  };

  return {
    enterConfigured: (credential) =>
      db.transaction(async (queries) => {
        const { organisationId, name, masked, sealKeyId, fingerprint, sealedSecret, concurrency } = credential;
        const given = { name, masked, sealKeyId, sealedSecret, services: [...credential.services] };
        const wasOut = await outOfUse(queries, organisationId, fingerprint);
        const [entered] = await queries
          .insert(credentials)
          .values({
            organisationId,
            fingerprint,
            origin: "configuration",
            concurrency: slotsElsewhere("concurrency", fingerprint, concurrency),
            clipConcurrency: slotsElsewhere("clip_concurrency", fingerprint, concurrency),
            ...given,
          })
          .onConflictDoUpdate({
            target: [credentials.organisationId, credentials.fingerprint],
            targetWhere: sql`origin = 'configuration' and removed_at is null`,
            set: { ...given, invalidAt: null, refusedBy: [], restingUntil: null },
          })
          .returning({ id: credentials.id, image: credentials.concurrency, video: credentials.clipConcurrency });
        if (!entered) return;
        await addSlots(queries, fingerprint, credential.services, entered);
        if (!wasOut) return;
        const scope = { kind: "key", id: entered.id } as const;
        const [before, after] = [
          { name, masked, ...wasOut },
          { name, masked },
        ];
        await writeAudit(queries, { organisationId, actor: EASEL, action: "key.restored", scope, before, after });
      }, DATABASE_BACKGROUND_CALL_MS),

    async setAsideOthers(organisationId, fingerprints) {
      await db.run(
        (queries) =>
          queries.execute(sql`
            update credentials set removed_at = now()
            where organisation_id = ${organisationId}::uuid and origin = 'configuration' and removed_at is null
              and fingerprint not in ${listed(fingerprints, "text")}`),
        DATABASE_BACKGROUND_CALL_MS,
      );
    },

    async organisationsWithout(keys) {
      const wanted = keys.map(({ fingerprint, services }) => `${fingerprint} ${services.join("+")}`);
      const rows = await db.run(
        (queries) =>
          queries.execute<{ id: string }>(sql`
            select id from organisations
            where (select count(*) from credentials where organisation_id = organisations.id and ${configured} and ${usable}
                and refused_by = '{}' and resting_until is null
                and fingerprint || ' ' || array_to_string(services, '+') in ${listed(wanted, "text")}) <> ${wanted.length}
              or exists (select from credentials where organisation_id = organisations.id and ${configured}
                and fingerprint || ' ' || array_to_string(services, '+') not in ${listed(wanted, "text")})
            order by created_at, id`),
        DATABASE_BACKGROUND_CALL_MS,
      );
      return rows.map(({ id }) => id);
    },

    async organisationsWithoutAny() {
      const rows = await db.run(
        (queries) =>
          queries.execute<{ id: string }>(sql`
            select id from organisations
            where not exists (select from credentials where organisation_id = organisations.id and ${configured})
            order by created_at, id`),
        DATABASE_BACKGROUND_CALL_MS,
      );
      return rows.map(({ id }) => id);
    },

    credentialsFor: found,

    async noteModels(credentialId, models) {
      const videoModels = models ? [...new Set(models.map((name) => name.toLowerCase()))] : null;
      await db.run(
        (queries) => queries.update(credentials).set({ videoModels }).where(eq(credentials.id, credentialId)),
        DATABASE_BACKGROUND_CALL_MS,
      );
    },

    async hasFreshCredential(jobId) {
      const rows = await db.run((queries) =>
        queries.execute(sql`
          select credentials.id from credentials join jobs on jobs.organisation_id = credentials.organisation_id
          where jobs.id = ${jobId}::uuid and ${usableFor(sql`jobs.service`)} and ${rested}
            and (scope = 'organisation' or scope = any(jobs.scopes))
          limit 1`),
      );
      return rows.length > 0;
    },

    async sealedSecret(credentialId) {
      const [row] = await db.run((queries) =>
        queries
          .select({ organisationId: credentials.organisationId, sealed: credentials.sealedSecret })
          .from(credentials)
          .where(eq(credentials.id, credentialId)),
      );
      return row?.sealed === "" ? undefined : row;
    },

    async wipeRemoved() {
      const rows = await db.run(
        (queries) => queries.execute<{ id: string }>(wipeSecrets(sql`true`)),
        DATABASE_BACKGROUND_CALL_MS,
      );
      return rows.map((row) => row.id);
    },
  };
}

const OutOfUse = z.object({ refused: z.boolean(), spent_until: moment.nullable() });

/** The configured key's slots in the organisations that it already serves. */
function slotsElsewhere(column: "concurrency" | "clip_concurrency", fingerprint: string, usual: number): SQL<number> {
  return sql`coalesce((
    select max(${sql.raw(column)}) from credentials known
    where known.fingerprint = ${fingerprint} and known.origin = 'configuration' and known.removed_at is null), ${usual}::integer)`;
}

/** Why a configured key was unused until now, for the audit; undefined if it was in use. */
async function outOfUse(queries: Queries, organisationId: string, fingerprint: string): Promise<object | undefined> {
  const [row] = await queries.execute(sql`
    select invalid_at is not null or refused_by <> '{}' as refused, nullif(resting_until, 'infinity') as spent_until from credentials
    where organisation_id = ${organisationId}::uuid and fingerprint = ${fingerprint} and origin = 'configuration'
      and removed_at is null and (invalid_at is not null or refused_by <> '{}' or resting_until is not null)
    for update`);
  if (!row) return undefined;
  const { refused, spent_until: spentUntil } = OutOfUse.parse(row);
  return { ...(refused ? { refused } : {}), ...(spentUntil ? { spentUntil } : {}) };
}
