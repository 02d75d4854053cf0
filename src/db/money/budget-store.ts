import { sql } from "drizzle-orm";
import { z } from "zod";
import type { BudgetLevel, BudgetState, BudgetStore } from "../../core/account/quota/budgets.ts";
import { decodeCurrency, encodeCurrency } from "../../core/request/prices.ts";
import { DATABASE_BACKGROUND_CALL_MS } from "../../lib/limits.ts";
import { nearestLocale } from "../../lib/locale.ts";
import type { Database } from "../connection.ts";
import { addAdminNote } from "../delivery/admin-notes.ts";
import { moment } from "../jobs/job-row.ts";
import { MONEY_SUMS, rawSpent, spentFrom } from "./spent-sums.ts";

const Row = z
  .object({
    organisation_id: z.string(),
    workspace: z.string(),
    budget: z.coerce.number(),
    budget_currency: z.string().transform(decodeCurrency),
    budget_locale: z.string().nullable(),
    starts_at: moment,
    ends_at: moment,
    time_zone: z.string(),
    ...rawSpent,
  })
  .transform((row): BudgetState => ({
    organisationId: row.organisation_id,
    workspace: row.workspace,
    budget: { ...row.budget_currency, amount: row.budget },
    spent: spentFrom(row),
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    timeZone: row.time_zone,
    locale: nearestLocale(row.budget_locale ?? undefined),
  }));

/** Budgets on PostgreSQL, from the ledger's sums: whole days (UTC), and quarter-hours before the first of them. */
export function createBudgetStore(db: Database): BudgetStore {
  return {
    async states() {
      const rows = await db.run(
        (queries) =>
          queries.execute(sql`
            with months as materialized (
              select organisation_id, platform || ':' || external_id as workspace, budget, budget_currency, budget_locale, time_zone,
                month.starts_at, month.ends_at,
                date_bin('1 day', month.starts_at + interval '1 day' - interval '1 microsecond', 'epoch') as first_day
              from workspaces cross join lateral quota_window('month', time_zone, now()) month
              where budget is not null
            )
            select months.*, spent.* from months cross join lateral (
              select ${MONEY_SUMS} from (
                select unit, sum(net) as net, sum(jobs) as jobs from usage_sums sums
                where sums.organisation_id = months.organisation_id and starts_with(sums.channel, months.workspace || ':') and (
                  sums.grain = 'day' and sums.starts_at >= first_day
                  or sums.grain = 'quarter' and sums.starts_at >= months.starts_at and sums.starts_at < first_day)
                group by unit
              ) units
            ) spent
            order by months.workspace`),
        DATABASE_BACKGROUND_CALL_MS,
      );
      return rows.map((row) => Row.parse(row));
    },

    warn: (state, level, text) =>
      db.transaction(async (queries) => {
        const { organisationId, workspace } = state;
        const levels: readonly BudgetLevel[] = level === 80 ? [80, 100] : [100];
        const subjects = levels.map((one) => subjectOf(state, one));
        const [told] = await queries.execute(sql`
          select from admin_notes where organisation_id = ${organisationId}::uuid
            and subject in (select jsonb_array_elements_text(${JSON.stringify(subjects)}::text::jsonb)) limit 1`);
        if (told) return;
        await addAdminNote(queries, { organisationId, subject: subjectOf(state, level), text, workspace });
      }, DATABASE_BACKGROUND_CALL_MS),
  };
}

/** With the amount, so that a changed budget warns again. */
function subjectOf({ workspace, budget, startsAt }: BudgetState, level: BudgetLevel): string {
  return `budget ${level} ${workspace} ${encodeCurrency(budget)} ${budget.amount} ${startsAt.toISOString()}`;
}
