import { TooManyWaitingError } from "../../core/account/bounds.ts";
import { NoPriceError, OverQuotaError } from "../../core/account/quota/quota.ts";
import type { PlatformName } from "../../core/chat/conversation.ts";
import type { Acknowledged } from "../../core/chat/event.ts";
import type { Platform } from "../../core/chat/platform.ts";
import type { Batch } from "../../core/job/job-store.ts";
import { retryKey, type DueRetry, type RetryOutcome } from "../../core/job/recovery/recoveries.ts";
import type { MediaRequest } from "../../core/request/request.ts";
import { FilesGoneError } from "../../worker/job-service.ts";
import { findRequesterOf, rightsNow } from "../admin/requester.ts";
import type { CommandContext } from "../command.ts";
import { forbidden } from "../make/make.ts";
import { requestBatch } from "../make/request-batch.ts";

type Context = Pick<CommandContext, "jobs" | "prices" | "approvals" | "memberships" | "listVideoModels" | "canLoad"> & {
  readonly platformOf: (name: PlatformName) => Pick<Platform, "lookUp"> | undefined;
  readonly acknowledged: (platform: PlatformName, eventKey: string, how: Acknowledged) => Promise<void>;
};

/**
 * Submits the failed jobs of a request again, in its member's name, under the current rules and in the same place. It counts
 * towards the member's own quotas. The admin's confirmation approves its size. Rejects with a `PlatformError`, or with a
 * `DatabaseUnavailableError`.
 */
export async function redoRequest(item: DueRetry, context: Context): Promise<RetryOutcome> {
  const found = await context.jobs.batch(item.batchId);
  if (!found || found.batch.requesterId === "") return "failed";
  const { batch } = found;
  const { platform: name } = batch.conversation;
  const platform = context.platformOf(name);
  if (!platform) return "failed";
  const place = await findRequesterOf(batch, { ...context, platform });
  if (place === undefined) return "failed";
  if (place === "left") return "left";
  const rights = await rightsNow(batch, place, context);
  const request = withJobs(batch.request, item.jobIds.length);
  if (!rights) return "failed";
  if (rights.membership.keys[batch.service] === undefined) return "no_key";
  if (forbidden(request, rights, place).length > 0) return "barred";
  if (request.kind === "video" && !(await context.canLoad(request.references))) return "files_gone";
  const key = retryKey(item);
  const asked = { ...place, key, conversation: batch.conversation, message: messageOf(batch), parent: batch.parent };
  try {
    await requestBatch(asked, rights, request, context, { approved: true });
  } catch (error) {
    if (error instanceof OverQuotaError) return "over_quota";
    if (error instanceof NoPriceError) return "no_price";
    if (error instanceof TooManyWaitingError) return "too_many_waiting";
    if (error instanceof FilesGoneError) return "files_gone";
    throw error;
  }
  // Not started by an interaction, so the platform shows no acknowledgement.
  await context.acknowledged(name, key, { kind: "heard" });
  return "retried";
}

function withJobs(request: MediaRequest, count: number): MediaRequest {
  return request.kind === "image" ? { ...request, count } : request;
}

function messageOf({ conversation, requestMessage }: Batch) {
  return requestMessage === undefined ? undefined : { conversation, id: requestMessage };
}
