import type { CommandContext } from "./command.ts";

/** How long to wait for an outcome before answering: the member is waiting. */
const ANSWER_MS = 4_000;
/** How often to check for it. */
const LOOK_MS = 200;

/**
 * The outcome of what a worker was asked to do, if it is there in time. A private answer can't be edited later, so it should say
 * nothing that the outcome could contradict.
 */
export async function awaitOutcome<T>(
  look: () => Promise<T | undefined>,
  { clock }: Pick<CommandContext, "clock">,
): Promise<T | undefined> {
  const until = clock.elapsed() + ANSWER_MS;
  for (;;) {
    const outcome = await look();
    if (outcome !== undefined || clock.elapsed() >= until) return outcome;
    await clock.sleep(LOOK_MS);
  }
}
