import { sql } from "drizzle-orm";
import { z } from "zod";
import type { HistoryEntry, PersonalData } from "../../core/account/personal-data.ts";
import { encodeConversation } from "../../core/chat/conversation.ts";
import { DATABASE_BACKGROUND_CALL_MS } from "../../lib/limits.ts";
import type { Database } from "../connection.ts";
import { moment } from "../jobs/job-row.ts";
import { isMoney } from "../money/spent-sums.ts";
import { writeAudit } from "./audit.ts";

/** An export reads thousands of rows. Nobody needs two in an hour. */
const EXPORT_EVERY = sql`interval '1 hour'`;
/** A person's latest admin actions in an export; the audit has all of them. */
const ACTS = 1_000;

const json = z.preprocess(
  (value) => (typeof value === "string" ? JSON.parse(value) : value),
  z.record(z.string(), z.unknown()),
);
const File = z.object({ kind: z.string(), name: z.string(), bytes: z.number(), borrowed: z.boolean().optional() });
const Stored = z.looseObject({ references: z.array(File).default([]), mask: File.optional() });
const Row = z.object({
  kind: z.enum(["request", "message"]),
  place: z.string(),
  id: z.string(),
  conversation: z.string(),
  private: z.boolean(),
  content: json,
});

/** A person's data on PostgreSQL. */
export function createPersonalData(db: Database): PersonalData {
  return {
    async accountOf(organisationId, { platform, workspace, userId }) {
      const [row] = await db.run((queries) =>
        queries.execute(sql`
          select accounts.id::text as id from identities join accounts on accounts.id = identities.account_id
          where identities.platform = ${platform} and workspace = ${workspace} and user_id = ${userId}
            and organisation_id = ${organisationId}::uuid`),
      );
      return row && String(row["id"]);
    },

    async beginExport(organisationId, accountId, admin) {
      const own = sql`id = ${accountId}::uuid and organisation_id = ${organisationId}::uuid`;
      return db.transaction(async (queries) => {
        // Locked first, so that the second of two concurrent exports sees the first, even from another process.
        const [row] = await queries.execute(sql`
          select exported_at + ${EXPORT_EVERY} as again, coalesce(exported_at > now() - ${EXPORT_EVERY}, false) as recent
          from accounts where ${own} for update`);
        if (!row) return undefined;
        if (row["recent"] === true) return moment.parse(row["again"]);
        await queries.execute(sql`update accounts set exported_at = now() where ${own}`);
        if (admin) {
          const scope = { kind: "account", id: accountId } as const;
          await writeAudit(queries, { organisationId, actor: admin, action: "account.exported", scope });
        }
        return undefined;
      });
    },

    async cancelExport(organisationId, accountId) {
      await db.run((queries) =>
        queries.execute(sql`
          update accounts set exported_at = null where id = ${accountId}::uuid and organisation_id = ${organisationId}::uuid`),
      );
    },

    async profile(organisationId, accountId, isOwn) {
      const [row] = await db.run(
        (queries) => queries.execute(profileQuery(organisationId, accountId, isOwn)),
        DATABASE_BACKGROUND_CALL_MS,
      );
      return json.parse(row?.["profile"]);
    },

    async history(organisationId, accountId, { at, id }, limit) {
      const rows = await db.run(
        (queries) => queries.execute(historyQuery({ organisationId, accountId, at, id, limit })),
        DATABASE_BACKGROUND_CALL_MS,
      );
      return rows.map((row) => entryOf(Row.parse(row)));
    },
  };
}

function profileQuery(organisationId: string, accountId: string, isOwn: boolean) {
  const organisation = sql`organisation_id = ${organisationId}::uuid`;
  const scope = sql`${`account:${accountId}`}::text`;
  return sql`
    select jsonb_build_object(
      'account', (
        select jsonb_build_object('id', id, 'name', display_name, 'since', created_at) from accounts
        where id = ${accountId}::uuid and ${organisation}),
      'identities', (
        select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object('platform', own.platform, 'workspace', own.workspace, 'user', own.user_id,
          'since', own.created_at, 'directMessagesBelongTo', homes.workspace,
          'language', (select locale from discord_locales where own.platform = 'discord' and discord_locales.user_id = own.user_id)
        )) order by own.created_at), '[]')
        from identities own left join homes on homes.platform = own.platform and homes.user_id = own.user_id and homes.workspace = own.workspace
        where account_id in (select id from accounts where id = ${accountId}::uuid and ${organisation})),
      'groups', (
        select coalesce(jsonb_agg(name order by name), '[]') from groups
        where ${organisation} and id in (select group_id from group_members where ${organisation} and subject = ${scope})),
      'rules', (select settings from policies where ${organisation} and scope = ${scope}),
      'quotas', (
        select coalesce(jsonb_agg(jsonb_build_object('unit', unit, 'span', span, 'amount',
          -- Quotas in money are kept in millionths.
          case when unit like 'money:%' then trim_scale(amount / 1000000::numeric) else amount end)), '[]')
        from quotas_of(${organisationId}::uuid) where scope = ${scope}),
      'keys', (
        select coalesce(jsonb_agg(jsonb_build_object('name', name, 'shownAs', masked, 'services', services, 'added', created_at,
          'removed', removed_at) order by created_at), '[]') from credentials
        where ${organisation} and scope = ${scope} and is_own),
      'usedByMonth', (
        select coalesce(jsonb_agg(jsonb_build_object('month', month, 'model', model, 'unit', unit, 'amount', amount, 'jobs', jobs)
          order by month desc, model), '[]')
        from (
          select to_char(starts_at at time zone 'UTC', 'YYYY-MM') as month, model, unit, sum(net) as amount, sum(jobs) as jobs from usage_sums
          where ${organisation} and account_id = ${accountId}::uuid and grain = 'day' and not (${isMoney})
          group by 1, 2, 3 having sum(jobs) > 0
        ) months),
      'adminActions', (
        select coalesce(jsonb_agg(jsonb_build_object('at', at, 'action', action)), '[]')
        from (
          select at, action from audit where ${organisation} and account_id = ${accountId}::uuid order by id desc limit ${ACTS}::integer
        ) acts)
    ) || case when ${isOwn}::boolean then jsonb_build_object(
      'presets', (
        select coalesce(jsonb_agg(jsonb_build_object('name', name, 'for', command, 'options', options) order by name), '[]') from presets
        where ${organisation} and scope = ${scope}),
      'stars', (
        select coalesce(jsonb_agg(jsonb_build_object('request', batch_id, 'at', created_at) order by created_at), '[]') from stars
        where ${organisation} and account_id = ${accountId}::uuid)
    ) else '{}' end as profile`;
}

interface Asked {
  readonly organisationId: string;
  readonly accountId: string;
  readonly at: string;
  readonly id: string;
  readonly limit: number;
}

/** Each part has an index in this order, so a page costs the same however long the history is. */
function historyQuery({ organisationId, accountId, at, id, limit }: Asked) {
  const place = sql`created_at <= ${at}::timestamptz and (created_at, id::text) < (${at}::timestamptz, ${id}::text)`;
  const newestFirst = sql`order by created_at desc, id::text desc limit ${limit}::integer`;
  return sql`
    select kind, created_at::text as place, id, conversation, private, content from (
      (
        select 'request' as kind, created_at, id::text as id, conversation, false as private,
          jsonb_build_object('request', request, 'count', count, 'service', service, 'ended', closed_at, 'sandbox', sandbox, 'jobs', (
            select coalesce(jsonb_agg(jsonb_build_object('number', ordinal, 'state', state, 'ended', ended_at, 'cost', cost,
              'counted', settlement) order by ordinal), '[]')
            from jobs where jobs.batch_id = batches.id)) as content
        from batches
        where account_id = ${accountId}::uuid and organisation_id = ${organisationId}::uuid and ${place} ${newestFirst}
      ) union all (
        select 'message', said.created_at, said.id, channel_id, visible_to is not null,
          jsonb_build_object('channel', channel_id, 'text', text, 'files', (
            select coalesce(jsonb_agg(name), '[]') from console_files where console_files.message_id = said.id))
        from (
          select user_id from identities join accounts on accounts.id = account_id
          where account_id = ${accountId}::uuid and organisation_id = ${organisationId}::uuid and platform = 'console'
        ) own cross join lateral (
          select * from console_messages where author = own.user_id and author <> 'easel' and not removed and ${place} ${newestFirst}
        ) said
      )
    ) history
    order by created_at desc, id desc limit ${limit}::integer`;
}

function entryOf({ kind, place, id, conversation, private: isPrivate, content }: z.infer<typeof Row>): HistoryEntry {
  const at = new Date(place).toISOString();
  if (kind === "message") {
    // Every message in the Console is in its one workspace.
    const there = encodeConversation({ platform: "console", workspace: "main", channel: conversation });
    return { at: place, id, conversation: there, isPrivate, content: { kind, at, ...content } };
  }
  const { request, ...rest } = content;
  return {
    at: place,
    id,
    conversation,
    isPrivate,
    content: { kind, id, at, conversation, ...rest, request: ownPart(request) },
  };
}

/** A request without the names of another member's files, and without Easel's internal file names. */
function ownPart(request: unknown): Readonly<Record<string, unknown>> {
  const { references, mask, ...rest } = Stored.parse(request);
  const files = [...references, ...(mask ? [mask] : [])];
  return {
    ...rest,
    files: files.map(({ kind, name, bytes, borrowed }) => (borrowed ? { kind } : { kind, name, bytes })),
  };
}
