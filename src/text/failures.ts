import { escapeText } from "../chat/message.ts";
import { meaningOf } from "../gateway/errors.ts";
import type { JobFailure } from "../job/failure.ts";
import { gatewayAdvice } from "./gateway.ts";
import type { Locale } from "./locale.ts";
import { textsFor } from "./texts.ts";

/** Why a picture did not come, for the member who asked: what happened, what mends it, and the request id to quote. */
export function failureText(failure: JobFailure, locale: Locale): string {
  const texts = textsFor(locale);
  const reason = failureReason(failure, locale);
  return failure.requestId === undefined
    ? reason
    : `${reason} ${texts.failure.requestId(escapeText(failure.requestId))}`;
}

/** The same without the request id, for lines that have little room. */
export function failureReason(failure: JobFailure, locale: Locale): string {
  const texts = textsFor(locale).failure;
  switch (failure.reason) {
    case "gateway":
      return gatewayAdvice(
        meaningOf({ code: failure.code, type: failure.type, status: failure.status }).sentence,
        locale,
      ).member;
    case "unknown_outcome":
      return texts.unknownOutcome;
    case "waited_too_long":
      return texts.waitedTooLong;
    case "declined":
      return texts.declined;
    case "not_approved":
      return texts.notApproved;
    case "expired":
      return texts.expired;
    case "never_answered":
      return texts.neverAnswered;
    case "unretrievable":
      return texts.unretrievable;
    case "quarantined":
      return texts.quarantined;
  }
}
