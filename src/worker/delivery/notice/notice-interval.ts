import type { Platform } from "../../../core/chat/platform.ts";
import type { BatchView } from "../../../core/delivery/delivery-store.ts";
import { NOTICE_PATIENCE } from "../../../lib/limits.ts";

/**
 * The time between two edits of a notice, in milliseconds. The older a batch is, the less a short delay matters. Most of the
 * platform's edits should serve people who have just asked.
 */
export function noticeIntervalMs({ batch }: BatchView, { capabilities }: Platform, now: number): number {
  const age = now - batch.createdAt.getTime();
  const factor = NOTICE_PATIENCE.findLast(({ fromMs }) => age >= fromMs)?.factor ?? 1;
  return capabilities.noticeIntervalMs * factor;
}
