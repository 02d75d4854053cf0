import { encodeConversation, type Conversation } from "../../../core/chat/conversation.ts";
import { escapeText, shortened, type Message } from "../../../core/chat/message.ts";
import { approvedBy } from "../../../core/account/policy/thresholds.ts";
import { encodeScope, type Scope } from "../../../core/account/policy/scope.ts";
import type { Locale } from "../../../lib/locale.ts";
import { namedScope } from "../../../text/render/named-scope.ts";
import { moneyText, priceText } from "../../../text/render/money.ts";
import { quotaAmountText, shortageText } from "../../../text/render/quota.ts";
import { requestText } from "../../../text/render/request-text.ts";
import { declinedText } from "../../../text/render/failures.ts";
import { textsFor, type Texts } from "../../../text/texts.ts";
import type { Approval, Grounds } from "../../../core/delivery/approvals.ts";
import { fileLines, particulars } from "../result/particulars.ts";
import type { BatchView } from "../../../core/delivery/delivery-store.ts";

const SHOWN_PROMPT = 500;
/** Once it is decided, the admin's reason needs room too. */
const DECIDED_PROMPT = 250;
/** Fewer than Discord shows in one message: it must not cut the end, which says what an admin can do. */
const MESSAGE_CHARACTERS = 1_900;
/** For an entry in a list. */
const LISTED_PROMPT = 150;

/** The question to admins, as posted in this conversation. */
export function approvalQuestion(view: BatchView, approval: Approval, grounds: Grounds, at: Conversation): Message {
  const { batch } = view;
  const texts = textsFor(batch.locale);
  const say = texts.approval;
  const wasElsewhere = approval.conversation && encodeConversation(approval.conversation) !== encodeConversation(at);
  return {
    text: fitted(about(view, approval, grounds, at), particulars(batch.request, texts), [
      say.onlyAdmins,
      ...(wasElsewhere ? [say.notThere] : grounds.hasAdminChannel ? [] : [say.noChannel]),
    ]),
    buttons: [
      { id: `approve:${batch.id}`, label: say.approve, style: "primary" },
      { id: `decline:${batch.id}`, label: say.decline, style: "danger" },
    ],
  };
}

/** An entry in a list of approvals: what an admin must know to decide, in a few lines in the admin's language. */
export function approvalLines(
  view: BatchView,
  approval: Approval,
  grounds: Grounds,
  at: Conversation,
  locale: Locale,
): readonly string[] {
  const { request, reasons } = about(view, approval, grounds, at, {
    locale,
    promptCharacters: LISTED_PROMPT,
    isListed: true,
  });
  return [...request, ...reasons];
}

/** The outcome of the question. */
export function approvalOutcome(view: BatchView, approval: Approval, grounds: Grounds, at: Conversation): Message {
  const { batch } = view;
  const texts = textsFor(batch.locale);
  // A request that is not made has no price.
  const isMade = approval.state === "approved";
  const facts = isMade ? particulars(batch.request, texts) : fileLines(batch.request, texts);
  return {
    text: fitted(
      about(view, approval, grounds, at, { locale: batch.locale, promptCharacters: DECIDED_PROMPT }),
      facts,
      [outcomeText(view, approval, texts), ...(isMade ? [] : [texts.cost.nothing])],
    ),
  };
}

/** The lines of a message. What doesn't fit is cut from the facts first, and then from the reasons. */
function fitted({ request, reasons }: About, facts: readonly string[], end: readonly string[]): string {
  const lengthOf = (lines: readonly string[]): number => lines.reduce((sum, line) => sum + line.length + 1, 0);
  const cut = (lines: readonly string[], room: number): readonly string[] => {
    if (lengthOf(lines) <= room) return lines;
    return room < 2 ? [] : [shortened(lines.join("\n"), room - 1)];
  };
  const room = MESSAGE_CHARACTERS - lengthOf(request) - lengthOf(end);
  const shownReasons = cut(reasons, room);
  return [...request, ...cut(facts, room - lengthOf(shownReasons)), ...shownReasons, ...end].join("\n");
}

/** What is asked for, and why an admin must decide, in lines. */
interface About {
  readonly request: readonly string[];
  readonly reasons: readonly string[];
}

interface AboutStyle {
  readonly locale: Locale;
  readonly promptCharacters: number;
  /** For an entry in a list, which may cover different channels. */
  readonly isListed?: boolean;
}

function about(
  { batch, jobs }: BatchView,
  { reasons }: Approval,
  grounds: Grounds,
  at: Conversation,
  { locale, promptCharacters, isListed = false }: AboutStyle = { locale: batch.locale, promptCharacters: SHOWN_PROMPT },
): About {
  const { request, requesterName } = batch;
  const texts = textsFor(locale);
  const say = texts.approval;
  const prompt = escapeText(shortened(request.prompt.replaceAll(/\s+/g, " "), promptCharacters));
  const asks = say.asks(escapeText(requesterName), batch.service, jobs.length);
  const { askedIn, names } = grounds;
  const called = (scope: Scope): string =>
    scope.kind === "account" ? escapeText(requesterName) : namedScope(encodeScope(scope), { texts, here: at, names });
  return {
    request: [
      `${asks}: “${prompt}”`,
      ...(askedIn && (isListed || !isIn(askedIn, at)) ? [say.askedIn(called(askedIn))] : []),
      requestText(request, texts),
      ...(batch.price ? [texts.money.price(priceText(batch.price, jobs.length, locale))] : []),
    ],
    reasons: [
      ...(reasons.includes("threshold") ? [thresholdText(batch, grounds, called, locale)] : []),
      ...(reasons.includes("quota") ? shortageLines(grounds, called, locale) : []),
    ],
  };
}

/** Whether the scope is the conversation's own channel, which its readers know already. */
function isIn(scope: Scope, { platform, workspace, channel }: Conversation): boolean {
  return scope.kind === "channel" && scope.id === encodeConversation({ platform, workspace, channel });
}

/** The exceeded threshold. If it no longer exists, only says that there was one. */
function thresholdText(
  { request, price }: BatchView["batch"],
  { policy }: Grounds,
  called: (scope: Scope) => string,
  locale: Locale,
): string {
  const { approval: say } = textsFor(locale);
  const rule = approvedBy(request, policy, price);
  if (!rule) return say.because.threshold;
  const { value, scope } = rule;
  if (typeof value === "number") return say.above[request.kind](value, called(scope));
  return say.moreExpensive(moneyText(value, locale), called(scope));
}

/** What is left of each exceeded quota, and what an approval grants. If none is exceeded any more, only says that one was. */
function shortageLines({ short }: Grounds, called: (scope: Scope) => string, locale: Locale): string[] {
  const texts = textsFor(locale);
  const say = texts.approval;
  if (short.length === 0) return [say.because.quota];
  return short.map((quota) => {
    const { scope, unit, amount, granted, used, asked } = quota;
    const saying = { texts, locale, names: new Map([[encodeScope(scope), called(scope)]]) };
    const missing = used + asked - amount - granted;
    return `${shortageText(quota, saying)} ${say.grants(quotaAmountText(unit, missing, saying))}`;
  });
}

/** Who decided, and why they declined. Undefined if nobody decided. */
export function decisionText({ state, decidedBy = "", why }: Approval, texts: Texts): string | undefined {
  if (state === "approved") return texts.approval.approved(escapeText(decidedBy));
  return state === "declined" ? declinedText({ by: decidedBy, why }, texts) : undefined;
}

function outcomeText({ jobs }: BatchView, approval: Approval, texts: Texts): string {
  const say = texts.approval;
  const decided = decisionText(approval, texts);
  if (decided !== undefined) return decided;
  return jobs.some((job) => job.failure?.reason === "not_approved") ? say.expired : say.withdrawn;
}
