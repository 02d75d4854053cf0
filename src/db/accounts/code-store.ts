import type { Queries } from "../queries.ts";
import { and, eq, sql } from "drizzle-orm";
import { CODE_MS } from "../../lib/limits.ts";
import type { CodePurpose, CodeUser } from "../../core/account/linking.ts";
import { moment } from "../jobs/job-row.ts";
import { codes } from "../schema/policy.ts";

/** An identity may enter so many wrong codes within that time. */
export const CODE_TRIES = 5;
const CODE_TRIES_MS = 10 * 60_000;

type Tried = Pick<CodeUser, "identity">;

/** Keeps a code that was just made; earlier ones of the same account work no more, and those that are too old go. */
export async function keepCode(queries: Queries, user: CodeUser, purpose: CodePurpose, hash: string): Promise<void> {
  const { organisationId, accountId, actor } = user;
  await queries.execute(sql`
    delete from codes where expires_at <= now() or (account_id = ${accountId}::uuid and purpose = ${purpose})`);
  await queries.insert(codes).values({
    hash,
    purpose,
    organisationId,
    accountId,
    workspace: actor.workspace,
    expiresAt: sql`now() + ${CODE_MS} * interval '1 millisecond'`,
  });
}

/** The code of that hash, if it works still; nobody else gets it meanwhile. */
export async function findCode(queries: Queries, purpose: CodePurpose, hash: string) {
  const [code] = await queries
    .select()
    .from(codes)
    .where(and(eq(codes.hash, hash), eq(codes.purpose, purpose), sql`${codes.expiresAt} > now()`))
    .for("update");
  return code;
}

/**
 * Counts one more try of an identity, as if it were wrong; others of the same identity wait for the end of this transaction. Returns
 * until when no more is taken, where it was one too many.
 */
export async function countTry(queries: Queries, { identity }: Tried): Promise<Date | undefined> {
  const who = JSON.stringify([identity.platform, identity.workspace, identity.userId]);
  const [row] = await queries.execute(sql`
    insert into code_tries as tries (who, wrong) values (${who}, 1)
    on conflict (who) do update set
      since = case when tries.since <= now() - ${CODE_TRIES_MS} * interval '1 millisecond' then now() else tries.since end,
      wrong = case when tries.since <= now() - ${CODE_TRIES_MS} * interval '1 millisecond' then 1 else tries.wrong + 1 end
    returning wrong > ${CODE_TRIES} as too_many, since + ${CODE_TRIES_MS} * interval '1 millisecond' as until`);
  return row?.["too_many"] === true ? moment.parse(row["until"]) : undefined;
}

/** The code was right: nothing is held against that identity. */
export async function forgiveTries(queries: Queries, { identity }: Tried): Promise<void> {
  const who = JSON.stringify([identity.platform, identity.workspace, identity.userId]);
  await queries.execute(sql`delete from code_tries where who = ${who}`);
}
