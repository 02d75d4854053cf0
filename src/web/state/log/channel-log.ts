import type { AnyMessageView, MessageView } from "../../../platforms/console/api/api.ts";
import type { HistoryView } from "../../../platforms/console/api/history.ts";

/**
 * The page's copy of one channel. Messages come from history, from the event stream, and again after a reconnect, in
 * any order. The newest revision of each counts, and a removal is remembered so that an older view can't undo it.
 */
export interface ChannelLog {
  readonly messages: ReadonlyMap<string, AnyMessageView>;
  /** Where the loaded history begins. Undefined until some has been loaded. */
  readonly from: number | undefined;
  /** Whether there is more before that. */
  readonly older: boolean;
}

export const EMPTY_LOG: ChannelLog = { messages: new Map(), from: undefined, older: false };

/** Adds views; returns the same log if they bring nothing new. */
export function takeMessages(log: ChannelLog, views: readonly AnyMessageView[]): ChannelLog {
  const fresh = views.filter((view) => view.revision > (log.messages.get(view.id)?.revision ?? 0));
  if (fresh.length === 0) return log;
  const messages = new Map(log.messages);
  for (const view of fresh) messages.set(view.id, view);
  return { ...log, messages };
}

/** Adds a page of history: first the newest one, then older ones. */
export function takeHistory(log: ChannelLog, history: HistoryView): ChannelLog {
  const taken = takeMessages(log, history.messages);
  const first = history.messages[0]?.position ?? 0;
  const from = history.older ? first : 0;
  return { ...taken, from: Math.min(from, log.from ?? from), older: history.older };
}

/**
 * The messages to show, in order. Messages from before the loaded history are left out, because others would be missing
 * in between.
 */
export function shownMessages(log: ChannelLog): MessageView[] {
  const { from } = log;
  if (from === undefined) return [];
  const shown: MessageView[] = [];
  for (const view of log.messages.values()) if (!view.removed && view.position >= from) shown.push(view);
  return shown.toSorted((one, other) => one.position - other.position);
}
