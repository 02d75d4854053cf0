import { and, eq } from "drizzle-orm";
import { encodeConversation, type Conversation } from "../../core/chat/conversation.ts";
import { encodeScope, placeScope } from "../../core/account/policy/scope.ts";
import type { Change } from "../../core/account/policy/policy-store.ts";
import { announcePause } from "../notify.ts";
import type { Queries } from "../queries.ts";
import { workspaces } from "../schema/people.ts";
import { moneyQuotas, moneyQuotaWarnings } from "../schema/money-quotas.ts";
import { pauses, policies, presets, quotas, quotaWarnings, quotaWindows } from "../schema/policy.ts";
import { writeAudit } from "../accounts/audit.ts";

/** The tables with the settings of one scope. */
const OF_SCOPE = [
  policies,
  quotas,
  moneyQuotas,
  quotaWindows,
  quotaWarnings,
  moneyQuotaWarnings,
  pauses,
  presets,
] as const;

/** Whether admins have set rules, quotas or a pause for a channel, and whether it is the admin channel. */
async function use(
  queries: Queries,
  organisationId: string,
  channel: Conversation,
): Promise<{ readonly isRuled: boolean; readonly isAdminChannel: boolean }> {
  const scope = encodeScope(placeScope(channel, false));
  const set = await Promise.all(
    [policies, quotas, moneyQuotas, pauses].map((table) =>
      queries
        .select({ scope: table.scope })
        .from(table)
        .where(and(eq(table.organisationId, organisationId), eq(table.scope, scope)))
        .limit(1),
    ),
  );
  const asking = await queries
    .select({ id: workspaces.externalId })
    .from(workspaces)
    .where(and(eq(workspaces.organisationId, organisationId), eq(workspaces.adminChannel, encodeConversation(channel))))
    .limit(1);
  return { isRuled: set.some((rows) => rows.length > 0), isAdminChannel: asking.length > 0 };
}

/** Deletes what was set for a channel, and writes its removal to the audit. */
async function removed(queries: Queries, change: Change, channel: Conversation, name: string): Promise<void> {
  const { organisationId } = change;
  const scope = placeScope(channel, false);
  for (const table of OF_SCOPE) {
    await queries
      .delete(table)
      .where(and(eq(table.organisationId, organisationId), eq(table.scope, encodeScope(scope))));
  }
  await announcePause(queries, organisationId);
  await writeAudit(queries, { ...change, action: "channel.removed", scope, before: { name } });
}

/** Writes a channel's new name to the audit. */
async function renamed(
  queries: Queries,
  change: Change,
  channel: Conversation,
  { before, after }: { readonly before: string; readonly after: string },
): Promise<void> {
  const scope = placeScope(channel, false);
  await writeAudit(queries, {
    ...change,
    action: "channel.renamed",
    scope,
    before: { name: before },
    after: { name: after },
  });
}

/** The records of channels on PostgreSQL. Triggers notify every process: `src/db/functions/notify/tell_policy.sql`. */
export const channelRecords = { use, removed, renamed };
