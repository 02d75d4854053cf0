import { shortened } from "../../../core/chat/message.ts";
import { failureReason, joined } from "../../../text/render/failures.ts";
import { forAnyReader, stepTextsFor } from "../../../text/render/steps/step-texts.ts";
import { plainWords } from "./rich-text.ts";
import type { EndedStep } from "../store/step-store.ts";

/** Readers see it in one message of Slackbot's. */
const ERROR_CHARACTERS = 1_000;

/** How Slack is told that a step has ended. */
export type StepEnding =
  | {
      readonly kind: "success";
      readonly outputs: { readonly link: string; readonly prompt: string; readonly made: number };
    }
  | { readonly kind: "error"; readonly error: string };

/** What a step returns, or why it failed. `link`: to the message with its result, if there is one. */
export function endingOf(step: EndedStep, link: string | undefined): StepEnding {
  const { locale, refusal, offered, forgotten, request, service, made } = step;
  const texts = stepTextsFor(locale);
  if (refusal !== null) return failed(refusal);
  if (forgotten) return failed(forAnyReader((all) => all.forgotten));
  if (!request || !service) return failed(offered ? texts.notAgreed : forAnyReader(({ notAsked }) => notAsked));
  if (made > 0) return link === undefined ? failed(texts.notPosted) : success(link, request.prompt, made);
  const reasons = new Set(step.failures.map((failure) => failureReason(failure, service, locale)));
  if (reasons.size > 0) return failed(joined([...reasons], locale));
  const isCancelled = step.states.length > 0 && step.states.every((state) => state === "cancelled");
  return failed(isCancelled ? texts.cancelled : texts.notKnown);
}

/** How Slack is told that it refused what a step returns, for good. */
export function refusedEnding({ locale }: Pick<EndedStep, "locale">): Extract<StepEnding, { kind: "error" }> {
  return failed(stepTextsFor(locale).notTaken);
}

function success(link: string, prompt: string, made: number): StepEnding {
  return { kind: "success", outputs: { link, prompt, made } };
}

function failed(text: string): Extract<StepEnding, { kind: "error" }> {
  return { kind: "error", error: shortened(plainWords(text), ERROR_CHARACTERS) };
}
