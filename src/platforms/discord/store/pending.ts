import { eq, sql } from "drizzle-orm";
import type { Seal } from "../../../core/account/keys/seal.ts";
import { WORKER_EXPIRED_MS } from "../../../lib/limits.ts";
import type { Database } from "../../../db/connection.ts";
import { discordPending } from "../../../db/schema/discord.ts";

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

/** Interactions that are not over yet. */
export interface PendingInteractions {
  beginPending(pending: BegunInteraction): Promise<void>;
  endPending(interaction: string): Promise<void>;
  /**
   * Those whose process no longer has the connection, or that were begun so long ago that it must be gone. What became a request
   * whose notice stands there is ended, and not among them: the notice tells.
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

/** Interactions that were acknowledged before their outcome was known, on Postgres. */
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
