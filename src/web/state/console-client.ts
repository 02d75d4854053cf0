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
import { ApiError, type ApiClient } from "./api-client.ts";
import { channelName } from "./channels/channel-name.ts";
import { EMPTY_LOG, takeHistory, takeMessages, type ChannelLog } from "./log/channel-log.ts";
import { openEventLink } from "./event-link.ts";
import { createExternalStore, type ExternalStore } from "./external-store.ts";

export interface ConsoleState {
  readonly phase: "loading" | "failed" | "ready";
  readonly people: StateView["people"];
  readonly channels: readonly ChannelView[];
  readonly commands: readonly CommandView[];
  /** By channel. */
  readonly logs: ReadonlyMap<string, ChannelLog>;
  /** How many messages are unread, by channel. Absent for none. */
  readonly unread: ReadonlyMap<string, number>;
  readonly connected: boolean;
  /** Not connected, because too many pages are open. */
  readonly crowded: boolean;
  readonly database: StatusView["database"];
  readonly canLogOut: boolean;
}

/** One person's view of the Console, kept up to date from `start` on. */
export interface ConsoleClient {
  readonly store: ExternalStore<ConsoleState>;
  /** Loads the newest messages of a channel, once. */
  visit(channel: string): void;
  loadOlder(channel: string): Promise<void>;
  /** Sets the language of the commands' descriptions. */
  describe(locale: Locale): void;
  know(channel: ChannelView): void;
  /** The reader looks at the page again, and sees the visited channel. */
  look(): void;
  /** Loads and follows the Console. Returns a function that stops it. */
  start(): () => void;
}

const RETRY_MS = 1_500;

/** Puts a channel where it was, or last if it is new: that is the order of their creation. An older view changes nothing. */
function withChannel(channels: readonly ChannelView[], channel: ChannelView): readonly ChannelView[] {
  const before = channels.find(({ id }) => id === channel.id);
  if (!before) return [...channels, channel];
  return before.revision > channel.revision ? channels : channels.map((one) => (one === before ? channel : one));
}

/**
 * Whether only its author could see the message until now, as with a command before it is accepted. One from before the loaded
 * history is not shown.
 */
function isPublished(view: MessageView, log: ChannelLog): boolean {
  return (
    view.editedAt === undefined &&
    view.pinned === undefined &&
    !log.messages.has(view.id) &&
    view.position >= (log.from ?? 0)
  );
}

const FIRST: ConsoleState = {
  phase: "loading",
  people: [],
  channels: [],
  commands: [],
  logs: new Map(),
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
  /** Whether the reader looks at something else. */
  readonly isHidden: () => boolean;
  /** A message has arrived while the reader looks at something else; with the name of its channel. */
  readonly onNews: (view: MessageView, channel: string) => void;
}): ConsoleClient {
  const { api, person, isHidden, onNews } = options;
  const store = createExternalStore(FIRST);
  let locale: Locale = "en";
  let closeLink: (() => void) | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopped = true;
  let visited: string | undefined;
  const loading = new Set<string>();
  const retries = new Map<string, ReturnType<typeof setTimeout>>();

  const change = (part: Partial<ConsoleState>): void => store.update((before) => ({ ...before, ...part }));
  const changeLog = (channel: string, next: (log: ChannelLog) => ChannelLog): void =>
    store.update((before) => {
      const log = before.logs.get(channel) ?? EMPTY_LOG;
      const after = next(log);
      return after === log ? before : { ...before, logs: new Map(before.logs).set(channel, after) };
    });

  const know = (channel: ChannelView): void =>
    store.update((before) => {
      const others = before.channels.filter((known) => known.id !== channel.id);
      if (!channel.removed) return { ...before, channels: withChannel(before.channels, channel) };
      const logs = new Map([...before.logs].filter(([id]) => id !== channel.id));
      const unread = new Map([...before.unread].filter(([id]) => id !== channel.id));
      return { ...before, channels: others, logs, unread };
    });

  const takeOne = (view: AnyMessageView): void => {
    // A message in a removed channel adds it again.
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
  /** Progress is none: its result follows. `log` is the channel as it was before. */
  const isNews = (view: AnyMessageView, log: ChannelLog): view is MessageView =>
    !view.removed &&
    view.author.id !== person &&
    view.progress === undefined &&
    (view.position === view.revision || isPublished(view, log)) &&
    (view.channel !== visited || isHidden());
  const markRead = (channel: string | undefined): void => {
    const { unread } = store.get();
    if (channel !== undefined && unread.has(channel)) {
      change({ unread: new Map([...unread].filter(([id]) => id !== channel)) });
    }
  };
  const load = async (channel: string, before?: number): Promise<void> => {
    if (loading.has(channel)) return;
    loading.add(channel);
    try {
      const history = await api.history(channel, person, before);
      if (!stopped) changeLog(channel, (log) => takeHistory(log, history));
    } catch (error) {
      if (stopped || (error instanceof ApiError && !error.again)) return;
      clearTimeout(retries.get(channel));
      retries.set(
        channel,
        setTimeout(() => void loadNext(channel), RETRY_MS),
      );
    } finally {
      loading.delete(channel);
    }
  };
  /** Loads the newest messages of a channel, or older ones if it has those. */
  const loadNext = async (channel: string): Promise<void> => {
    const log = store.get().logs.get(channel);
    if (log?.from === undefined) await load(channel);
    else if (log.older) await load(channel, log.from);
  };

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
          // The stream does not report the reason. This request does, and leads to the log-in if the session has ended.
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
      if (visited !== undefined) void load(visited);
    } catch {
      if (stopped) return;
      store.update((before) => (before.phase === "ready" ? before : { ...before, phase: "failed" }));
      timer = setTimeout(() => void begin(), RETRY_MS);
    }
  };

  return {
    store,
    know,
    visit(channel) {
      visited = channel;
      if (!isHidden()) markRead(channel);
      const { logs, phase } = store.get();
      if (phase === "ready" && logs.get(channel)?.from === undefined) void load(channel);
    },
    look: () => markRead(visited),
    async loadOlder(channel) {
      if (store.get().logs.get(channel)?.older) await loadNext(channel);
    },
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
        stopped = true;
        clearTimeout(timer);
        for (const retry of retries.values()) clearTimeout(retry);
        closeLink?.();
      };
    },
  };
}
