import type { AnyMessageView, MessageView } from "../../../platforms/console/api/api.ts";
import type { HistoryView } from "../../../platforms/console/api/history.ts";
import { addRange, newestRange, rangeAt, type Range } from "./ranges.ts";

/**
 * The page's copy of one channel. Messages come from history, from the event stream, and again after a reconnect, in
 * any order. The newest revision of each counts, and a removal is remembered so that an older view can't undo it.
 */
export interface ChannelLog {
  readonly messages: ReadonlyMap<string, AnyMessageView>;
  /** The loaded parts of the history, in order, with gaps between them. */
  readonly ranges: readonly Range[];
}

export const EMPTY_LOG: ChannelLog = { messages: new Map(), ranges: [] };

/** The side of the loaded messages that a page of history continues. Empty for a page from elsewhere. */
export interface PageSide {
  readonly before?: number;
  readonly after?: number;
}

/** Adds views; returns the same log if they bring nothing new. */
export function takeMessages(log: ChannelLog, views: readonly AnyMessageView[]): ChannelLog {
  const fresh = views.filter((view) => view.revision > (log.messages.get(view.id)?.revision ?? 0));
  if (fresh.length === 0) return log;
  const messages = new Map(log.messages);
  for (const view of fresh) messages.set(view.id, view);
  return { ...log, messages };
}

/** Adds a page of history, joined to the loaded messages that it continues. */
export function takeHistory(log: ChannelLog, history: HistoryView, side: PageSide = {}): ChannelLog {
  const { messages, older, newer } = history;
  const taken = takeMessages(log, messages);
  const first = older ? (messages[0]?.position ?? 0) : 0;
  const last = newer ? (messages.at(-1)?.position ?? 0) : Infinity;
  const from = side.after === undefined ? first : side.after + 1;
  const to = side.before === undefined ? last : side.before - 1;
  return { ...taken, ranges: addRange(log.ranges, { from, to }) };
}

/** The part to show: the one with the anchor, which is a position, or the newest one. */
export function shownRange({ ranges }: ChannelLog, anchor?: number): Range | undefined {
  return (anchor === undefined ? undefined : rangeAt(ranges, anchor)) ?? newestRange(ranges);
}

/**
 * Whether a message is shown with a range. Messages outside it are left out, because others in between would be missing. The
 * exceptions are private answers below a message of the range.
 */
export function belongsTo(range: Range, log: ChannelLog, view: AnyMessageView): boolean {
  if (range.from <= view.position && view.position <= range.to) return true;
  const above = view.removed || view.beside === undefined ? undefined : log.messages.get(view.beside);
  return above !== undefined && !above.removed && belongsTo(range, log, above);
}

/** The messages that are shown with a range, in order. */
export function messagesIn(log: ChannelLog, range: Range | undefined): MessageView[] {
  return range ? inOrder(log, (view) => belongsTo(range, log, view)) : [];
}

/** All loaded messages, in order, with possible gaps. */
export function loadedMessages(log: ChannelLog): MessageView[] {
  return inOrder(log, ({ position }) => rangeAt(log.ranges, position) !== undefined);
}

function inOrder({ messages }: ChannelLog, isWanted: (view: MessageView) => boolean): MessageView[] {
  const wanted: MessageView[] = [];
  for (const view of messages.values()) if (!view.removed && isWanted(view)) wanted.push(view);
  return wanted.toSorted((one, other) => one.position - other.position);
}

/** The position of the newest known message, shown or not. */
export function newestPosition({ messages }: ChannelLog): number {
  let newest = 0;
  for (const { position } of messages.values()) newest = Math.max(newest, position);
  return newest;
}
