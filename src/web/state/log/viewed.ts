import type { AnyMessageView } from "../../../platforms/console/api/api.ts";
import { belongsTo, EMPTY_LOG, shownRange, type ChannelLog } from "./channel-log.ts";
import { isNewest, rangeAt, type Range } from "./ranges.ts";

/** What the reader sees: a channel, and the part of its log around a message, or the newest part. */
export interface Viewed {
  readonly channel: string;
  /** The message that was asked for. */
  readonly message: string | undefined;
  /** A position in the part that is shown. Undefined for the newest part. */
  readonly anchor: number | undefined;
  /** The progress of the search for the message. Undefined once it is found. */
  readonly search: "running" | "gone" | undefined;
}

/** The part of the page's state that this file needs. */
export interface ViewedState {
  readonly logs: ReadonlyMap<string, ChannelLog>;
  readonly viewed: Viewed | undefined;
}

/** The part of a channel's log that is shown. Undefined until it has been loaded. */
export function viewedRange({ logs, viewed }: ViewedState, channel: string): Range | undefined {
  return shownRange(logs.get(channel) ?? EMPTY_LOG, viewed?.channel === channel ? viewed.anchor : undefined);
}

/** Whether new messages of a channel would not be visible, because an older part of it is shown. */
export function isBehind(state: ViewedState, channel: string): boolean {
  const range = viewedRange(state, channel);
  return range !== undefined && !isNewest(range);
}

/** Whether the shown part of the visited channel contains a message. True until messages have been loaded. */
export function isShown(state: ViewedState, view: AnyMessageView): boolean {
  if (view.channel !== state.viewed?.channel) return false;
  const range = viewedRange(state, view.channel);
  return !range || belongsTo(range, state.logs.get(view.channel) ?? EMPTY_LOG, view);
}

/**
 * Looks for the requested message among the loaded ones. Returns the same object while it is unknown whether the message exists.
 */
export function settle(viewed: Viewed, log: ChannelLog): Viewed {
  const { message } = viewed;
  if (message === undefined) return { ...viewed, anchor: undefined, search: undefined };
  const known = log.messages.get(message);
  if (!known || !rangeAt(log.ranges, known.position)) return viewed;
  return known.removed ? { ...viewed, search: "gone" } : { ...viewed, anchor: known.position, search: undefined };
}
