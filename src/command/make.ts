import { judge } from "../account/judge.ts";
import { offerOf, type Offer } from "../account/offer.ts";
import { createHash } from "node:crypto";
import type { Conversation } from "../chat/conversation.ts";
import { encodeScope } from "../account/scope.ts";
import type { Place, Standing } from "../account/standing.ts";
import type { Service } from "../job/job.ts";
import { FilesGoneError } from "../job/service.ts";
import type { RequestProblem } from "../request/problem.ts";
import { costOf, type MediaRequest } from "../request/request.ts";
import { shown } from "../text/shown.ts";
import { answer, refuse, type CommandContext, type Invocation, type Reply } from "./command.ts";

/** Who asks, with what they may have here, in an organisation that can make such things; or the answer that says why not. */
export type Requester = ({ readonly ok: true } & Asking) | { readonly ok: false; readonly reply: Reply };

export interface Asking {
  readonly standing: Standing;
  readonly offer: Offer;
  /** The names that the video key lists, where clips are asked for and they can be had. */
  readonly listed: readonly string[] | undefined;
}

/** Finds who asks, and whether there is a key for the service. */
export async function findRequester(
  place: Place & Pick<Invocation, "signal">,
  service: Service,
  { standings, listVideoModels, texts }: CommandContext,
): Promise<Requester> {
  const standing = await standings.standingOf(place);
  if (standing?.keys[service] === undefined) return { ok: false, reply: answer(texts.noKey(service)) };
  const listed = service === "video" ? await listVideoModels(standing.organisationId, place.signal) : undefined;
  return { ok: true, standing, listed, offer: offerOf(standing.policy, listed) };
}

/** What is not allowed of a request to whoever asks for it. */
export function forbidden(request: MediaRequest, { standing, offer }: Asking, place: Place): readonly RequestProblem[] {
  return judge(request, standing, place.actor, offer);
}

/**
 * Hands a validated request to the job service, where it is allowed; resolves when it is committed. A clip that goes by files
 * is refused where the gateway could not load them, also when an old request is made again.
 */
export async function make(
  invocation: Pick<Invocation, "key" | "conversation" | "isDirect" | "actor" | "message" | "parent"> &
    Partial<Pick<Invocation, "options">>,
  asking: Asking,
  request: MediaRequest,
  context: CommandContext,
): Promise<Reply> {
  const { jobs, canLoad, texts } = context;
  const { key, actor, message, parent } = invocation;
  const problems = forbidden(request, asking, invocation);
  if (problems.length > 0) return refuse(problems);
  if (request.kind === "video" && !(await canLoad(request.references))) return answer(texts.noRelay);
  const { organisationId, accountId, scopes, policy } = asking.standing;
  const isPrivate = invocation.options?.["private"] === true && invocation.isDirect !== true;
  const direct = isPrivate ? await directFor(invocation, context) : undefined;
  if (isPrivate && !direct) return answer(texts.presets.noDirect);
  try {
    await jobs.accept({
      eventKey: key,
      organisationId,
      accountId,
      conversation: direct ?? invocation.conversation,
      requesterId: actor.userId,
      requesterName: actor.displayName,
      locale: actor.locale,
      requestMessage: direct ? undefined : message?.id,
      request,
      parent,
      scopes: scopes.map(encodeScope),
      atOnce: policy.jobsAtOnce?.value,
      ownKeys: policy.ownKeys?.value ?? false,
      ...costOf(request),
    });
  } catch (error) {
    if (!(error instanceof FilesGoneError)) throw error;
    return answer(texts.referencesGone(error.names.map(shown)));
  }
  // Nothing of it is to be seen where it was asked for.
  return direct ? answer(texts.presets.comesDirectly) : { kind: "accepted" };
}

/** The conversation with a member alone, where they have been told that something is to come; before anything is spent. */
async function directFor(
  { key, conversation, actor }: Pick<Invocation, "key" | "conversation" | "actor">,
  { platform, texts }: CommandContext,
): Promise<Conversation | undefined> {
  if (!platform.capabilities.direct) return undefined;
  // The same when the same event comes again.
  const postKey = createHash("sha256").update(`direct ${key}`).digest("base64url").slice(0, 32);
  return platform.direct(conversation, actor.userId, { text: texts.presets.directHello }, postKey);
}
