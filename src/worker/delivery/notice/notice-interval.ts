import type { Platform } from "../../../core/chat/platform.ts";
import type { BatchView } from "../../../core/delivery/delivery-store.ts";

/**
 * The older a batch, the less often its notice is edited. Pairs of age and factor; on Discord, edits come every 5, 15
 * and 60 s.
 */
const NOTICE_PATIENCE = [
  { fromMs: 2 * 60_000, factor: 3 },
  { fromMs: 15 * 60_000, factor: 12 },
] as const;

/**
 * The time between two edits of a notice, in milliseconds. The older a batch is, the less a short delay matters. Most of the
 * platform's edits should serve people who have just asked.
 */
export function noticeIntervalMs({ batch }: BatchView, { capabilities }: Platform, now: number): number {
  const age = now - batch.createdAt.getTime();
  const factor = NOTICE_PATIENCE.findLast(({ fromMs }) => age >= fromMs)?.factor ?? 1;
  return capabilities.noticeIntervalMs * factor;
}
