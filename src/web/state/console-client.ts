import type {
  AnyMessageView,
  ChannelView,
  CommandView,
  MessageView,
  StateView,
  StatusView,
} from "../../platforms/console/api/api.ts";
import type { PersonId } from "../../platforms/console/api/people.ts";
import type { Locale } from "../../lib/locale.ts";
import type { ApiClient } from "./api-client.ts";
import { channelName } from "./channels/channel-name.ts";
import { EMPTY_LOG, takeHistory, takeMessages, type ChannelLog } from "./log/channel-log.ts";
import { createHistoryLoader, type HistoryLoader } from "./log/history-loader.ts";
import { newestRange } from "./log/ranges.ts";
import { isBehind, isShown, type Viewed } from "./log/viewed.ts";
import { openEventLink } from "./stream/event-link.ts";
import { createExternalStore, type ExternalStore } from "./external-store.ts";

export interface ConsoleState {
  readonly phase: "loading" | "failed" | "ready";
  readonly people: StateView["people"];
  readonly channels: readonly ChannelView[];
  readonly commands: readonly CommandView[];
  /** By channel. */
  readonly logs: ReadonlyMap<string, ChannelLog>;
  /** Undefined until the person visits a channel. */
  readonly viewed: Viewed | undefined;
  /** Numbers of unread messages by channel, without channels that have none. */
  readonly unread: ReadonlyMap<string, number>;
  readonly connected: boolean;
  /** Disconnected because too many pages are open. */
  readonly crowded: boolean;
  readonly database: StatusView["database"];
  readonly canLogOut: boolean;
}

/** One person's view of the Console, kept up to date from `start` on. */
export interface ConsoleClient extends Pick<HistoryLoader, "loadOlder" | "loadNewer" | "firstSince"> {
  readonly store: ExternalStore<ConsoleState>;
  /** Shows a channel at a message, or else at its newest messages, and loads what is missing. */
  visit(channel: string, message?: string): void;
  /** Sets the language of the commands' descriptions. */
  describe(locale: Locale): void;
  know(channel: ChannelView): void;
  /** The page is visible again, and with it the visited channel. */
  look(): void;
  /** Loads and follows the Console. Returns a function that stops it. */
  start(): () => void;
}

const RETRY_MS = 1_500;

/** Updates a channel in place, or appends a new one, so that channels stay in the order of creation. Ignores older views. */
function withChannel(channels: readonly ChannelView[], channel: ChannelView): readonly ChannelView[] {
  const before = channels.find(({ id }) => id === channel.id);
  if (!before) return [...channels, channel];
  return before.revision > channel.revision ? channels : channels.map((one) => (one === before ? channel : one));
}

/**
 * Whether only its author could see the message until now, such as a command before it was accepted. False for messages older
 * than the loaded history, which are not shown.
 */
function isPublished(view: MessageView, log: ChannelLog): boolean {
  return (
    view.editedAt === undefined &&
    view.pinned === undefined &&
    !log.messages.has(view.id) &&
    view.position >= (newestRange(log.ranges)?.from ?? 0)
  );
}

const FIRST: ConsoleState = {
  phase: "loading",
  people: [],
  channels: [],
  commands: [],
  logs: new Map(),
  viewed: undefined,
  unread: new Map(),
  connected: true,
  crowded: false,
  database: "up",
  canLogOut: false,
};

export function createConsoleClient(options: {
  readonly api: ApiClient;
  readonly person: PersonId;
  /** The server can be reached (again). */
  readonly onReach: () => void;
  /** Whether the page is hidden. */
  readonly isHidden: () => boolean;
  /** A message has arrived while the page was hidden. Receives the name of its channel. */
  readonly onNews: (view: MessageView, channel: string) => void;
}): ConsoleClient {
  const { api, person, isHidden, onNews } = options;
  const store = createExternalStore(FIRST);
  let locale: Locale = "en";
  let closeLink: (() => void) | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopped = true;

  const change = (part: Partial<ConsoleState>): void => store.update((before) => ({ ...before, ...part }));
  const changeLog = (channel: string, next: (log: ChannelLog) => ChannelLog): void => {
    store.update((before) => {
      const log = before.logs.get(channel) ?? EMPTY_LOG;
      const after = next(log);
      return after === log ? before : { ...before, logs: new Map(before.logs).set(channel, after) };
    });
  };

  const know = (channel: ChannelView): void =>
    store.update((before) => {
      const others = before.channels.filter((known) => known.id !== channel.id);
      if (!channel.removed) return { ...before, channels: withChannel(before.channels, channel) };
      const logs = new Map([...before.logs].filter(([id]) => id !== channel.id));
      const unread = new Map([...before.unread].filter(([id]) => id !== channel.id));
      return { ...before, channels: others, logs, unread };
    });

  const takeOne = (view: AnyMessageView): void => {
    // A message in a removed channel restores the channel.
    if (!store.get().channels.some(({ id }) => id === view.channel)) {
      know({ id: view.channel, revision: view.position, createdBy: null });
    }
    const log = store.get().logs.get(view.channel) ?? EMPTY_LOG;
    changeLog(view.channel, (before) => takeMessages(before, [view]));
    if (!isNews(view, log)) return;
    if (isHidden()) onNews(view, channelName(store.get().channels, view.channel));
    store.update((before) => ({
      ...before,
      unread: new Map(before.unread).set(view.channel, (before.unread.get(view.channel) ?? 0) + 1),
    }));
  };
  /** Progress doesn't count as news: its result follows. `log`: the channel before the message arrived. */
  const isNews = (view: AnyMessageView, log: ChannelLog): view is MessageView =>
    !view.removed &&
    view.author.id !== person &&
    view.progress === undefined &&
    (view.position === view.revision || isPublished(view, log)) &&
    (!isShown(store.get(), view) || isHidden());
  /** Marks the visited channel as read once its newest messages are shown. */
  const markRead = (): void => {
    const { unread, viewed } = store.get();
    if (!viewed || isHidden() || isBehind(store.get(), viewed.channel) || !unread.has(viewed.channel)) return;
    change({ unread: new Map([...unread].filter(([id]) => id !== viewed.channel)) });
  };
  const loader = createHistoryLoader({
    api,
    person,
    store,
    take(channel, history, side) {
      changeLog(channel, (log) => takeHistory(log, history, side));
    },
    onShow: markRead,
  });

  const begin = async (): Promise<void> => {
    try {
      const { people, channels, commands, revision, canLogOut } = await api.state(locale);
      if (stopped) return;
      change({ phase: "ready", people, channels, commands, canLogOut, connected: true });
      closeLink?.();
      closeLink = openEventLink(person, revision, {
        message: takeOne,
        channel: know,
        status({ database }) {
          change({ database });
          if (database === "up") options.onReach();
        },
        open(connected) {
          if (store.get().connected !== connected) change({ connected });
          if (connected && store.get().crowded) change({ crowded: false });
          if (connected) options.onReach();
        },
        refused() {
          // The stream does not report the reason. This request does, and opens the log-in page if the session has ended.
          void api.state(locale).then(
            ({ streamsFull }) => change({ crowded: streamsFull && !store.get().connected }),
            () => undefined,
          );
        },
        reset() {
          closeLink?.();
          change({ logs: new Map() });
          void begin();
        },
      });
      loader.begin();
    } catch {
      if (stopped) return;
      store.update((before) => (before.phase === "ready" ? before : { ...before, phase: "failed" }));
      timer = setTimeout(() => void begin(), RETRY_MS);
    }
  };

  return {
    store,
    know,
    ...loader,
    visit(channel, message) {
      loader.visit(channel, message);
      markRead();
    },
    look: markRead,
    describe(next) {
      if (next === locale) return;
      locale = next;
      if (stopped) return;
      void api.state(locale).then(
        ({ commands }) => change({ commands }),
        () => undefined,
      );
    },
    start() {
      stopped = false;
      void begin();
      return () => {
        loader.stop();
        stopped = true;
        clearTimeout(timer);
        closeLink?.();
      };
    },
  };
}
