import { eq, sql } from "drizzle-orm";
import type { Seal } from "../../core/account/keys/seal.ts";
import { WORKER_EXPIRED_MS } from "../../lib/limits.ts";
import type { Database } from "../connection.ts";
import { discordPending } from "../schema/discord.ts";

interface Begun {
  readonly interaction: string;
  readonly channel: string;
  readonly locale: string;
  readonly holder: string;
  readonly token: string | undefined;
}

interface Row extends Record<string, unknown> {
  readonly interaction: string;
  readonly channel: string;
  readonly locale: string;
  readonly token: string | null;
  readonly elsewhere: boolean;
}

/** Interactions that were acknowledged before their outcome was known, on Postgres. */
export function pendingInteractions(db: Database, seal: Pick<Seal, "open" | "close">) {
  return {
    async beginPending({ token, ...pending }: Begun) {
      const sealed = token === undefined ? null : seal.close(token, sealedFor(pending.interaction));
      await db.run((queries) =>
        queries
          .insert(discordPending)
          .values({ ...pending, token: sealed })
          .onConflictDoNothing(),
      );
    },

    async endPending(interaction: string) {
      await db.run((queries) => queries.delete(discordPending).where(eq(discordPending.interaction, interaction)));
    },

    async abandoned(olderThanMs: number) {
      const rows = await db.run((queries) =>
        queries.execute<Row>(sql`
          with gone as materialized (
            select interaction, channel, discord_pending.locale, token,
              batches.id is not null and request_message is null as here,
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
          select interaction, channel, locale, token, elsewhere from gone where not here`),
      );
      return rows.map(({ interaction, channel, locale, token, elsewhere }) => ({
        interaction,
        channel,
        locale,
        token: token === null ? undefined : opened(token, interaction),
        isElsewhere: elsewhere,
      }));
    },
  };

  /** Undefined where `SECRET_KEY` has changed: the token would not live for long anyway. */
  function opened(sealed: string, interaction: string): string | undefined {
    try {
      return seal.open(sealed, sealedFor(interaction));
    } catch {
      return undefined;
    }
  }
}

function sealedFor(interaction: string): string {
  return `discord interaction ${interaction}`;
}
