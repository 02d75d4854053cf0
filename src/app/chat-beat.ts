import { CHAT_BEAT_MS, type ChatProcessStore } from "../db/processes/chat-process-store.ts";
import type { Clock } from "../lib/clock.ts";
import type { Logger } from "../lib/log/log.ts";
import { repeat } from "../lib/repeat.ts";

/**
 * Lets the doctor and the metrics know that this process takes requests, and with which version, until `signal` is aborted. A
 * missed beat does no harm: an unavailable database is reported elsewhere.
 * @param id of the process's lease as a worker, if it has one; otherwise any UUID
 */
export async function keepChatBeat(
  id: string,
  { store, clock, log }: { readonly store: ChatProcessStore; readonly clock: Clock; readonly log: Logger },
  signal: AbortSignal,
): Promise<void> {
  const onError = (error: unknown): void => log.info({ err: error }, "a heartbeat could not be stored");
  await repeat(() => store.beat(id), { pauseMs: CHAT_BEAT_MS, clock, onError }, signal).catch(() => {});
  await store.leave(id).catch(() => {});
}
