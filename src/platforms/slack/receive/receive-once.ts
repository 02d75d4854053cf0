import { PlatformError } from "../../../core/chat/errors.ts";
import type { Taking } from "./receive.ts";

const underWay = new WeakMap<Taking, Map<string, Promise<void>>>();

/**
 * Runs `take` once across all processes, however often and under whichever name Slack delivers the event. A repeated
 * delivery resolves when the first one was accepted. It rejects when the first one failed or is still running, so that
 * Slack delivers it again.
 */
export async function receiveOnce(names: readonly string[], take: () => Promise<void>, taking: Taking): Promise<void> {
  const [first = ""] = names;
  const here = underWay.get(taking) ?? new Map<string, Promise<void>>();
  underWay.set(taking, here);
  const current = here.get(first);
  if (current) return current;
  const run = claimed(names, take, taking).finally(() => here.delete(first));
  here.set(first, run);
  return run;
}

async function claimed(names: readonly string[], take: () => Promise<void>, { events }: Taking): Promise<void> {
  const state = await events.claim(names);
  if (state === "done") return;
  if (state === "busy") throw new PlatformError("unavailable", "another process is handling this event");
  try {
    await take();
  } catch (error) {
    await events.release(names).catch(() => {});
    throw error;
  }
  await events.done(names);
}
