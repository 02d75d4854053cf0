import type { Queries } from "../queries.ts";
import { and, eq, sql, type SQL } from "drizzle-orm";
import { z } from "zod";
import { UNITS } from "../../core/account/quota/quota.ts";
import { decodeScope } from "../../core/account/policy/scope.ts";
import { decodeConversation, encodeConversation, encodeWorkspace } from "../../core/chat/conversation.ts";
import type { Approval, Approvals } from "../../core/delivery/approvals.ts";
import { DATABASE_BACKGROUND_CALL_MS } from "../../lib/limits.ts";
import { groundsOf } from "./approval-grounds.ts";
import { writeAudit } from "../accounts/audit.ts";
import type { Database } from "../connection.ts";
import { reserveHeld } from "../jobs/reserve-held.ts";
import { workspaces } from "../schema/people.ts";
import { approvals } from "../schema/held.ts";
import { batches } from "../schema/jobs.ts";

const Row = z.object({
  reasons: z.array(z.string()),
  conversation: z.string().nullable(),
  state: z.enum(["asked", "approved", "declined", "ended"]),
  decidedBy: z.string().nullable(),
  why: z.string().nullable(),
});

/** Decisions about held batches, on PostgreSQL. */
export function createApprovalStore(db: Database): Approvals {
  return {
    find: (batchId) => db.run((queries) => approvalOf(queries, batchId), DATABASE_BACKGROUND_CALL_MS),

    async pending(organisationId, workspace, limit) {
      const rows = await db.run((queries) =>
        queries
          .select({
            batchId: approvals.batchId,
            conversation: sql<string>`coalesce(${approvals.conversation}, ${batches.conversation})`,
          })
          .from(approvals)
          .innerJoin(batches, eq(batches.id, approvals.batchId))
          .where(
            and(
              eq(approvals.state, "asked"),
              eq(approvals.organisationId, organisationId),
              sql`starts_with(${batches.conversation}, ${`${encodeWorkspace(workspace)}:`})`,
            ),
          )
          .orderBy(approvals.createdAt)
          .limit(limit),
      );
      return rows.map(({ batchId, conversation }) => ({ batchId, conversation: decodeConversation(conversation) }));
    },

    async placeFor({ id, organisationId, conversation }) {
      const { platform, workspace } = conversation;
      return db.run(async (queries) => {
        const [found] = await queries
          .select({ adminChannel: workspaces.adminChannel })
          .from(workspaces)
          .where(
            and(
              eq(workspaces.organisationId, organisationId),
              eq(workspaces.platform, platform),
              eq(workspaces.externalId, workspace),
            ),
          );
        const place = found?.adminChannel ?? encodeConversation(conversation);
        const [row] = await queries
          .update(approvals)
          .set({ conversation: sql`coalesce(${approvals.conversation}, ${place})` })
          .where(eq(approvals.batchId, id))
          .returning({ conversation: approvals.conversation });
        return decodeConversation(row?.conversation ?? place);
      }, DATABASE_BACKGROUND_CALL_MS);
    },

    decide: (change, batchId, decision) =>
      db.transaction(async (queries) => {
        const { organisationId, actor } = change;
        const known = await approvalOf(queries, batchId, organisationId);
        if (!known) return undefined;
        if (known.state !== "asked") return { approval: known, fresh: false };
        const state = decision.kind === "approve" ? "approved" : "declined";
        const why = decision.kind === "decline" ? decision.why?.toWellFormed() : undefined;
        await queries
          .update(approvals)
          .set({ state, decidedBy: actor.name.toWellFormed(), decidedAt: sql`now()`, declinedBecause: why ?? null })
          .where(eq(approvals.batchId, batchId));
        const { scope: askedIn, ...asked } = await askedFor(queries, organisationId, batchId);
        const after = { batch: batchId, reasons: known.reasons, ...(why === undefined ? {} : { why }), ...asked };
        const about = askedIn === undefined ? {} : { scope: askedIn };
        await writeAudit(queries, { ...change, action: `approval.${state}`, ...about, after });
        if (state === "approved" && known.reasons.includes("quota")) {
          for (const grant of await reserveHeld(queries, batchId)) {
            const { scope, unit, span, before, after: granted } = grant;
            await writeAudit(queries, {
              ...change,
              action: "quota.granted",
              scope: decodeScope(scope),
              before: { unit, span, granted: before },
              after: { unit, span, granted, batch: batchId },
            });
          }
        }
        return { approval: { ...known, state, decidedBy: actor.name, why }, fresh: true };
      }),

    async end(batchId) {
      await db.run(
        (queries) =>
          queries
            .update(approvals)
            .set({ state: "ended", decidedAt: sql`now()` })
            .where(and(eq(approvals.batchId, batchId), eq(approvals.state, "asked"))),
        DATABASE_BACKGROUND_CALL_MS,
      );
    },

    grounds: (organisationId, batchId) =>
      db.run((queries) => groundsOf(queries, organisationId, batchId), DATABASE_BACKGROUND_CALL_MS),

    async askedIn(organisationId, batchId) {
      const [row] = await db.run((queries) => queries.execute<{ scope: string }>(placeOf(organisationId, batchId)));
      return row && decodeScope(row.scope);
    },

    async noteBlocked(organisationId, batchId, why) {
      const written = await db.run((queries) =>
        queries
          .update(approvals)
          .set({ blockedBecause: why.toWellFormed() })
          .where(
            and(
              eq(approvals.batchId, batchId),
              eq(approvals.organisationId, organisationId),
              eq(approvals.state, "asked"),
            ),
          )
          .returning({ batchId: approvals.batchId }),
      );
      return written.length > 0;
    },
  };
}

const Asked = z
  .object({
    requester: z.string(),
    model: z.string(),
    unit: z.enum(UNITS),
    cost: z.coerce.number(),
    scope: z.string().nullable(),
  })
  .transform(({ scope, ...asked }) => ({ ...asked, scope: scope === null ? undefined : decodeScope(scope) }));

/** The request as the audit stores it, and the channel or direct messages where it was made. */
async function askedFor(
  queries: Pick<Queries, "execute">,
  organisationId: string,
  batchId: string,
): Promise<z.infer<typeof Asked>> {
  const [row] = await queries.execute(sql`
    select requester_name as requester, request->>'model' as model, cost, scope,
      quota_unit(batches.service) as unit
    from batches
    cross join (select sum(cost) as cost from jobs where batch_id = ${batchId}::uuid) held
    left join lateral (${placeOf(organisationId, batchId)}) place on true
    where batches.id = ${batchId}::uuid and batches.organisation_id = ${organisationId}::uuid`);
  return Asked.parse(row);
}

function placeOf(organisationId: string, batchId: string): SQL {
  return sql`
    select scope from jobs, unnest(scopes) as scope
    where batch_id = ${batchId}::uuid and organisation_id = ${organisationId}::uuid
      and (scope like 'channel:%' or scope like 'direct:%')
    limit 1`;
}

/** If an organisation is given, requires the approval to belong to it, and locks it. */
async function approvalOf(
  queries: Pick<Queries, "select">,
  batchId: string,
  organisationId?: string,
): Promise<Approval | undefined> {
  const found = queries
    .select({
      reasons: approvals.reasons,
      conversation: approvals.conversation,
      state: approvals.state,
      decidedBy: approvals.decidedBy,
      why: approvals.declinedBecause,
    })
    .from(approvals);
  const isIt = eq(approvals.batchId, batchId);
  const [row] = await (organisationId === undefined
    ? found.where(isIt)
    : found.where(and(isIt, eq(approvals.organisationId, organisationId))).for("update"));
  if (!row) return undefined;
  const { reasons, conversation, state, decidedBy, why } = Row.parse(row);
  return {
    reasons,
    conversation: conversation === null ? undefined : decodeConversation(conversation),
    state,
    decidedBy: decidedBy ?? undefined,
    why: why ?? undefined,
  };
}
