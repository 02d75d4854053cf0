import type { Batch } from "../../core/job/job-store.ts";
import type { MediaRequest } from "../../core/request/request.ts";
import { artifactOf } from "../../worker/delivery/batch-status.ts";
import type { CommandContext } from "../command.ts";
import { mayReach } from "../files/may-reach.ts";
import type { Invocation } from "../invocation.ts";

/** The person who repeats a request, and where. */
type Repeating = Pick<Invocation, "conversation" | "actor">;
type Context = Pick<CommandContext, "results" | "platform">;

/**
 * A batch's request, for this person to repeat. Another member's files become borrowed, except for results that are posted where
 * this person can see them: repeating must not post a file that a member has shown only to Easel.
 */
export async function requestFor(reader: Repeating, batch: Batch, context: Context): Promise<MediaRequest> {
  const { request } = batch;
  if (batch.requesterId === reader.actor.userId || request.references.length === 0) return request;
  const seen = await seenResults(reader, batch, context);
  const references = request.references.map((reference, index) =>
    seen[index] === true ? reference : { ...reference, borrowed: true as const },
  );
  return { ...request, references };
}

/**
 * Whether this person may change the prompt for a batch's files. With borrowed files, a prompt could ask for a copy of what a
 * member has shown only to Easel. Admins may, because they may also undo every edit.
 */
export async function mayChange(reader: Repeating, batch: Batch, context: Context): Promise<boolean> {
  const { references } = await requestFor(reader, batch, context);
  return reader.actor.isAdmin || references.every(({ borrowed }) => !borrowed);
}

/** For each of the parent's results, which come first among the references, whether this person can see it. */
async function seenResults(reader: Repeating, { parent }: Batch, context: Context): Promise<readonly boolean[]> {
  const view = parent && (await context.results.view(parent.batchId));
  if (!view || !(await mayReach(view.batch, reader, context))) return [];
  const { jobs, posts } = view;
  return parent.ordinals.map((ordinal) => {
    const job = jobs.find((one) => one.ordinal === ordinal);
    const post = job && artifactOf(view, job)?.post;
    return posts.some(({ kind, state }) => kind === post && state === "posted");
  });
}
