/** A post as far as it is known: without a message it may or may not have got there. */
export interface KnownPost {
  readonly channel: string;
  readonly digests: readonly string[];
  readonly messageId: string | undefined;
  readonly createdAt: Date;
}

/** An interaction that was acknowledged before it was known what becomes of it. */
export interface PendingInteraction {
  readonly interaction: string;
  readonly channel: string;
  /** As the platform calls it. */
  readonly locale: string;
}

export interface AbandonedInteraction extends PendingInteraction {
  readonly token: string | undefined;
  /** It became a request whose notice and result stand elsewhere. */
  readonly isElsewhere: boolean;
}

/** The same with the process that took it in, as it holds the connection. */
export interface BegunInteraction extends PendingInteraction {
  readonly holder: string;
  /** The interaction's token, where only the person themselves is shown that Easel is thinking. It is kept sealed. */
  readonly token: string | undefined;
}

/** What the adapter needs kept. Rejects with `DatabaseUnavailableError` when it can't tell. */
export interface DiscordStore {
  /**
   * Stores the intent to post before it is sent. Returns what is known under this key; `fresh` when nobody intended it before.
   */
  intendPost(
    key: string,
    post: { readonly channel: string; readonly digest: string },
  ): Promise<KnownPost & { readonly fresh: boolean }>;
  posted(key: string, messageId: string): Promise<void>;
  findPost(key: string): Promise<KnownPost | undefined>;
  /** Those of the messages that are known as some post already. */
  claimed(messageIds: readonly string[]): Promise<ReadonlySet<string>>;
  registeredHash(application: string): Promise<string | undefined>;
  registered(application: string, hash: string): Promise<void>;
  /** Servers that someone's direct messages may count as: the chosen one, those where they were seen, then others; not all of very many. */
  homesFor(userId: string): Promise<readonly string[]>;
  chooseHome(userId: string, guild: string): Promise<void>;
  beginPending(pending: BegunInteraction): Promise<void>;
  endPending(interaction: string): Promise<void>;
  /**
   * Those whose process no longer has the connection, or that were begun so long ago that it must be gone. What became a request
   * whose notice stands there is ended, and not among them: the notice tells.
   */
  abandoned(olderThanMs: number): Promise<AbandonedInteraction[]>;
}

/** A connection that one process has at a time, the others standing by. Rejects when the database can't tell. */
export interface ConnectionLease {
  /** Takes it, or confirms that it is still held; false while somebody else holds it. */
  hold(name: string, holder: string): Promise<boolean>;
  release(name: string, holder: string): Promise<void>;
}
