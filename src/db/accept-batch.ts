import { sql } from "drizzle-orm";
import type { NewBatch } from "../job/store.ts";
import type { Queries } from "./connection.ts";
import { batches, invocations, jobs, lanes, posts } from "./schema/jobs.ts";
import { posterFor } from "./leases.ts";
import { notifyKeeper, notifyWork } from "./notify.ts";

/** Takes a batch in; part of one transaction. The unique key of the invocation decides who is first. */
export async function acceptBatch(
  queries: Queries,
  batch: NewBatch,
  conversation: string,
): Promise<"accepted" | "known"> {
  const fresh = await queries
    .insert(invocations)
    .values({ platform: batch.conversation.platform, eventKey: batch.eventKey })
    .onConflictDoNothing()
    .returning({ key: invocations.eventKey });
  if (fresh.length === 0) return "known";
  const { id, organisationId, accountId, service } = batch;
  const [kept] = await queries
    .insert(batches)
    .values({
      id,
      organisationId,
      accountId,
      conversation,
      requesterId: batch.requesterId,
      requesterName: batch.requesterName,
      locale: batch.locale,
      requestMessage: batch.requestMessage ?? null,
      service,
      request: batch.request,
      count: batch.jobs.length,
      sandbox: batch.sandbox,
      // None where that worker was declared dead meanwhile: then whoever lives takes the batch.
      workerId:
        batch.workerId === undefined
          ? posterFor(conversation)
          : sql`(select id from workers where id = ${batch.workerId} for key share)`,
    })
    .returning({ workerId: batches.workerId });
  await queries.insert(jobs).values(
    batch.jobs.map((job) => ({
      ...job,
      batchId: id,
      organisationId,
      accountId,
      service,
      state: batch.held ? "held" : "waiting",
      settlement: "reserved",
    })),
  );
  await queries.insert(lanes).values({ organisationId, service, accountId }).onConflictDoNothing();
  await queries.insert(posts).values({ batchId: id, kind: "notice", state: "intended" });
  if (!batch.held) await queries.execute(notifyWork);
  const keeper = kept?.workerId ?? undefined;
  if (keeper === undefined || keeper !== batch.workerId) await queries.execute(notifyKeeper(id, keeper));
  return "accepted";
}
