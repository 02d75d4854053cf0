import type { Queries } from "../queries.ts";
import { sql } from "drizzle-orm";
import { z } from "zod";
import type { AdminNoteStore } from "../../core/delivery/admin-notes.ts";
import { DATABASE_BACKGROUND_CALL_MS } from "../../lib/limits.ts";
import type { Month } from "../../core/account/quota/usage.ts";
import { LOCALES } from "../../lib/locale.ts";
import { decodeConversation } from "../../core/chat/conversation.ts";
import type { Database } from "../connection.ts";
import { leases } from "../schema/jobs.ts";

/** How many are posted per round. */
const ADMIN_NOTES_AT_ONCE = 20;
/** Older notes about problems are dropped: the lists show the current state. */
const ADMIN_NOTE_LIFE_MS = 24 * 3_600_000;

/** A note that an organisation's admins receive once. */
export interface NewAdminNote {
  readonly organisationId: string;
  /** Permanent and unique: a second note with the same subject is ignored. */
  readonly subject: string;
  /** As in `Message`. */
  readonly text: string;
  /** `encodeWorkspace` of the workspace whose admins receive it; undefined: every workspace's admins. */
  readonly workspace?: string;
  /** The month that it reports. */
  readonly report?: Month;
}

/**
 * Stores a note for the admin channels, posted once this is committed. Does nothing if no admin channel is set. Call it in the
 * event's transaction, so that the note is sent if and only if the event happened.
 */
export async function addAdminNote(queries: Pick<Queries, "execute">, note: NewAdminNote): Promise<void> {
  const { organisationId, subject, text, workspace, report } = note;
  await queries.execute(sql`
    insert into admin_notes (organisation_id, conversation, platform, subject, text, report)
    select organisation_id, admin_channel, platform, ${subject}, ${text.toWellFormed()},
      ${report === undefined ? null : JSON.stringify(report)}::text::jsonb
    from workspaces
    where organisation_id = ${organisationId}::uuid and admin_channel is not null
      and (${workspace ?? null}::text is null or starts_with(admin_channel, ${workspace ?? null}::text || ':'))
    order by admin_channel
    on conflict do nothing`);
}

const Report = z.object({
  workspace: z.string(),
  startsAt: z.coerce.date(),
  endsAt: z.coerce.date(),
  timeZone: z.string(),
  locale: z.enum(LOCALES),
});
const Note = z.object({
  id: z.string(),
  conversation: z.string().transform(decodeConversation),
  text: z.string(),
  tries: z.number(),
  organisationId: z.string(),
  report: z.preprocess(
    (value) => (typeof value === "string" ? JSON.parse(value) : (value ?? undefined)),
    Report.optional(),
  ),
});

/** Notes for admins, on PostgreSQL. */
export function createAdminNoteStore(db: Database): AdminNoteStore {
  return {
    async hold(platform, workerId) {
      const name = `admin-notes:${platform}`;
      const [row] = await db.run(async (queries) => {
        await queries.insert(leases).values({ name, workerId }).onConflictDoNothing();
        return queries.execute<{ mine: boolean }>(
          sql`select worker_id = ${workerId} as mine from leases where name = ${name}`,
        );
      }, DATABASE_BACKGROUND_CALL_MS);
      return row?.mine ?? false;
    },

    async due(platform) {
      const rows = await db.run(
        (queries) =>
          queries.execute(sql`
            select id, conversation, text, tries, organisation_id as "organisationId", report from admin_notes
            where state = 'due' and platform = ${platform} and not_before <= now()
            order by id limit ${ADMIN_NOTES_AT_ONCE}`),
        DATABASE_BACKGROUND_CALL_MS,
      );
      return rows.map((row) => Note.parse(row));
    },

    async posted(id) {
      await db.run(
        (queries) => queries.execute(sql`update admin_notes set state = 'posted' where id = ${id}::uuid`),
        DATABASE_BACKGROUND_CALL_MS,
      );
    },

    async failed(id, failure, againMs) {
      await db.run(
        (queries) =>
          queries.execute(sql`
            update admin_notes set failure = ${failure}, tries = tries + 1,
              not_before = now() + coalesce(${againMs ?? null}::float8, 0) * interval '1 millisecond',
              state = case when ${againMs ?? null}::float8 is null
                or created_at < now() - ${ADMIN_NOTE_LIFE_MS} * interval '1 millisecond'
                then 'undeliverable' else state end
            where id = ${id}::uuid and state = 'due'`),
        DATABASE_BACKGROUND_CALL_MS,
      );
    },
  };
}
