import type { Queries } from "../queries.ts";
import { and, eq, sql } from "drizzle-orm";
import { CODE_MS } from "../../lib/limits.ts";
import type { CodePurpose, CodeUser } from "../../core/account/linking.ts";
import { moment } from "../jobs/job-row.ts";
import type { Database } from "../connection.ts";
import { codes } from "../schema/policy.ts";

/**
 * Codes that an identity can enter within the window. Correct ones count too: a merge is expensive, and a failed one can be
 * repeated.
 */
export const CODE_TRIES = 5;
const CODE_TRIES_MS = 10 * 60_000;

type Tried = Pick<CodeUser, "identity">;

/** Stores a new code, revokes earlier ones of the same account, and deletes expired ones and old tries. */
export async function storeCode(queries: Queries, user: CodeUser, purpose: CodePurpose, hash: string): Promise<void> {
  const { organisationId, accountId, actor } = user;
  await queries.execute(sql`
    delete from codes where expires_at <= now() or (account_id = ${accountId}::uuid and purpose = ${purpose})`);
  // Skips rows that another transaction is updating, so that no two transactions wait for each other.
  await queries.execute(sql`
    delete from code_tries where who in (
      select who from code_tries where since <= now() - ${CODE_TRIES_MS} * interval '1 millisecond' for update skip locked)`);
  await queries.insert(codes).values({
    hash,
    purpose,
    organisationId,
    accountId,
    workspace: actor.workspace,
    expiresAt: sql`now() + ${CODE_MS} * interval '1 millisecond'`,
  });
}

/** Finds a valid code by its hash and locks it, so that no other transaction can use it. */
export async function findCode(queries: Queries, purpose: CodePurpose, hash: string) {
  const [code] = await queries
    .select()
    .from(codes)
    .where(and(eq(codes.hash, hash), eq(codes.purpose, purpose), sql`${codes.expiresAt} > now()`))
    .for("update");
  return code;
}

/**
 * Counts an identity's attempt before the code is checked, in a separate transaction: a later failure must not undo it. Returns
 * the end of the lockout if this attempt exceeded the limit.
 */
export async function countTry(db: Pick<Database, "run">, { identity }: Tried): Promise<Date | undefined> {
  const who = JSON.stringify([identity.platform, identity.workspace, identity.userId]);
  const [row] = await db.run((queries) =>
    queries.execute(sql`
    insert into code_tries as tries (who, wrong) values (${who}, 1)
    on conflict (who) do update set
      since = case when tries.since <= now() - ${CODE_TRIES_MS} * interval '1 millisecond' then now() else tries.since end,
      wrong = case when tries.since <= now() - ${CODE_TRIES_MS} * interval '1 millisecond' then 1 else tries.wrong + 1 end
    returning wrong > ${CODE_TRIES} as too_many, since + ${CODE_TRIES_MS} * interval '1 millisecond' as until`),
  );
  return row?.["too_many"] === true ? moment.parse(row["until"]) : undefined;
}
