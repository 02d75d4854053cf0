import { z } from "zod";
import { decodeConversation } from "../../../core/chat/conversation.ts";
import { PlatformError } from "../../../core/chat/errors.ts";
import { SWEEP_MS } from "../../../lib/limits.ts";
import type { Logger } from "../../../lib/log/log.ts";
import type { Wakeup } from "../../../lib/wakeup.ts";
import type { AskIdentity } from "../connect/identity.ts";
import { linkTo } from "../connect/permalink.ts";
import { SlackRefusal, type SlackWeb } from "../connect/web-api.ts";
import type { EndedStep, StepStore } from "../store/step-store.ts";
import { endingOf, refusedEnding, type StepEnding } from "./step-ending.ts";

/** The pause, in milliseconds, while the database or Slack is unavailable. Other parts report that. */
const STEPS_AGAIN_MS = 15_000;
/** The pause, in milliseconds, between checks for the bot's identity. A check makes no call. */
const UNKNOWN_AGAIN_MS = 1_000;

/** Slack already has the outcome, or no longer waits for it. */
const OVER: ReadonlySet<string> = new Set(["execution_not_in_running_state", "function_execution_not_found"]);

const Anything = z.looseObject({});

/**
 * Sends the outcomes of workflow steps to Slack until `signal` is aborted. Steps are stored, so any process can do it, also after a
 * crash. Slack refuses a second outcome, so each step ends once. This uses the bot's token, because the event's token is valid for only
 * 15 minutes.
 */
export async function completeSteps(
  deps: {
    readonly web: SlackWeb;
    readonly identity: AskIdentity;
    readonly steps: StepStore;
    readonly stepEnded: Wakeup;
    readonly log: Logger;
  },
  signal: AbortSignal,
): Promise<void> {
  const { web, identity, steps, stepEnded, log } = deps;
  while (!signal.aborted) {
    const pauseMs = await tellSome().catch((error: unknown) => {
      if (!signal.aborted) log.info({ err: error }, "steps of workflows could not be read; trying again");
      return STEPS_AGAIN_MS;
    });
    if (pauseMs > 0) await stepEnded.wait(pauseMs, signal).catch(() => {});
  }

  /** Returns how long to wait, in milliseconds: 0 if there may be more steps. */
  async function tellSome(): Promise<number> {
    const us = identity.known();
    // Don't ask for it here: the next event would wait for the same answer, which might never come while Slack is unavailable.
    if (!us) return UNKNOWN_AGAIN_MS;
    const { teamId } = us;
    const ended = await steps.take(teamId);
    for (const step of ended) {
      signal.throwIfAborted();
      await tell(step);
    }
    return ended.length > 0 ? 0 : SWEEP_MS;
  }

  async function tell(step: EndedStep): Promise<void> {
    const { executionId } = step;
    try {
      const ending = await endingWithLink(step);
      const isTaken = await complete(executionId, ending);
      // Otherwise the workflow would wait until it times out.
      if (!isTaken && ending.kind === "success") await complete(executionId, refusedEnding(step));
    } catch (error) {
      if (!(error instanceof PlatformError && error.retryable)) throw error;
      // The step is taken again later.
      return log.info({ err: error, step: executionId }, "the outcome of a workflow step could not be sent to Slack");
    }
    await steps.ended(executionId);
  }

  /** False if Slack refuses the outcome for good. Rejects if another attempt can succeed. */
  async function complete(executionId: string, ending: StepEnding): Promise<boolean> {
    const run = { function_execution_id: executionId };
    try {
      if (ending.kind === "success") {
        await web.call("functions.completeSuccess", { ...run, outputs: ending.outputs }, Anything, signal);
      } else {
        await web.call("functions.completeError", { ...run, error: ending.error }, Anything, signal);
      }
    } catch (error) {
      if (!(error instanceof PlatformError) || error.retryable) throw error;
      if (error instanceof SlackRefusal && OVER.has(error.slackCode)) return true;
      log.warn({ err: error, step: executionId }, "Slack refused the outcome of a workflow's step");
      return false;
    }
    return true;
  }

  async function endingWithLink(step: EndedStep): Promise<StepEnding> {
    const { conversation, posted } = step;
    return endingOf(
      step,
      conversation === null || posted === null ? undefined : await linkToResult(conversation, posted),
    );
  }

  async function linkToResult(conversation: string, id: string): Promise<string> {
    const link = await linkTo({ conversation: decodeConversation(conversation), id }, identity);
    if (link === undefined) throw new PlatformError("unavailable", "Slack has not reported the workspace's address");
    return link;
  }
}
