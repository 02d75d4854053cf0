import type { Queries } from "../queries.ts";
import { and, eq, sql } from "drizzle-orm";
import type { AuditAction, AuditActor } from "../../core/account/audit.ts";
import type { Key } from "../../core/account/keys/key.ts";
import {
  OperatorsKeyError,
  OwnerGoneError,
  SecretHereError,
  type EnteredKey,
  type EnterOutcome,
  type KeyChange,
  type KeyChanged,
  type KeyStore,
} from "../../core/account/keys/key-store.ts";
import { encodeScope, type Scope } from "../../core/account/policy/scope.ts";
import { DATABASE_BACKGROUND_CALL_MS, MAX_KEYS } from "../../lib/limits.ts";
import { writeAudit } from "../accounts/audit.ts";
import type { Database } from "../connection.ts";
import { wipeSecrets } from "./credential-store.ts";
import { createKeyRefusalsStore } from "./key-health-store.ts";
import { auditedKey, readKeys } from "./key-row.ts";
import { addSlots, deleteUnusedSlots, freeAllUnknownSlots, refuseTooManySlots } from "./key-slots.ts";
import { announcePause, WORK_CHANNEL } from "../notify.ts";
import { credentials } from "../schema/people.ts";
import { abandonedBy } from "../jobs/abandoned-jobs.ts";
import { listed } from "../jobs/sql-arrays.ts";

/** How many groups and members a key's form offers as owners. */
const KEY_OWNERS = 1_000;

const ACTIONS = {
  assign: "key.assigned",
  disable: "key.disabled",
  enable: "key.enabled",
  remove: "key.removed",
  check: "key.checked",
  free: "key.slots_freed",
} as const satisfies Record<KeyChange["kind"], AuditAction>;

/** Gateway keys on PostgreSQL, as people manage them. `sealKeyId`: the key with which this process opens secrets. */
export function createKeyStore(db: Database, sealKeyId: string): KeyStore {
  return {
    keys: (organisationId) => db.run((queries) => readKeys(queries, organisationId, sealKeyId)),

    enter: (key, actor) =>
      db.transaction((queries) => enter(queries, key, actor, sealKeyId), DATABASE_BACKGROUND_CALL_MS),

    change: (organisationId, keyId, change, actor) =>
      db.transaction(async (queries): Promise<KeyChanged | undefined> => {
        await lockKeys(queries, organisationId);
        const known = await readKeys(queries, organisationId, sealKeyId);
        const before = known.find((key) => key.id === keyId);
        if (!before) return undefined;
        if (change.kind === "assign" && change.scope) {
          await lockOwner(queries, organisationId, change.scope);
          refuseSameSecret(before, change.scope, known);
        }
        if (isOfSlots(change) && (await isOperators(queries, keyId))) throw new OperatorsKeyError();
        await write(queries, keyId, change);
        // A removed key is no longer listed.
        const after = (await readKeys(queries, organisationId, sealKeyId)).find((key) => key.id === keyId) ?? before;
        await writeAudit(queries, {
          organisationId,
          actor,
          action: ACTIONS[change.kind],
          scope: { kind: "key", id: keyId },
          before: auditedKey(before),
          after: change.kind === "remove" ? undefined : auditedKey(after),
        });
        return { before, after, stranded: await abandonedBy(queries, organisationId, before.services) };
      }, DATABASE_BACKGROUND_CALL_MS),

    ...createKeyRefusalsStore(db, sealKeyId),

    async usedFor(organisationId, batchId) {
      const rows = await db.run((queries) =>
        queries.execute<{ name: string; masked: string; ordinals: number[] }>(sql`
          select name, masked, json_agg(ordinal order by ordinal) as ordinals
          from jobs join credentials on credentials.id = jobs.credential_id
          where jobs.batch_id = ${batchId}::uuid and jobs.organisation_id = ${organisationId}::uuid
            and credentials.organisation_id = ${organisationId}::uuid
          group by credentials.id, name, masked order by min(ordinal)`),
      );
      return rows.map(({ name, masked, ordinals }) => ({ name, masked, ordinals }));
    },

    owners: (organisationId) =>
      db.run(async (queries) => {
        const groups = await queries.execute<{ id: string; name: string }>(sql`
          select id, name from groups where organisation_id = ${organisationId}::uuid order by name limit ${KEY_OWNERS}`);
        const accounts = await queries.execute<{ id: string; name: string; user_ids: string[] }>(sql`
          select accounts.id, display_name as name, coalesce(json_agg(user_id) filter (where user_id is not null), '[]') as user_ids
          from accounts left join identities on identities.account_id = accounts.id
          where organisation_id = ${organisationId}::uuid
          group by accounts.id order by display_name limit ${KEY_OWNERS}`);
        return {
          groups: [...groups],
          accounts: accounts.map(({ id, name, user_ids }) => ({ id, name, userIds: user_ids })),
        };
      }),
  };
}

/** Serialises changes to an organisation's keys, so that names stay unique and later changes see earlier ones. */
async function lockKeys(queries: Queries, organisationId: string): Promise<void> {
  await queries.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`keys ${organisationId}`}, 0))`);
}

/** Locks the group that will own the key: a concurrent deletion waits and then finds the key. */
async function lockOwner(queries: Queries, organisationId: string, scope: Scope): Promise<void> {
  if (scope.kind !== "group") return;
  const rows = await queries.execute(sql`
    select from groups where organisation_id = ${organisationId}::uuid and id::text = ${scope.id} for key share`);
  if (rows.length === 0) throw new OwnerGoneError(scope);
}

/** Refuses to give an entered key to an owner who has its secret under another name. */
function refuseSameSecret(key: Key, scope: Scope, known: readonly Key[]): void {
  const to = encodeScope(scope);
  if (key.origin === "configuration" || encodeScope(key.scope) === to) return;
  const same = known.find(
    (one) => one.origin === "people" && key.twins.includes(one.name) && encodeScope(one.scope) === to,
  );
  if (same) throw new SecretHereError(same.name);
}

async function enter(queries: Queries, key: EnteredKey, actor: AuditActor, sealKeyId: string): Promise<EnterOutcome> {
  const { organisationId, name, fingerprint, restMs } = key;
  const scope = encodeScope(key.scope);
  await lockKeys(queries, organisationId);
  await lockOwner(queries, organisationId, key.scope);
  const known = await queries.execute<KnownKey>(sql`
    select id, name, scope, fingerprint, concurrency, to_json(services) as services from credentials
    where organisation_id = ${organisationId}::uuid and origin = 'people' and removed_at is null`);
  const again = known.find((one) => isSame(one, key));
  if (again) {
    // The first answer was lost, and the form was submitted again.
    const there = (await readKeys(queries, organisationId, sealKeyId)).find((one) => one.id === again.id);
    if (there) return { kind: "entered", key: there };
  }
  if (known.some((one) => one.name.toLowerCase() === name.toLowerCase())) return { kind: "name_taken" };
  const same = known.find((one) => one.fingerprint === fingerprint && one.scope === scope);
  if (same) return { kind: "secret_here", name: same.name };
  if (known.length >= MAX_KEYS) return { kind: "organisation_full" };
  if (key.atMost !== undefined && known.filter((one) => one.scope === scope).length >= key.atMost) {
    return { kind: "too_many" };
  }
  const { masked, sealKeyId: sealedBy, sealedSecret, services, concurrency } = key;
  const [row] = await queries
    .insert(credentials)
    .values({
      organisationId,
      name,
      origin: "people",
      scope,
      isOwn: key.scope.kind === "account" && key.scope.id === actor.accountId,
      masked,
      fingerprint,
      sealKeyId: sealedBy,
      sealedSecret,
      services: [...services],
      concurrency,
      clipConcurrency: concurrency,
      checkedAt: sql`now()`,
      restingUntil: restMs === undefined ? null : sql`now() + ${restMs} * interval '1 millisecond'`,
    })
    .returning({ id: credentials.id });
  await addSlots(queries, fingerprint, services, { image: concurrency, video: concurrency });
  await deleteUnusedSlots(queries, fingerprint);
  await refuseTooManySlots(queries, organisationId);
  const entered = (await readKeys(queries, organisationId, sealKeyId)).find((one) => one.id === row?.id);
  if (!entered) throw new Error("inserting a key returned no row");
  const about = { kind: "key", id: entered.id } as const;
  await writeAudit(queries, { organisationId, actor, action: "key.added", scope: about, after: auditedKey(entered) });
  return { kind: "entered", key: entered };
}

interface KnownKey {
  readonly id: string;
  readonly name: string;
  readonly scope: string;
  readonly fingerprint: string;
  readonly concurrency: number;
  readonly services: readonly string[];
  readonly [column: string]: unknown;
}

function isSame(one: KnownKey, other: EnteredKey): boolean {
  return (
    one.name === other.name &&
    one.scope === encodeScope(other.scope) &&
    one.fingerprint === other.fingerprint &&
    one.concurrency === other.concurrency &&
    one.services.join() === other.services.join()
  );
}

/** Whether the change affects slots, which all keys with the same secret share. */
function isOfSlots(change: KeyChange): boolean {
  if (change.kind === "assign") return Object.values(change.concurrency).some((count) => count !== undefined);
  return change.kind === "free";
}

/**
 * Whether only the operator can change a key's slots: a configured key that other organisations use too, unless the Console's
 * organisation changes it.
 */
async function isOperators(queries: Queries, keyId: string): Promise<boolean> {
  const rows = await queries.execute(sql`
    select from credentials key
    where key.id = ${keyId}::uuid and key.origin = 'configuration'
      and exists (
        select from credentials other
        where other.fingerprint = key.fingerprint and other.organisation_id <> key.organisation_id
          and other.origin = 'configuration' and other.removed_at is null)
      and not exists (
        select from workspaces w where w.organisation_id = key.organisation_id and w.platform = 'console')`);
  return rows.length > 0;
}

async function assign(
  queries: Queries,
  keyId: string,
  { scope, concurrency }: Extract<KeyChange, { kind: "assign" }>,
): Promise<void> {
  const { image, video } = concurrency;
  const [row] = await queries
    .update(credentials)
    .set({
      scope: sql`coalesce(${scope ? encodeScope(scope) : null}::text, scope)`,
      concurrency: sql`coalesce(${image ?? null}::integer, concurrency)`,
      clipConcurrency: sql`coalesce(${video ?? null}::integer, clip_concurrency)`,
    })
    .where(eq(credentials.id, keyId))
    .returning();
  if (!row) return;
  const now = { image: row.concurrency, video: row.clipConcurrency };
  // The operator's settings for a configured key apply to every organisation that it serves.
  if (row.origin === "configuration" && (image ?? video) !== undefined) {
    await queries
      .update(credentials)
      .set({ concurrency: now.image, clipConcurrency: now.video })
      .where(and(eq(credentials.fingerprint, row.fingerprint), eq(credentials.origin, "configuration")));
  }
  const wereMissing = await addSlots(queries, row.fingerprint, row.services, now);
  await deleteUnusedSlots(queries, row.fingerprint);
  // A change that adds no slots is always allowed: an organisation can have more slots than the limit, from before it existed.
  if (wereMissing) await refuseTooManySlots(queries, row.organisationId);
}

/** Wakes waiting jobs, and updates the notices of those that still wait. */
async function free(queries: Queries, keyId: string): Promise<void> {
  const [row] = await queries.select().from(credentials).where(eq(credentials.id, keyId));
  if (!row) return;
  await freeAllUnknownSlots(queries, row.fingerprint);
  await queries.execute(sql`select pg_notify(${WORK_CHANNEL}, ${row.organisationId}::text)`);
  await announcePause(queries, row.organisationId);
}

async function write(queries: Queries, keyId: string, change: KeyChange): Promise<void> {
  const set = (what: ReturnType<typeof sql>) =>
    queries.execute(sql`update credentials set ${what} where id = ${keyId}::uuid`);
  switch (change.kind) {
    case "assign":
      await assign(queries, keyId, change);
      return;
    case "free":
      await free(queries, keyId);
      return;
    case "disable":
      await set(sql`disabled_at = coalesce(disabled_at, now())`);
      return;
    case "enable":
      await set(sql`disabled_at = null`);
      return;
    case "remove":
      await set(sql`removed_at = now()`);
      await queries.execute(wipeSecrets(sql`id = ${keyId}::uuid`));
      return;
    case "check": {
      const { knownTo, refusedBy, restMs } = change;
      if (knownTo.length + refusedBy.length === 0) return;
      // An older version does not store which services refused a key.
      const refused = sql`array(
        select service from unnest(services) service
        where service in ${listed(refusedBy, "text")} or (
          (invalid_at is not null or service = any(refused_by)) and service not in ${listed(knownTo, "text")}))`;
      await set(sql`checked_at = now(), refused_by = ${refused},
        invalid_at = case when services <@ ${refused} then coalesce(invalid_at, now()) end,
        resting_until = case when ${restMs ?? null}::float8 is null or resting_until = 'infinity' then resting_until
          else now() + ${restMs ?? null}::float8 * interval '1 millisecond' end`);
      return;
    }
  }
}
