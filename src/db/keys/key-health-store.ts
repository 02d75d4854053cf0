import type { Queries } from "../queries.ts";
import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Key } from "../../core/account/keys/key.ts";
import type { KeyStore } from "../../core/account/keys/key-store.ts";
import { DATABASE_BACKGROUND_CALL_MS } from "../../lib/limits.ts";
import { nearestLocale, type Locale } from "../../lib/locale.ts";
import { addAdminNote } from "../delivery/admin-notes.ts";
import { EASEL, writeAudit } from "../accounts/audit.ts";
import type { Database } from "../connection.ts";
import { auditedKey, readKeys } from "./key-row.ts";
import { abandonedBy } from "../jobs/abandoned-jobs.ts";

const Rested = z.object({ id: z.string(), organisation_id: z.string(), spent_until: z.coerce.date() });

/** What running jobs reveal about keys, on PostgreSQL. Simultaneous findings are stored once. */
export function createKeyRefusalsStore(
  db: Database,
  sealKeyId: string,
): Pick<KeyStore, "refused" | "spent" | "endRests"> {
  const find = async (queries: Queries, organisationId: string, keyId: string): Promise<Key | undefined> =>
    (await readKeys(queries, organisationId, sealKeyId)).find((one) => one.id === keyId);

  return {
    refused: (keyId, service, batchId, tell) =>
      db.transaction(async (queries) => {
        const [row] = await queries.execute<{ organisation_id: string; refusals: string }>(sql`
          update credentials set refused_by = refused_by || ${service}::text,
            invalid_at = case when services <@ (refused_by || ${service}::text) then now() end
          where id = ${keyId}::uuid and invalid_at is null and not ${service}::text = any(refused_by)
          returning organisation_id, extract(epoch from now())::text as refusals`);
        if (!row) return;
        const organisationId = row.organisation_id;
        const key = await find(queries, organisationId, keyId);
        // The key was removed; the process that removed it knows.
        if (!key) return;
        const scope = { kind: "key", id: keyId } as const;
        const after = auditedKey(key);
        await writeAudit(queries, { organisationId, actor: EASEL, action: "key.refused", scope, after });
        const stranded = await abandonedBy(queries, organisationId, [service]);
        const usedBy = key.services.filter((one) => !key.refusedBy.includes(one));
        const workspace = key.scope.kind === "workspace" ? key.scope.id : undefined;
        await addAdminNote(queries, {
          organisationId,
          subject: `key refused ${keyId} ${row.refusals}`,
          text: tell(
            { name: key.name, masked: key.masked, service, usedBy, stranded },
            await localeOf(queries, batchId),
          ),
          ...(workspace === undefined ? {} : { workspace }),
        });
      }, DATABASE_BACKGROUND_CALL_MS),

    spent: (keyId, restMs) =>
      db.transaction(async (queries) => {
        const [row] = await queries.execute<{ organisation_id: string }>(sql`
          update credentials set resting_until = now() + ${restMs}::float8 * interval '1 millisecond'
          where id = ${keyId}::uuid and (resting_until is null or resting_until <= now())
          returning organisation_id`);
        const organisationId = row?.organisation_id;
        const key = organisationId === undefined ? undefined : await find(queries, organisationId, keyId);
        if (organisationId === undefined || !key) return;
        const scope = { kind: "key", id: keyId } as const;
        const after = auditedKey(key);
        await writeAudit(queries, { organisationId, actor: EASEL, action: "key.spent", scope, after });
      }, DATABASE_BACKGROUND_CALL_MS),

    endRests: () =>
      db.transaction(async (queries) => {
        const rows = await queries.execute(sql`
          with over as materialized (
            select id, resting_until from credentials
            where resting_until <= now() and removed_at is null
            order by id for update skip locked
          )
          update credentials set resting_until = null from over where credentials.id = over.id
          returning credentials.id, organisation_id, over.resting_until as spent_until`);
        for (const row of rows) {
          const { id, organisation_id: organisationId, spent_until: restingUntil } = Rested.parse(row);
          const key = await find(queries, organisationId, id);
          if (!key) continue;
          const [before, after] = [auditedKey({ ...key, restingUntil }), auditedKey(key)];
          const scope = { kind: "key", id } as const;
          await writeAudit(queries, { organisationId, actor: EASEL, action: "key.rested", scope, before, after });
        }
      }, DATABASE_BACKGROUND_CALL_MS),
  };
}

async function localeOf(queries: Queries, batchId: string): Promise<Locale> {
  const [row] = await queries.execute<{ locale: string }>(sql`
    select locale from batches where id = ${batchId}::uuid`);
  return nearestLocale(row?.locale ?? "");
}
