import type { LinkQuery } from "../../core/chat/event.ts";
import { escapeText, type Section } from "../../core/chat/message.ts";
import { encodeConversation } from "../../core/chat/conversation.ts";
import { summaryOf } from "../../core/request/options/option-values.ts";
import { artifactOf, isDeleted } from "../../worker/delivery/batch-status.ts";
import { shortPrompt } from "../../worker/delivery/notice/quoted.ts";
import { postedPicture } from "../../worker/delivery/result/posted-picture.ts";
import type { ResultLinkReader } from "../../worker/delivery/result/result-links.ts";
import { maySee } from "../files/may-reach.ts";
import type { CommandContext } from "../command.ts";

/** What a preview needs in addition to the context of commands. */
export interface PreviewContext extends Pick<CommandContext, "memberships" | "results" | "platform" | "texts"> {
  readonly resultLinks: ResultLinkReader;
}

/**
 * What everybody may see below a posted link to a result. Undefined unless the poster may see the result and it is from the same
 * conversation or from one that is open to all members of the workspace.
 */
export async function previewLink(query: LinkQuery, context: PreviewContext): Promise<Section | undefined> {
  const { conversation, actor, url, mayLookUp, isOpen } = query;
  const { memberships, results, texts } = context;
  const grant = context.resultLinks.read(url);
  if (!grant || !mayLookUp()) return undefined;
  const [membership, view] = await Promise.all([memberships.membershipOf(query), results.view(grant.batchId)]);
  if (!view || view.batch.organisationId !== membership?.organisationId) return undefined;
  const { batch, jobs } = view;
  if (!(await maySee(batch, { conversation, actor }, context))) return undefined;
  const isHere = encodeConversation(batch.conversation) === encodeConversation(conversation);
  if (!isHere && !(await isOpen(batch.conversation))) return undefined;
  const job = jobs.find(({ ordinal }) => ordinal === grant.ordinal);
  const artifact = job && artifactOf(view, job);
  if (!job || !artifact?.content || isDeleted(view, artifact)) return undefined;
  const posted = postedPicture(view, job);
  const { request, requesterName } = batch;
  return {
    heading: batch.service === "video" ? texts.picture.clip : texts.picture.title(job.ordinal, jobs.length),
    text: shortPrompt(request.prompt),
    facts: [request.model, ...summaryOf(request), requesterName].map(escapeText).join(" · "),
    ...(posted ? { thumbnail: { posted, description: request.prompt } } : {}),
  };
}
