import type { ButtonEvent } from "../../core/chat/event.ts";
import type { Clock } from "../../lib/clock.ts";
import { addToCache } from "../../lib/bounded-cache.ts";

/** Presses of one button by one person within this time are a double click. Milliseconds. */
export const DOUBLE_PRESS_MS = 2_000;
/** Presses remembered at a time: more than people make within that time. */
const PRESSES = 1_000;

/** Whether a press is the second one of a double click. The same press, delivered again, is not. */
export type IsDoublePress = (press: Pick<ButtonEvent, "key" | "button" | "actor" | "conversation">) => boolean;

/**
 * Recognises double clicks, for buttons that spend each time they are pressed. Counted in this process: presses of one person that
 * reach two processes within two seconds count as two.
 */
export function createIsDoublePress(clock: Pick<Clock, "elapsed">): IsDoublePress {
  const presses = new Map<string, { readonly key: string; readonly at: number }>();
  return ({ key, button, actor, conversation }) => {
    const now = clock.elapsed();
    const { platform, workspace } = conversation;
    const which = JSON.stringify([platform, workspace, actor.userId, button]);
    const last = presses.get(which);
    if (last && now - last.at < DOUBLE_PRESS_MS) return last.key !== key;
    addToCache(presses, which, { key, at: now }, PRESSES);
    return false;
  };
}
