import type { MessageView } from "../../../platforms/console/api/api.ts";
import type { HistoryView } from "../../../platforms/console/api/history.ts";
import type { PersonId } from "../../../platforms/console/api/people.ts";
import { ApiError, type ApiClient, type HistoryPage } from "../api-client.ts";
import type { ExternalStore } from "../external-store.ts";
import { EMPTY_LOG, type PageSide } from "./channel-log.ts";
import { isNewest, newestRange } from "./ranges.ts";
import { settle, viewedRange, type ViewedState } from "./viewed.ts";

const RETRY_MS = 1_500;

/** Loads the parts of the history that the reader reaches. */
export interface HistoryLoader {
  /** Shows the part of a channel with a message, or else its newest part, and loads it if necessary. */
  visit(channel: string, message?: string): void;
  /** Loads the messages before, or after, the shown part of a channel. */
  loadOlder(channel: string): Promise<void>;
  loadNewer(channel: string): Promise<void>;
  /**
   * Loads the part of a channel around the first message since a moment, in Unix milliseconds. Returns that message; undefined
   * if there is none. Rejects with an `ApiError`.
   */
  firstSince(channel: string, at: number): Promise<MessageView | undefined>;
  /** The page is ready: loads the visited part. */
  begin(): void;
  stop(): void;
}

/** @param options `take` adds a page to the channel's log; `onShow`: another part may be shown. */
export function createHistoryLoader<State extends ViewedState & { readonly phase: string }>(options: {
  readonly api: Pick<ApiClient, "history">;
  readonly person: PersonId;
  readonly store: ExternalStore<State>;
  readonly take: (channel: string, history: HistoryView, side: PageSide) => void;
  readonly onShow: () => void;
}): HistoryLoader {
  const { api, person, store, take, onShow } = options;
  const loading = new Set<string>();
  const retries = new Map<string, ReturnType<typeof setTimeout>>();
  let isStopped = false;

  const logOf = (channel: string) => store.get().logs.get(channel) ?? EMPTY_LOG;
  const settleViewed = (): void => {
    store.update((before) => {
      if (!before.viewed || before.viewed.search === "gone") return before;
      const viewed = settle(before.viewed, logOf(before.viewed.channel));
      return viewed === before.viewed ? before : { ...before, viewed };
    });
    onShow();
  };
  /** Loads one page of each kind at a time. `again` is called a while after a failure that may pass. */
  const load = async (channel: string, kind: string, page: HistoryPage, again: () => void): Promise<void> => {
    const key = `${kind} ${channel}`;
    if (loading.has(key)) return;
    loading.add(key);
    try {
      const history = await api.history(channel, person, page);
      if (isStopped) return;
      take(channel, history, page);
      settleViewed();
    } catch (error) {
      if (isStopped) return;
      if (error instanceof ApiError && !error.again) {
        if (page.around !== undefined) giveUp(page.around);
        return;
      }
      clearTimeout(retries.get(key));
      retries.set(key, setTimeout(again, RETRY_MS));
    } finally {
      loading.delete(key);
    }
  };
  const giveUp = (message: string): void =>
    store.update((before) =>
      before.viewed?.message === message ? { ...before, viewed: { ...before.viewed, search: "gone" } } : before,
    );
  const loadNewest = async (channel: string): Promise<void> => {
    if (newestRange(logOf(channel).ranges)) return;
    await load(channel, "newest", {}, () => void loadNewest(channel));
  };
  /** Does nothing if the reader has gone elsewhere in the meantime. */
  const loadAround = async (channel: string, message: string): Promise<void> => {
    const { viewed } = store.get();
    if (viewed?.channel !== channel || viewed.message !== message || viewed.search !== "running") return;
    await load(channel, `around ${message}`, { around: message }, () => void loadAround(channel, message));
  };
  const loadOlder = async (channel: string): Promise<void> => {
    const range = viewedRange(store.get(), channel);
    if (!range || range.from === 0) return;
    await load(channel, "older", { before: range.from }, () => void loadOlder(channel));
  };
  const loadNewer = async (channel: string): Promise<void> => {
    const range = viewedRange(store.get(), channel);
    if (!range || isNewest(range)) return;
    await load(channel, "newer", { after: range.to }, () => void loadNewer(channel));
  };
  const visit = (channel: string, message?: string): void => {
    store.update((before) => {
      // Keep showing the same part while another part of the channel is loading.
      const anchor = before.viewed?.channel === channel ? before.viewed.anchor : undefined;
      const asked = { channel, message, anchor, search: message === undefined ? undefined : ("running" as const) };
      return { ...before, viewed: settle(asked, logOf(channel)) };
    });
    // Messages that are loaded before the event stream begins could miss changes.
    if (store.get().phase !== "ready") return;
    void loadNewest(channel);
    if (message !== undefined) void loadAround(channel, message);
  };

  return {
    loadOlder,
    loadNewer,
    visit,
    begin() {
      isStopped = false;
      const { viewed } = store.get();
      if (viewed) visit(viewed.channel, viewed.message);
    },
    async firstSince(channel, at) {
      const history = await api.history(channel, person, { at: new Date(at).toISOString() });
      if (isStopped) return undefined;
      take(channel, history, {});
      const found = history.messages.find(({ position }) => position === history.first);
      return found && !found.removed ? found : undefined;
    },
    stop() {
      isStopped = true;
      for (const retry of retries.values()) clearTimeout(retry);
    },
  };
}
