import { escapeText } from "../../core/chat/message.ts";
import { sentenceOf } from "../../core/job/gateway-faults.ts";
import type { JobFailure } from "../../core/job/failure.ts";
import type { MediaRequest } from "../../core/request/request.ts";
import { optionOfField } from "../../core/request/wire-option.ts";
import { gatewayAdvice } from "./gateway/gateway.ts";
import { gatewayCode, gatewayWords } from "./gateway/gateway-words.ts";
import type { Locale } from "../../lib/locale.ts";
import { textsFor, type Texts } from "../texts.ts";

/** Field names are short; anything longer isn't one. */
const SHOWN_FIELD = 60;
const SHOWN_REQUEST_ID = 200;

/** What failed, and who reads about it. */
export interface FailureReader {
  readonly request: MediaRequest;
  readonly locale: Locale;
  readonly isAdmin?: boolean;
}

/** The ids of requests, for the gateway's operator; empty if there are none. */
export function requestIdsText(failures: readonly (JobFailure | undefined)[], locale: Locale): string {
  const ids = failures.flatMap((failure) => failure?.requestId ?? []);
  const shown = ids.map((id) => gatewayWords(id, SHOWN_REQUEST_ID));
  return shown.length === 0 ? "" : textsFor(locale).failure.requestIds(shown);
}

/**
 * Why something was not made, and how to fix it: Easel's sentence and the gateway's own words, without their markup, links and
 * secrets.
 */
export function explained(failure: JobFailure, { request, locale, isAdmin = false }: FailureReader): string {
  const words = saidWords(failure, request, locale);
  if (failure.reason !== "gateway") {
    const advice = failure.reason === "unusable" ? textsFor(locale).failure.unusable.advice : "";
    return joined([failureReason(failure, request.kind, locale), words, advice], locale);
  }
  const { what, member, admin = member } = gatewayAdvice(sentenceOf(failure, request.kind), locale);
  return joined([what, words, isAdmin ? admin : member], locale);
}

/** Only the reason in one sentence, for short lines. */
export function failureReason(failure: JobFailure, service: MediaRequest["kind"], locale: Locale): string {
  const say = textsFor(locale).failure;
  switch (failure.reason) {
    case "gateway":
      return gatewayAdvice(sentenceOf(failure, service), locale).what;
    case "unknown_outcome":
      return say.unknownOutcome;
    case "waited_too_long":
      return say.waitedTooLong;
    case "declined":
      return declinedText(failure, textsFor(locale));
    case "not_approved":
      return say.notApproved;
    case "expired":
      return say.expired;
    case "gateway_away":
      return say.gatewayAway;
    case "never_answered":
      return say.neverAnswered;
    case "unretrievable":
      return say.unretrievable;
    case "unusable":
      return unusableText(failure, say.unusable);
  }
}

/** Who declined it, and why, in their words. */
export function declinedText({ by = "", why = "" }: Pick<JobFailure, "by" | "why">, { failure: say }: Texts): string {
  const who = by === "" ? say.someAdmin : escapeText(by);
  return why === "" ? say.declined(who) : say.declinedBecause(who, escapeText(why));
}

function unusableText({ flaw = "damaged", found = "" }: JobFailure, texts: Texts["failure"]["unusable"]): string {
  return flaw === "wrong_type" ? texts.wrong_type(escapeText(found)) : texts[flaw];
}

/** Says that the outcome is unknown, with the gateway's words about it. */
export function unknownText(failure: JobFailure | undefined, { request, locale }: FailureReader): string {
  const words = failure?.reason === "unknown_outcome" ? saidWords(failure, request, locale) : "";
  return joined([textsFor(locale).result.itemUnknown, words], locale);
}

/** What the gateway itself said, and about which option; empty if it said nothing. */
function saidWords(failure: JobFailure, request: MediaRequest, locale: Locale): string {
  const said = quotedWords(failure, request, locale);
  // Our sentences explain the codes of refusals, but not this one.
  const code = failure.reason === "unknown_outcome" ? gatewayCode(failure.code ?? "", SHOWN_FIELD) : "";
  return code === "" ? said : joined([said, textsFor(locale).failure.code(code)], locale);
}

function quotedWords({ message = "", param = "" }: JobFailure, request: MediaRequest, locale: Locale): string {
  const say = textsFor(locale).failure;
  const words = gatewayWords(message);
  const field = gatewayCode(optionOfField(param, request) ?? param, SHOWN_FIELD);
  if (field === "") return words === "" ? "" : say.said(words);
  return words === "" ? say.named(field) : say.saidOf(field, words);
}

/** A value with its name in front. */
export function labelled(name: string, value: string, locale: Locale): string {
  return locale === "en" ? `${name}: ${value}` : `${name}：${value}`;
}

/** Chinese sentences follow each other without a space. */
export function joined(parts: readonly string[], locale: Locale): string {
  return parts.filter((part) => part !== "").join(locale === "en" ? " " : "");
}
