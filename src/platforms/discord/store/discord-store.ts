import { and, eq, inArray, isNotNull, sql } from "drizzle-orm";
import type { Seal } from "../../../core/account/keys/seal.ts";
import { DATABASE_BACKGROUND_CALL_MS } from "../../../lib/limits.ts";
import type { Database } from "../../../db/connection.ts";
import { pendingInteractions, type PendingInteractions } from "./pending-interactions.ts";
import { nearestLocale, type Locale } from "../../../lib/locale.ts";
import { homes } from "../../../db/schema/people.ts";
import { discordLocales, discordPosts, discordRegistrations } from "../../../db/schema/discord.ts";

/** The stored facts about a post. Without a message id, it is unknown whether Discord received the post. */
export interface KnownPost {
  readonly channel: string;
  readonly digests: readonly string[];
  readonly messageId: string | undefined;
  readonly createdAt: Date;
}

/** What the adapter stores. Rejects with `DatabaseUnavailableError` when the database is unavailable. */
export interface DiscordStore extends PendingInteractions {
  /**
   * Stores the intent to post before sending. Returns the facts stored under this key. `fresh`: this is the first intent for this
   * post.
   */
  intendPost(
    key: string,
    post: { readonly channel: string; readonly digest: string },
  ): Promise<KnownPost & { readonly fresh: boolean }>;
  posted(key: string, messageId: string): Promise<void>;
  findPost(key: string): Promise<KnownPost | undefined>;
  /** Those of these messages that are already recorded for a post. */
  claimed(messageIds: readonly string[]): Promise<ReadonlySet<string>>;
  registeredHash(application: string): Promise<string | undefined>;
  registered(application: string, hash: string): Promise<void>;
  /**
   * Servers that someone's direct messages may belong to, in this order: the chosen one, those where the person was
   * seen, the others. Bounded by `DISCORD_HOMES`.
   */
  homesFor(userId: string): Promise<readonly string[]>;
  chooseHome(userId: string, guild: string): Promise<void>;
  /** The language of a member's last interaction; undefined if there was none. */
  localeOf(userId: string): Promise<Locale | undefined>;
  rememberLocale(userId: string, locale: Locale): Promise<void>;
}

/** How many servers are checked for a person's home. Each check costs a call while the person waits. */
const DISCORD_HOMES = 25;

/** The Discord adapter's storage in PostgreSQL. */
export function createDiscordStore(db: Database, seal: Pick<Seal, "open" | "close">): DiscordStore {
  const find = async (key: string) => {
    const [row] = await db.run(
      (queries) => queries.select().from(discordPosts).where(eq(discordPosts.key, key)),
      DATABASE_BACKGROUND_CALL_MS,
    );
    return row && { ...row, messageId: row.messageId ?? undefined };
  };
  return {
    async intendPost(key: string, { channel, digest }: { readonly channel: string; readonly digest: string }) {
      const [row] = await db.run(
        (queries) =>
          queries
            .insert(discordPosts)
            .values({ key, channel, digests: [digest] })
            .onConflictDoUpdate({
              target: discordPosts.key,
              set: {
                digests: sql`case when ${digest} = any(${discordPosts.digests}) then ${discordPosts.digests}
                  else ${discordPosts.digests} || ${digest}::text end`,
                tries: sql`${discordPosts.tries} + 1`,
              },
            })
            .returning(),
        DATABASE_BACKGROUND_CALL_MS,
      );
      if (!row) throw new Error("inserting an intended post returned no row");
      return { ...row, messageId: row.messageId ?? undefined, fresh: row.tries === 1 };
    },

    async posted(key: string, messageId: string) {
      await db.run(
        (queries) => queries.update(discordPosts).set({ messageId }).where(eq(discordPosts.key, key)),
        DATABASE_BACKGROUND_CALL_MS,
      );
    },

    findPost: find,

    async claimed(messageIds: readonly string[]): Promise<ReadonlySet<string>> {
      if (messageIds.length === 0) return new Set();
      const rows = await db.run((queries) =>
        queries
          .select({ id: discordPosts.messageId })
          .from(discordPosts)
          .where(and(isNotNull(discordPosts.messageId), inArray(discordPosts.messageId, [...messageIds]))),
      );
      return new Set(rows.flatMap((row) => row.id ?? []));
    },

    async registeredHash(application: string) {
      const [row] = await db.run((queries) =>
        queries.select().from(discordRegistrations).where(eq(discordRegistrations.application, application)),
      );
      return row?.hash;
    },

    async registered(application: string, hash: string) {
      await db.run((queries) =>
        queries
          .insert(discordRegistrations)
          .values({ application, hash })
          .onConflictDoUpdate({ target: discordRegistrations.application, set: { hash } }),
      );
    },

    async homesFor(userId: string): Promise<readonly string[]> {
      const rows = await db.run((queries) =>
        queries.execute<{ id: string }>(sql`
          select external_id as id from workspaces
          where platform = 'discord'
          order by
            exists (
              select from homes where homes.platform = 'discord' and user_id = ${userId} and workspace = external_id
            ) desc,
            exists (
              select from identities
              where identities.platform = 'discord' and user_id = ${userId} and workspace = external_id
            ) desc,
            created_at
          limit ${DISCORD_HOMES}`),
      );
      return rows.map(({ id }) => id);
    },

    async chooseHome(userId: string, workspace: string) {
      await db.run((queries) =>
        queries
          .insert(homes)
          .values({ platform: "discord", userId, workspace })
          .onConflictDoUpdate({ target: [homes.platform, homes.userId], set: { workspace } }),
      );
    },

    async localeOf(userId: string) {
      const [row] = await db.run((queries) =>
        queries.select().from(discordLocales).where(eq(discordLocales.userId, userId)),
      );
      return row && nearestLocale(row.locale);
    },

    async rememberLocale(userId: string, locale: Locale) {
      await db.run(
        (queries) =>
          queries
            .insert(discordLocales)
            .values({ userId, locale })
            .onConflictDoUpdate({ target: discordLocales.userId, set: { locale } }),
        DATABASE_BACKGROUND_CALL_MS,
      );
    },

    ...pendingInteractions(db, seal),
  };
}
