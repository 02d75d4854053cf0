import type { Invocation, Asking, Making } from "../invocation.ts";
import { answer, refuse, type Reply } from "../reply.ts";
import { boundOf, TooManyWaitingError } from "../../core/account/bounds.ts";
import { confirmedBy } from "../../core/account/policy/thresholds.ts";
import {
  checkMember,
  checkModel,
  checkPolicy,
  rulerOf,
  unknownRoles,
  type Asker,
} from "../../core/account/policy/check-policy.ts";
import { videoKeysOf } from "../../core/account/policy/model-list.ts";
import { allowedModelsOf } from "../../core/account/policy/allowed-models.ts";
import { NoPriceError, OverQuotaError } from "../../core/account/quota/quota.ts";
import type { Place } from "../../core/account/membership.ts";
import type { MessageRef } from "../../core/chat/conversation.ts";
import type { Service } from "../../core/job/job.ts";
import type { ProposalKind } from "../../core/job/proposal.ts";
import { FilesGoneError } from "../../worker/job-service.ts";
import { priceOf } from "../../core/request/prices.ts";
import type { RequestProblem } from "../../core/request/problem.ts";
import { countOf, type MediaRequest } from "../../core/request/request.ts";
import { costsText } from "../../text/render/money.ts";
import { shown } from "../../text/render/shown.ts";
import { requestBatch } from "./request-batch.ts";
import { rulerText } from "../../text/render/policy-problems.ts";
import { type CommandContext } from "../command.ts";
import { saidNoPrice, saidOverQuota } from "./over-quota.ts";
import { jumpLink } from "../jump-link.ts";
import { directFor, wantsPrivacy } from "./private.ts";
import { propose, resultOf } from "./propose.ts";

/** The requester and what they may use here, or the answer that says why they can't. */
export type Requester = ({ readonly ok: true } & Asking) | { readonly ok: false; readonly reply: Reply };

/** Finds the requester, and whether there is a usable key for the service. */
export async function findRequester(
  place: Place & Pick<Invocation, "signal">,
  service: Service,
  { memberships, listVideoModels, texts }: CommandContext,
): Promise<Requester> {
  const membership = await memberships.membershipOf(place);
  const unknown = membership && unknownRoles(membership, askerOf(place));
  if (unknown) return { ok: false, reply: refuse([unknown]) };
  if (membership?.keys[service] === undefined) {
    return { ok: false, reply: answer(texts.noKey[membership?.keyless[service] ?? "none"](service)) };
  }
  const listed = service === "video" ? await listVideoModels(videoKeysOf(membership), place.signal) : undefined;
  return { ok: true, membership, listed, allowedModels: allowedModelsOf(membership.policy, listed) };
}

function askerOf({ actor, conversation }: Place): Asker {
  const { platform, workspace } = conversation;
  return { ...actor, platform, workspace };
}

/** Everything in a request that the requester is not allowed. */
export function forbidden(
  request: MediaRequest,
  { membership, allowedModels }: Asking,
  place: Place,
): readonly RequestProblem[] {
  return checkPolicy(request, membership, askerOf(place), allowedModels);
}

/** The rules about a model that does not exist, or not for this key. */
const NO_MODEL = new Set<RequestProblem["rule"]>(["unknown_model", "unlisted_model", "model_of_other_kind"]);

/** Adds to the problems of options that their model is not allowed, so that a change of both is asked for at once. */
export function withForbiddenModel(
  problems: readonly RequestProblem[],
  model: Pick<MediaRequest, "kind" | "model">,
  { membership, allowedModels }: Asking,
): readonly RequestProblem[] {
  if (problems.some(({ rule }) => NO_MODEL.has(rule))) return problems;
  return [...checkModel(model, membership, allowedModels), ...problems];
}

/** Why the requester may make nothing here at all. */
export function barred({ membership }: Asking, place: Place): readonly RequestProblem[] {
  return checkMember(membership, askerOf(place));
}

/**
 * Hands a validated and allowed request to the job service; resolves when it is committed. Refuses a clip whose files the gateway
 * can't load, even for a repeated request. If its price needs confirmation, or it exceeds a quota about which an admin can be
 * asked, proposes the request instead, unless the member has already `agreed`.
 */
export async function make(
  invocation: Making,
  asking: Asking,
  request: MediaRequest,
  context: CommandContext,
  agreed?: ProposalKind,
): Promise<Reply> {
  const { canLoad, prices, texts } = context;
  const { policy, groups } = asking.membership;
  const problems = forbidden(request, asking, invocation);
  if (problems.length > 0) return refuse(problems);
  if (request.kind === "video" && !(await canLoad(request.references))) return answer(texts.noRelay);
  if (invocation.insteadOfMaking) return invocation.insteadOfMaking(invocation, asking, request);
  const rule = agreed === undefined ? confirmedBy(request, policy) : undefined;
  if (rule && request.kind === "video") {
    const say = texts.confirm;
    const by = rulerText(rulerOf(rule.scope, groups), texts);
    const price = priceOf(request, prices);
    const costs = price && costsText(price, invocation.actor.locale);
    const question = say.question(request.billedSeconds, rule.value, by);
    const text = costs === undefined ? question : `${question}\n${costs}`;
    return propose("confirm", { text, label: say.button(request.billedSeconds) }, invocation, asking, request, context);
  }
  const direct = wantsPrivacy(invocation) ? await directFor(invocation, context) : undefined;
  if (wantsPrivacy(invocation) && !direct) {
    return answer(texts.presets.noDirect[context.platform.capabilities.direct ? "refused" : "unknown"]);
  }
  const here = { ...invocation, key: invocation.acceptedAs ?? invocation.key };
  const there = direct ? privately(here, direct) : here;
  try {
    await requestBatch(there, asking, request, context, { asks: agreed === "ask" });
  } catch (error) {
    if (error instanceof FilesGoneError) return answer(texts.referencesGone(error.names.map(shown)));
    if (error instanceof TooManyWaitingError) {
      const { value: max, scope } = boundOf(policy, "jobsWaiting");
      const asked = countOf(request);
      return refuse([{ rule: "too_many_waiting", waiting: error.waiting, asked, max, by: rulerOf(scope, groups) }]);
    }
    if (error instanceof NoPriceError) {
      const said = saidNoPrice(invocation, asking, request, error, context);
      return { ...answer([said, ...(await resultOf(invocation, context))].join("\n")), refuses: true };
    }
    if (!(error instanceof OverQuotaError)) throw error;
    const text = saidOverQuota(invocation, asking, error.excess, context);
    const ask = await propose("ask", { text, label: texts.confirm.askAdmin }, invocation, asking, request, context);
    return { ...ask, refuses: true };
  }
  // A private result leaves no trace in the original channel.
  if (!direct) return { kind: "accepted" };
  const link = await jumpLink(direct, context.platform);
  return { ...answer(texts.presets.comesDirectly(link)), accepted: true };
}

/** The same request with its result in the member's direct messages, in their own language. */
function privately(invocation: Making, direct: MessageRef): Making {
  const { channelLocale: _ofChannel, ...actor } = invocation.actor;
  return { ...invocation, actor, conversation: direct.conversation, message: direct };
}
