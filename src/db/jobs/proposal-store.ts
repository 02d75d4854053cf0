import { and, eq, gt, lt, sql } from "drizzle-orm";
import { z } from "zod";
import { PROPOSAL_KEPT_MS } from "../../lib/limits.ts";
import { decodeConversation, encodeConversation } from "../../core/chat/conversation.ts";
import { proposalKey, type Proposals } from "../../core/job/proposal.ts";
import { MediaRequest } from "../../core/request/request.ts";
import type { Database } from "../connection.ts";
import { batchChannel, batches } from "../schema/jobs.ts";
import { proposals } from "../schema/held.ts";
import { identities } from "../schema/people.ts";

/** How long a member can say yes; afterwards, what they were shown may have changed. */
export const PROPOSAL_MS = 24 * 3_600_000;

const Kind = z.enum(["confirm", "ask", "make"]);
const stale = sql`now() - ${PROPOSAL_MS} * interval '1 millisecond'`;
/** Whether a proposal has expired. */
export const isStale = lt(proposals.createdAt, stale);

/**
 * How many questions of each kind are kept per member and channel, including its threads, because a member can start many. Each
 * can hold a long prompt, and one press of a button asks again.
 */
export const QUESTIONS_KEPT = 10;

/** Requests that wait for a yes, on PostgreSQL. */
export function createProposalStore(db: Database): Proposals {
  return {
    async keep({ parent, conversation, requestMessage, ...proposal }) {
      await db.run(async (queries) => {
        const asked = {
          ...proposal,
          conversation: encodeConversation(conversation),
          requestMessage: requestMessage ?? null,
          parentId: parent?.batchId ?? null,
          parentOrdinals: parent ? [...parent.ordinals] : null,
        };
        const { thread: _thread, ...channel } = conversation;
        const isTheirs = sql`${proposals.organisationId} = ${asked.organisationId} and ${proposals.accountId} = ${asked.accountId}`;
        await queries
          .insert(proposals)
          .values(asked)
          .onConflictDoUpdate({ target: proposals.id, set: asked, setWhere: isTheirs });
        // Offers need no limit: each comes from one of the member's own messages.
        await queries.execute(sql`
          delete from proposals where id in (
            select id from proposals where created_at < now() - ${PROPOSAL_KEPT_MS} * interval '1 millisecond'
            union all (
              select id from proposals
              where account_id = ${asked.accountId} and ${batchChannel} = ${encodeConversation(channel)}
                and kind = ${asked.kind} and kind <> 'make'
              order by created_at desc offset ${sql.raw(String(QUESTIONS_KEPT))}
            )
          )`);
      });
    },

    // A question without a message can't be compared, so it counts as one about another request.
    async isAsked({ organisationId, accountId, platform, eventKey, requestMessage }) {
      const [row] = await db.run((queries) =>
        queries.execute<{ asked: boolean }>(sql`
          select exists (
            select from proposals
            where organisation_id = ${organisationId} and account_id = ${accountId} and kind = 'ask' and not ${isStale}
              and request_message is distinct from coalesce(${requestMessage ?? null}::text, '')
              and not exists (
                select from batches
                where platform = split_part(proposals.conversation, ':', 1) and event_key = 'proposal:' || proposals.id
              )
          ) and not exists (select from batches where platform = ${platform} and event_key = ${eventKey}) as asked`),
      );
      return row?.asked === true;
    },

    async placeOf(id, { platform, userId }) {
      const [row] = await db.run((queries) =>
        queries
          .select({ conversation: proposals.conversation })
          .from(proposals)
          .innerJoin(
            identities,
            and(
              eq(identities.accountId, proposals.accountId),
              eq(identities.platform, platform),
              eq(identities.userId, userId),
            ),
          )
          .where(and(eq(proposals.id, id), gt(proposals.createdAt, stale)))
          .limit(1),
      );
      return row && decodeConversation(row.conversation);
    },

    async decline(id, { platform, userId }) {
      const [row] = await db.run((queries) =>
        queries.execute<{ taken: boolean }>(sql`
          with theirs as (
            select proposals.id, exists (
              select from batches
              where platform = split_part(proposals.conversation, ':', 1) and event_key = ${proposalKey(id)}
            ) as taken
            from proposals join identities on identities.account_id = proposals.account_id
            where proposals.id = ${id}::uuid and identities.platform = ${platform} and identities.user_id = ${userId}
            limit 1
          ), gone as (
            delete from proposals using theirs where proposals.id = theirs.id and not theirs.taken returning proposals.id
          )
          select taken from theirs`),
      );
      if (!row) return "gone";
      return row.taken ? "taken" : "declined";
    },

    async find(organisationId, accountId, id) {
      const [row] = await db.run((queries) =>
        queries
          .select()
          .from(proposals)
          .where(
            and(
              eq(proposals.id, id),
              eq(proposals.organisationId, organisationId),
              eq(proposals.accountId, accountId),
              gt(proposals.createdAt, stale),
            ),
          ),
      );
      if (!row) return undefined;
      const conversation = decodeConversation(row.conversation);
      const [yes] = await db.run((queries) =>
        queries
          .select({ id: batches.id })
          .from(batches)
          .where(and(eq(batches.platform, conversation.platform), eq(batches.eventKey, proposalKey(id)))),
      );
      const { parentId, parentOrdinals } = row;
      return {
        taken: yes !== undefined,
        proposal: {
          id,
          kind: Kind.parse(row.kind),
          organisationId,
          accountId,
          conversation,
          isPrivate: row.isPrivate,
          requestMessage: row.requestMessage ?? undefined,
          parent: parentId === null ? undefined : { batchId: parentId, ordinals: parentOrdinals ?? [] },
          request: MediaRequest.parse(row.request),
        },
      };
    },
  };
}
