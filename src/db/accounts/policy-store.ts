import type { Queries } from "../queries.ts";
import { isDeepStrictEqual } from "node:util";
import { and, asc, desc, eq, gt, isNotNull, or, sql } from "drizzle-orm";
import { z } from "zod";
import { encodeWorkspace } from "../../core/chat/conversation.ts";
import type { AuditAction } from "../../core/account/audit.ts";
import type {
  Change,
  LateChange,
  Policies,
  WorkspaceName,
  WorkspaceSettings,
} from "../../core/account/policy/policy-store.ts";
import { StoredSettings, type PolicySettings } from "../../core/account/policy/policy.ts";
import { decodeScope, encodeScope, type Scope } from "../../core/account/policy/scope.ts";
import { decodeCurrency, encodeCurrency } from "../../core/request/prices.ts";
import { LOCALES, nearestLocale } from "../../lib/locale.ts";
import { writableSettings } from "../../core/account/policy/writable.ts";
import { writeAudit } from "./audit.ts";
import { applyTimeZone } from "./quota-store.ts";
import type { Database } from "../connection.ts";
import { announcePause, WORK_CHANNEL } from "../notify.ts";
import { workspaces } from "../schema/people.ts";
import { audit, pauses, policies } from "../schema/policy.ts";
import { zoneOf } from "./workspace-zone.ts";

/**
 * Warn when another admin changed the same settings within this time, because this admin may not have seen it.
 */
export const LATE_CHANGE_MS = 10 * 60_000;

/** The policy store on PostgreSQL. Triggers notify every process of changes: `src/db/functions/notify/tell_policy.sql`. */
export function createPolicyStore(db: Database): Policies {
  return {
    settings: (organisationId, scope) => db.run((queries) => settingsOf(queries, organisationId, scope)),

    change: (change, scope, how) =>
      db.transaction(async (queries) => {
        const { organisationId } = change;
        const key = { organisationId, scope: encodeScope(scope) };
        // Serialises concurrent changes to the same settings.
        await queries
          .insert(policies)
          .values({ ...key, settings: {} })
          .onConflictDoNothing();
        const where = and(eq(policies.organisationId, organisationId), eq(policies.scope, key.scope));
        const [row] = await queries.select({ settings: policies.settings }).from(policies).where(where).for("update");
        const before = StoredSettings.parse(row?.settings ?? {});
        const after = writableSettings(how(before), before);
        const lately = await lateChange(queries, change, "policy.set", scope, (kept) => StoredSettings.parse(kept));
        if (same(before, after)) return { before, after, lately };
        await queries
          .update(policies)
          .set({ settings: after, version: sql`${policies.version} + 1`, updatedAt: sql`now()` })
          .where(where);
        await writeAudit(queries, { ...change, action: "policy.set", scope, ...changedSettings(before, after) });
        return { before, after, lately };
      }),

    workspace: (organisationId, workspace) => db.run((queries) => workspaceOf(queries, organisationId, workspace)),

    async timeZone(organisationId, workspace) {
      const [row] = await db.run((queries) =>
        queries.execute<{ zone: string }>(sql`
          select ${zoneOf(organisationId, encodeWorkspace(workspace))} as zone`),
      );
      return row?.zone ?? "UTC";
    },

    changeWorkspace: (change, workspace, settings) =>
      // The workspace's time zone determines the quota windows.
      db.changeQuotas(change.organisationId, async (queries) => {
        const { organisationId } = change;
        const before = await workspaceOf(queries, organisationId, workspace, "update");
        const after: WorkspaceSettings = { ...before, ...settings };
        const scope: Scope = { kind: "workspace", id: encodeWorkspace(workspace) };
        const lately = await lateChange(queries, change, "workspace.set", scope, readWorkspace);
        if (same(before, after)) return { before, after, lately };
        const { timeZone, adminChannel = null, budget } = after;
        await queries
          .update(workspaces)
          .set({
            timeZone,
            adminChannel,
            budget: budget?.amount ?? null,
            budgetCurrency: budget ? encodeCurrency(budget) : null,
            budgetLocale: budget?.locale ?? null,
          })
          .where(isThat(organisationId, workspace));
        if (before.timeZone !== timeZone) await applyTimeZone(queries, organisationId, scope.id);
        await writeAudit(queries, { ...change, action: "workspace.set", scope, before, after });
        return { before, after, lately };
      }),

    async pauses(organisationId) {
      const rows = await db.run((queries) =>
        queries.select().from(pauses).where(eq(pauses.organisationId, organisationId)).orderBy(asc(pauses.pausedAt)),
      );
      return rows.map((row) => ({ scope: decodeScope(row.scope), by: row.pausedBy }));
    },

    pause: (change, scope) =>
      db.transaction(async (queries) => {
        const { organisationId, actor } = change;
        const row = { organisationId, scope: encodeScope(scope), pausedBy: actor.name.toWellFormed() };
        const made = await queries.insert(pauses).values(row).onConflictDoNothing().returning({ scope: pauses.scope });
        if (made.length === 0) {
          const [known] = await queries.select().from(pauses).where(isPaused(organisationId, scope));
          return known && { scope, by: known.pausedBy };
        }
        await writeAudit(queries, { ...change, action: "paused", scope });
        await announcePause(queries, organisationId);
        return undefined;
      }),

    resume: (change, scope) =>
      db.transaction(async (queries) => {
        const { organisationId } = change;
        const [ended] = await queries.delete(pauses).where(isPaused(organisationId, scope)).returning();
        if (!ended) return undefined;
        await writeAudit(queries, { ...change, action: "resumed", scope, before: { by: ended.pausedBy } });
        await announcePause(queries, organisationId);
        await queries.execute(sql`select pg_notify(${WORK_CHANNEL}, ${organisationId}::text)`);
        return { scope, by: ended.pausedBy };
      }),
  };
}

async function settingsOf(
  queries: Pick<Queries, "select">,
  organisationId: string,
  scope: Scope,
): Promise<PolicySettings> {
  const [row] = await queries
    .select({ settings: policies.settings })
    .from(policies)
    .where(and(eq(policies.organisationId, organisationId), eq(policies.scope, encodeScope(scope))));
  return StoredSettings.parse(row?.settings ?? {});
}

async function workspaceOf(
  queries: Pick<Queries, "select">,
  organisationId: string,
  workspace: WorkspaceName,
  lock?: "update",
): Promise<WorkspaceSettings> {
  const found = queries
    .select({
      timeZone: workspaces.timeZone,
      adminChannel: workspaces.adminChannel,
      budget: workspaces.budget,
      currency: workspaces.budgetCurrency,
      locale: workspaces.budgetLocale,
    })
    .from(workspaces)
    .where(isThat(organisationId, workspace));
  const [row] = await (lock ? found.for(lock) : found);
  if (!row) throw new Error("the workspace belongs to another organisation");
  const { timeZone, adminChannel, budget, currency, locale } = row;
  return {
    timeZone,
    adminChannel: adminChannel ?? undefined,
    budget:
      budget === null || currency === null
        ? undefined
        : { ...decodeCurrency(currency), amount: budget, locale: nearestLocale(locale ?? undefined) },
  };
}

function isThat(organisationId: string, { platform, workspace }: WorkspaceName) {
  return and(
    eq(workspaces.organisationId, organisationId),
    eq(workspaces.platform, platform),
    eq(workspaces.externalId, workspace),
  );
}

function isPaused(organisationId: string, scope: Scope) {
  return and(eq(pauses.organisationId, organisationId), eq(pauses.scope, encodeScope(scope)));
}

/** Another admin's recent change to the same settings; undefined if there is none. */
async function lateChange<T>(
  queries: Pick<Queries, "select">,
  { organisationId, actor }: Change,
  action: AuditAction,
  scope: Scope,
  read: (kept: unknown) => T,
): Promise<LateChange<T> | undefined> {
  const [last] = await queries
    .select({
      accountId: audit.accountId,
      by: audit.actorName,
      before: audit.before,
      after: audit.after,
      agoMs: sql<number>`(extract(epoch from now() - ${audit.at}) * 1000)::float8`,
    })
    .from(audit)
    .where(
      and(
        eq(audit.organisationId, organisationId),
        eq(audit.action, action),
        eq(audit.scope, encodeScope(scope)),
        gt(audit.at, sql`now() - ${LATE_CHANGE_MS} * interval '1 millisecond'`),
        or(isNotNull(audit.before), isNotNull(audit.after)),
      ),
    )
    .orderBy(desc(audit.id))
    .limit(1);
  if (!last || last.accountId === (actor.accountId ?? null)) return undefined;
  return {
    by: last.by,
    agoMs: Math.max(0, last.agoMs),
    before: read(last.before ?? {}),
    after: read(last.after ?? {}),
  };
}

const KeptWorkspace = z.object({
  timeZone: z.string(),
  adminChannel: z.string().optional(),
  budget: z
    .object({ currency: z.string(), digits: z.number(), amount: z.number(), locale: z.enum(LOCALES) })
    .optional(),
});

function readWorkspace(kept: unknown): WorkspaceSettings {
  const { timeZone, adminChannel, budget } = KeptWorkspace.parse(kept);
  return { timeZone, adminChannel, budget };
}

/** The settings that differ. The audit omits the others, because a list can have tens of kilobytes. */
function changedSettings(before: PolicySettings, after: PolicySettings): Record<"before" | "after", PolicySettings> {
  const [was, is] = [new Map<string, unknown>(Object.entries(before)), new Map<string, unknown>(Object.entries(after))];
  const changed = ([key]: readonly [string, unknown]): boolean => !isDeepStrictEqual(was.get(key), is.get(key));
  return {
    before: StoredSettings.parse(Object.fromEntries([...was].filter(changed))),
    after: StoredSettings.parse(Object.fromEntries([...is].filter(changed))),
  };
}

/** Ignores key order, because the database doesn't preserve it. */
function same(one: object, other: object): boolean {
  return isDeepStrictEqual(JSON.parse(JSON.stringify(one)), JSON.parse(JSON.stringify(other)));
}
