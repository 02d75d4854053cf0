import type { Queries } from "../queries.ts";
import { and, desc, eq, gt, inArray, isNotNull, like, notInArray, or, sql, type SQL } from "drizzle-orm";
import { z } from "zod";
import {
  decodeConversation,
  encodeConversation,
  type Conversation,
  type MessageRef,
} from "../../core/chat/conversation.ts";
import type { DeliveryStore } from "../../core/delivery/delivery-store.ts";
import { FILE_KINDS } from "../../core/request/reference.ts";
import type { Draft, FoundPost, ResultStore } from "../../core/delivery/result-store.ts";
import type { Database } from "../connection.ts";
import { posterOf } from "../leases.ts";
import { readChain } from "./read-chain.ts";
import { intendAgain } from "./intend-again.ts";
import { scheduleRefetch } from "../jobs/schedule-refetch.ts";
import { BATCH_CHANNEL, KEEP_CHANNEL } from "../notify.ts";
import { drafts } from "../schema/held.ts";
import { batchChannel, batches, posts } from "../schema/jobs.ts";
import { targets } from "../schema/targets.ts";
import { pressStar, removeStars, starredOf, unstarBatch } from "./stars.ts";

/** How long a referenced message or a refused request is kept for its form. The platforms' own file addresses expire sooner. */
const TARGET_LIFETIME_MS = 24 * 3_600_000;
const expired = sql`now() - ${TARGET_LIFETIME_MS} * interval '1 millisecond'`;

/** How many of a thread's latest closed batches are examined for the newest post: many more than run there concurrently. */
const LATEST_CLOSED = sql.raw("50");

/** Posts that show results. */
const SHOWS_RESULTS: SQL = sql`(${posts.kind} in ('result', 'undo') or ${posts.kind} like 'late-%')`;

const NOT_DELETED = notInArray(posts.state, ["removing", "removed"]);

/**
 * How many referenced messages, and how many refused requests, are kept per member and channel, including its threads, because a
 * member can start many. Each can be long, and nobody fills in more forms concurrently.
 */
export const KEPT_FOR_FORMS = 10;

const KeptAttachment = z.object({
  source: z.string(),
  name: z.string(),
  mimeType: z.string(),
  bytes: z.number(),
  option: z.string().exactOptional(),
  publicUrl: z.object({ url: z.string(), expiresAt: z.number() }).exactOptional(),
});
const KeptAttachments = z.array(KeptAttachment);
const KeptDraft = z.object({
  command: z.string(),
  options: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.array(z.string())])),
  files: z.array(
    KeptAttachment.extend({
      link: z.literal(true).exactOptional(),
      kept: z.literal(true).exactOptional(),
      kind: z.enum(FILE_KINDS).exactOptional(),
    }),
  ),
  wrong: z.array(z.string()),
  requestMessage: z.string().optional(),
  parent: z.object({ batchId: z.string(), ordinals: z.array(z.number()) }).optional(),
});

/** The result store on PostgreSQL. */
export function createResultStore(db: Database, deliveries: Pick<DeliveryStore, "view">): ResultStore {
  const newest = async (where: SQL | undefined): Promise<FoundPost | undefined> => {
    const [found] = await db.run((queries) =>
      queries
        .select({ batchId: posts.batchId, kind: posts.kind })
        .from(posts)
        .innerJoin(batches, eq(batches.id, posts.batchId))
        .where(and(SHOWS_RESULTS, eq(posts.state, "posted"), where))
        .orderBy(desc(posts.updatedAt))
        .limit(1),
    );
    return found;
  };

  return {
    async postOf(message) {
      const [found] = await db.run((queries) =>
        queries
          .select({ batchId: posts.batchId, kind: posts.kind })
          .from(posts)
          .innerJoin(batches, eq(batches.id, posts.batchId))
          .where(and(eq(posts.messageId, message.id), isNotNull(posts.messageId), NOT_DELETED, seenFrom(message)))
          .limit(1),
      );
      return found;
    },
    async latestIn(thread) {
      const [found] = await db.run((queries) =>
        queries.execute<{ batch_id: string; kind: string }>(sql`
          -- A batch is closed soon after its last post, so the newest post is among those of the batches that were closed last.
          with latest as materialized (
            select ${posts.batchId}, ${posts.kind}, ${posts.updatedAt}
            from batches join posts on ${posts.batchId} = ${batches.id}
            where ${batches.conversation} = ${encodeConversation(thread)} and ${posts.state} = 'posted' and ${SHOWS_RESULTS}
            order by ${batches.closedAt} desc
            limit ${LATEST_CLOSED}
          )
          select batch_id, kind from latest order by updated_at desc limit 1`),
      );
      return found && { batchId: found.batch_id, kind: found.kind };
    },
    latestFor: (request) => newest(and(seenFrom(request), eq(batches.requestMessage, request.id))),
    view: (batchId) => deliveries.view(batchId),

    chain: (batchId, limit) => db.run((queries) => readChain(queries, batchId, limit)),

    requestRemoval: (batchId, what) =>
      requestAction(db, batchId, async (queries) => {
        const kinds =
          what === "undo" ? eq(posts.kind, "undo") : or(eq(posts.kind, "result"), like(posts.kind, "late-%"));
        const changed = await queries
          .update(posts)
          .set({ state: "removing" })
          .where(and(eq(posts.batchId, batchId), kinds, inArray(posts.state, ["posted", "intended"])))
          .returning({ kind: posts.kind });
        if (what === "results") await removeStars(queries, batchId);
        return changed.length > 0;
      }).then(() => undefined),

    star: (batchId, by, eventKey) => db.transaction((queries) => pressStar(queries, batchId, by, eventKey)),
    unstar: (batchId, by) => db.transaction((queries) => unstarBatch(queries, batchId, by)),
    starredOf: (batchIds, by) => db.run((queries) => starredOf(queries, batchIds, by)),

    requestUndo: async (batchId) => {
      const fresh = await requestAction(db, batchId, async (queries) => {
        const made = await queries
          .insert(posts)
          .values({ batchId, kind: "undo", state: "intended" })
          .onConflictDoNothing()
          .returning({ kind: posts.kind });
        return made.length > 0;
      });
      return fresh ? "accepted" : "known";
    },

    requestDelivery: async (batchId) =>
      (await requestAction(db, batchId, (queries) => intendAgain(queries, batchId))) ? "accepted" : "known",

    requestFetch: async (batchId) => {
      let isMissing = false;
      const isNew = await requestAction(db, batchId, async (queries) => {
        const { missing, due } = await scheduleRefetch(queries, batchId);
        isMissing = missing > 0;
        return due > 0;
      });
      if (isNew) return "accepted";
      return isMissing ? "gone" : "here";
    },

    async storeTarget({ id, requesterId, message, attachments }) {
      const theirs = { conversation: encodeConversation(message.conversation), requesterId };
      await db.run(async (queries) => {
        const target = { id, ...theirs, messageId: message.id, attachments };
        await queries.insert(targets).values(target).onConflictDoNothing();
        await deleteOld(queries, targets, message.conversation, requesterId);
      });
    },
    async target(id) {
      const isOpen = and(eq(targets.id, id), gt(targets.createdAt, expired));
      const [row] = await db.run((queries) => queries.select().from(targets).where(isOpen));
      return (
        row && {
          message: { conversation: decodeConversation(row.conversation), id: row.messageId },
          attachments: KeptAttachments.parse(row.attachments),
        }
      );
    },

    async storeDraft({ id, conversation, requesterId, ...draft }) {
      const theirs = { conversation: encodeConversation(conversation), requesterId };
      await db.run(async (queries) => {
        await queries.insert(drafts).values({ id, ...theirs, draft: storable(draft) });
        await deleteOld(queries, drafts, conversation, requesterId);
      });
    },
    async draft(id, { conversation, requesterId }) {
      const isTheirs = and(
        eq(drafts.id, id),
        eq(drafts.conversation, encodeConversation(conversation)),
        eq(drafts.requesterId, requesterId),
        gt(drafts.createdAt, expired),
      );
      const [row] = await db.run((queries) => queries.select().from(drafts).where(isTheirs));
      if (!row) return undefined;
      const { requestMessage, parent, ...draft } = KeptDraft.parse(row.draft);
      return { ...draft, requestMessage, parent };
    },
  };
}

/** Deletes what has expired, and all but a member's latest in a channel and its threads. */
async function deleteOld(
  queries: Queries,
  table: typeof targets | typeof drafts,
  { thread: _thread, ...channel }: Conversation,
  requesterId: string,
): Promise<void> {
  await queries.execute(sql`
    delete from ${table} where id in (
      select id from ${table} where created_at < ${expired}
      union all (
        select id from ${table} where requester_id = ${requesterId} and ${batchChannel} = ${encodeConversation(channel)}
        order by created_at desc offset ${sql.raw(String(KEPT_FOR_FORMS))}
      )
    )`);
}

/** PostgreSQL's JSON can hold neither NUL nor an unpaired surrogate, and a refused text can contain either. */
function storable(draft: Draft): unknown {
  return JSON.parse(JSON.stringify(draft), (_name, value: unknown) =>
    typeof value === "string" ? value.replaceAll("\0", "").toWellFormed() : value,
  );
}

/** Posts that are visible where the message is: the channel's own, and those in the message's thread. */
function seenFrom({ conversation }: MessageRef): SQL | undefined {
  const { thread: _thread, ...channel } = conversation;
  return inArray(batches.conversation, [encodeConversation(channel), encodeConversation(conversation)]);
}

/**
 * Stores a requested action on a batch, reopens the batch if it was closed, and notifies its worker. Locks the batch's row first:
 * a worker that is closing the batch either commits first, or sees the additional action and keeps the batch open.
 */
export async function requestAction(
  db: Database,
  batchId: string,
  write: (queries: Queries) => Promise<boolean>,
): Promise<boolean> {
  return db.transaction(async (queries) => {
    const [batch] = await queries
      .select({ closedAt: batches.closedAt })
      .from(batches)
      .where(eq(batches.id, batchId))
      .for("update");
    if (!batch || !(await write(queries))) return false;
    const reopens = batch.closedAt !== null;
    await queries.execute(sql`
      with opened as (
        update batches set actions_requested = actions_requested + 1, closed_at = null, worker_id = ${reopens ? posterOf : sql`worker_id`}
        where id = ${batchId}
        returning id, worker_id
      )
      select ${
        reopens
          ? sql`pg_notify(${KEEP_CHANNEL}, concat_ws(' ', id::text, worker_id::text))`
          : sql`pg_notify(${BATCH_CHANNEL}, id::text)`
      } from opened`);
    return true;
  });
}
