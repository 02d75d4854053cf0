import { eq, sql } from "drizzle-orm";
import type { Seal } from "../../../core/account/keys/seal.ts";
import { WORKER_EXPIRED_MS } from "../../../lib/limits.ts";
import type { Database } from "../../../db/connection.ts";
import { discordPending } from "../../../db/schema/discord.ts";

/** An interaction that was acknowledged before its outcome was known. */
export interface PendingInteraction {
  readonly interaction: string;
  readonly channel: string;
  /** The locale as Discord names it. */
  readonly locale: string;
}

export interface AbandonedInteraction extends PendingInteraction {
  readonly token: string | undefined;
  /** Whether it became a request whose notice and result are in another message. */
  readonly isElsewhere: boolean;
}

/** A pending interaction with the process that received it. */
export interface BegunInteraction extends PendingInteraction {
  readonly holder: string;
  /**
   * The interaction's token, stored encrypted. Only set if “thinking” is private, because a private message can't be changed
   * without it.
   */
  readonly token: string | undefined;
}

/** Interactions that have not finished yet. */
export interface PendingInteractions {
  beginPending(pending: BegunInteraction): Promise<void>;
  endPending(interaction: string): Promise<void>;
  /**
   * Interactions whose process no longer holds the connection, or that began so long ago that the process must be gone. An
   * interaction that became a request, with the acknowledgement as its notice, is ended instead of returned, because the notice
   * shows the outcome.
   */
  abandoned(olderThanMs: number): Promise<AbandonedInteraction[]>;
}

interface Row extends Record<string, unknown> {
  readonly interaction: string;
  readonly channel: string;
  readonly locale: string;
  readonly token: string | null;
  readonly elsewhere: boolean;
}

/** Pending interactions in PostgreSQL. */
export function pendingInteractions(db: Database, seal: Pick<Seal, "open" | "close">): PendingInteractions {
  return {
    async beginPending({ token, ...pending }: BegunInteraction) {
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
              batches.id is not null and request_message is null and token is null as here,
              -- A notice that replies to a message is where that message is, and a private message is never the notice.
              batches.id is not null and (request_message is not null or token is not null) as elsewhere
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

  /** Undefined when `SECRET_KEY` has changed. The token would expire soon anyway. */
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
