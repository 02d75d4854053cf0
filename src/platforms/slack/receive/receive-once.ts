import { PlatformError } from "../../../core/chat/errors.ts";
import type { Taking } from "./receive.ts";

const underWay = new WeakMap<Taking, Map<string, Promise<void>>>();

/**
 * Does something once for all processes, however often Slack delivers it and under whatever name. A second delivery resolves
 * when the first has been taken, and rejects when it has not, or when nobody can tell yet: then Slack comes again.
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
  if (state === "busy") throw new PlatformError("unavailable", "another process is at it");
  try {
    await take();
  } catch (error) {
    await events.release(names).catch(() => {});
    throw error;
  }
  await events.done(names);
}
