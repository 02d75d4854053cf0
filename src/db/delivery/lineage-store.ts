import { and, asc, eq, inArray, sql } from "drizzle-orm";
import { encodeConversation } from "../../core/chat/conversation.ts";
import type { LineageStore, ShownResult } from "../../core/delivery/lineage.ts";
import type { Batch } from "../../core/job/job-store.ts";
import type { Database } from "../connection.ts";
import { batchFrom } from "../jobs/job-row.ts";
import type { Queries } from "../queries.ts";
import { artifacts, batches, jobs, posts } from "../schema/jobs.ts";

/** Posts that show what was made. An undo's post shows the earlier pictures instead. */
const SHOWS_MADE = sql`${posts.state} = 'posted' and (${posts.kind} = 'result' or ${posts.kind} like 'late-%')`;

/** Limits for what was made from one result: batches, and their pictures and clips. */
const CHILDREN = 20;
const SHOWN_CHILDREN = 40;

/** The lineage store on PostgreSQL. */
export function createLineageStore(db: Database): LineageStore {
  return {
    lineageOf: (message, { ordinal, hash }) =>
      db.run(async (queries) => {
        const conversation = encodeConversation(message.conversation);
        const [own] = await queries
          .select({ batch: batches })
          .from(posts)
          .innerJoin(batches, eq(batches.id, posts.batchId))
          .where(and(eq(posts.messageId, message.id), SHOWS_MADE, eq(batches.conversation, conversation)))
          .limit(1);
        const batch = own && batchFrom(own.batch);
        const isMadeFrom = batch
          ? sql`${batches.parentId} = ${batch.id} and ${ordinal} = any(${batches.parentOrdinals})`
          : sql`${batches.conversation} = ${conversation} and ${batches.requestMessage} = ${message.id}
              and ${batches.request} -> 'references' @> jsonb_build_array(jsonb_build_object('hash', ${hash}::text))`;
        const childIds = await queries
          .select({ id: batches.id })
          .from(batches)
          .where(isMadeFrom)
          .orderBy(asc(batches.createdAt))
          .limit(CHILDREN);
        const { parent } = batch ?? {};
        const parents = parent ? await shownResults(queries, [parent.batchId]) : [];
        const shownParents = (parent?.ordinals ?? []).flatMap((wanted) =>
          parents.filter(({ ordinal: at }) => at === wanted),
        );
        const made = await shownResults(
          queries,
          childIds.map(({ id }) => id),
        );
        return {
          parents: shownParents,
          edited: parent
            ? shownParents.find(({ ordinal: at }) => at === parent.ordinals[0])
            : batch && firstFileOf(batch),
          references: batch ? referencesOf(batch) : [],
          requestMessage: batch?.requestMessage,
          children: childIds.flatMap(({ id }) => made.filter((one) => one.batchId === id)).slice(0, SHOWN_CHILDREN),
        };
      }),
  };
}

/** The hashes of the references that are not results. The request's references begin with the parent's results. */
function referencesOf({ request, parent }: Batch): string[] {
  const { references } = request;
  return references.slice(parent?.ordinals.length ?? 0).flatMap(({ hash, borrowed }) => (borrowed ? [] : [hash]));
}

function firstFileOf({ request }: Batch): { readonly hash: string } | undefined {
  const [first] = request.references;
  return first && !first.borrowed ? { hash: first.hash } : undefined;
}

/** The batches' results that a message shows, in order within each batch. */
async function shownResults(
  queries: Queries,
  batchIds: readonly string[],
): Promise<(ShownResult & { readonly batchId: string })[]> {
  if (batchIds.length === 0) return [];
  const rows = await queries
    .select({ batchId: jobs.batchId, ordinal: jobs.ordinal, messageId: posts.messageId })
    .from(jobs)
    .innerJoin(artifacts, eq(artifacts.jobId, jobs.id))
    .innerJoin(posts, and(eq(posts.batchId, jobs.batchId), eq(posts.kind, artifacts.post)))
    .where(and(inArray(jobs.batchId, [...batchIds]), SHOWS_MADE))
    .orderBy(asc(jobs.ordinal));
  return rows.flatMap(({ messageId, ...row }) => (messageId === null ? [] : [{ ...row, messageId }]));
}
