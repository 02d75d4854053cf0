import type postgres from "postgres";
import { z } from "zod";
import { nearestLocale, type Locale } from "../../lib/locale.ts";

/** The time that the restored database knows nothing about. */
export interface Gap {
  readonly from: Date;
  readonly to: Date;
}

/** What the admins of a workspace are told about it, in its time zone. */
export type GapText = (gap: Gap & { readonly timeZone: string }, locale: Locale) => string;

/** How admins are told about the time since a copy, which is restored `now`. */
export interface RestoredNote {
  readonly now: Date;
  readonly textOf: GapText;
}

const Rows = z.array(
  z.object({
    organisation: z.string(),
    channel: z.string(),
    platform: z.string(),
    timeZone: z.string(),
    locale: z.string().nullable(),
  }),
);

/** Stores a note about the gap for every admin channel. It is posted when Easel has started. Once for each copy. */
export async function noteRestored(transaction: postgres.TransactionSql, gap: Gap, textOf: GapText): Promise<void> {
  const rows = await transaction`
    select organisation_id as organisation, admin_channel as channel, platform, time_zone as "timeZone", (
        select locale from batches where starts_with(admin_channel, platform || ':' || external_id || ':')
          and batches.organisation_id = workspaces.organisation_id
        order by created_at desc limit 1
      ) as locale
    from workspaces where admin_channel is not null order by admin_channel`;
  for (const { organisation, channel, platform, timeZone, locale } of Rows.parse([...rows])) {
    const text = textOf({ ...gap, timeZone }, nearestLocale(locale ?? undefined));
    await transaction`
      insert into admin_notes (organisation_id, conversation, platform, subject, text)
      values (${organisation}, ${channel}, ${platform}, ${`restored ${gap.from.toISOString()}`}, ${text})
      on conflict do nothing`;
  }
}
