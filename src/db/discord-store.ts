import { and, eq, inArray, isNotNull, sql } from "drizzle-orm";
import { DATABASE_BACKGROUND_CALL_MS, DISCORD_HOMES, WORKER_EXPIRED_MS } from "../limits.ts";
import type { Database } from "./connection.ts";
import { homes } from "./schema/people.ts";
import { discordPending, discordPosts, discordRegistrations } from "./schema/discord.ts";

/** What the Discord adapter keeps, on Postgres: `chat/discord/store.ts` says what each is for. */
export function createDiscordStore(db: Database) {
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
      if (!row) throw new Error("an intended post came back as nothing");
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

    async beginPending(pending: { interaction: string; channel: string; locale: string; holder: string }) {
      await db.run((queries) => queries.insert(discordPending).values(pending).onConflictDoNothing());
    },

    async endPending(interaction: string) {
      await db.run((queries) => queries.delete(discordPending).where(eq(discordPending.interaction, interaction)));
    },

    async abandoned(olderThanMs: number) {
      const rows = await db.run((queries) =>
        queries.execute<{ interaction: string; channel: string; locale: string; elsewhere: boolean }>(sql`
          with gone as materialized (
            select interaction, channel, discord_pending.locale, batches.id is not null and request_message is null as here,
              -- A notice that replies to a message stands where that is.
              request_message is not null as elsewhere
            from discord_pending
            left join batches on platform = 'discord' and event_key = 'interaction:' || interaction
            where begun_at < now() - ${olderThanMs} * interval '1 millisecond'
              or not exists (
                select from connections where connections.holder = discord_pending.holder
                  and beat >= now() - ${WORKER_EXPIRED_MS} * interval '1 millisecond'
              )
          ), told as (
            delete from discord_pending using gone
            where discord_pending.interaction = gone.interaction and here
          )
          select interaction, channel, locale, elsewhere from gone where not here`),
      );
      return rows.map(({ interaction, channel, locale, elsewhere }) => ({
        interaction,
        channel,
        locale,
        isElsewhere: elsewhere,
      }));
    },
  };
}
