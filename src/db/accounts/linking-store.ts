import type { Queries } from "../queries.ts";
import { sql } from "drizzle-orm";
import { z } from "zod";
import { codeHash, isCode, newCode, organisationCode } from "../../core/account/access-codes.ts";
import type { Claimed, CodePurpose, CodeUser, Linking, Redeemed } from "../../core/account/linking.ts";
import type { Seal } from "../../core/account/keys/seal.ts";
import { DATABASE_BACKGROUND_CALL_MS } from "../../lib/limits.ts";
import { writeAudit } from "./audit.ts";
import { claimWorkspace } from "./claim-workspace.ts";
import { countTry, findCode, storeCode } from "./code-store.ts";
import type { Database } from "../connection.ts";
import { isDeadlock } from "../database-failure.ts";
import { listed } from "../jobs/sql-arrays.ts";
import { MergeInterrupted, mergeAccounts } from "./merge-accounts.ts";
import { accountMerge, requireShortHistory } from "./merge-size.ts";
import { mergeOrganisations } from "./merge-organisations.ts";
import { announcePolicyChange } from "../notify.ts";
import { organisationNamed } from "./organisation-store.ts";
import { LinkRefused } from "./rewrite-scopes.ts";
import { unlinkIdentity } from "./unlink-identity.ts";

/** Attempts at a merge that a concurrent change or a deadlock interrupts. */
const JOIN_TRIES = 5;

const Named = z.object({ id: z.string(), name: z.string() });

async function namesOf(queries: Queries, accountIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await queries.execute(sql`
    select id::text, display_name as name from accounts where id in ${listed(accountIds)}`);
  return new Map(rows.map((row) => Named.parse(row)).map(({ id, name }) => [id, name]));
}

/** Links identities and merges organisations on PostgreSQL, each in one transaction. */
export function createLinking(
  db: Database,
  context: {
    readonly secretKey: string;
    readonly operatorCode: string;
    readonly seal: Pick<Seal, "keyId" | "open" | "close">;
  },
): Linking {
  const { secretKey, seal } = context;
  const join = async (queries: Queries, user: CodeUser, purpose: CodePurpose, typed: string): Promise<Redeemed> => {
    const hash = codeHash(secretKey, typed);
    const code = await findCode(queries, purpose, hash);
    if (!code) return { kind: "wrong" };
    const { organisationId, accountId, actor } = user;
    if (purpose === "organisation") {
      if (code.organisationId === organisationId) return { kind: "same" };
      await queries.execute(sql`delete from codes where hash = ${hash}`);
      await requireShortHistory(queries, organisationId);
      await mergeOrganisations(queries, { absorbed: organisationId, survivor: code.organisationId, seal });
      const after = { organisation: code.organisationId, workspace: code.workspace };
      await writeAudit(queries, {
        organisationId: code.organisationId,
        actor,
        action: "organisation.joined",
        before: { organisation: organisationId, workspace: actor.workspace },
        after,
      });
      for (const id of [organisationId, code.organisationId]) await announcePolicyChange(queries, id);
      return { kind: "joined", name: code.workspace };
    }
    if (code.organisationId !== organisationId) return { kind: "other_organisation" };
    if (code.accountId === accountId) return { kind: "same" };
    await queries.execute(sql`delete from codes where hash = ${hash}`);
    const names = await namesOf(queries, [code.accountId, accountId]);
    const merge = await accountMerge(queries, { organisationId, maker: code.accountId, other: accountId });
    const { absorbed, survivor } = merge;
    await mergeAccounts(queries, merge);
    await writeAudit(queries, {
      organisationId,
      actor,
      action: "account.linked",
      // Lets the audit find the absorbed account's former name.
      scope: { kind: "account", id: absorbed },
      before: { account: absorbed, name: names.get(absorbed), identity: user.identity },
      after: { account: survivor, name: names.get(survivor) },
    });
    await announcePolicyChange(queries, organisationId);
    return { kind: "joined", name: names.get(code.accountId) ?? "" };
  };

  /** The expected code; undefined if no organisation has that name. */
  const claimCode = async (queries: Queries, organisation: string | undefined): Promise<string | undefined> => {
    if (organisation === undefined) return context.operatorCode;
    const id = await organisationNamed(queries, organisation);
    return id === undefined ? undefined : organisationCode(secretKey, id);
  };

  return {
    async makeCode(user, purpose) {
      const code = newCode();
      await db.transaction((queries) => storeCode(queries, user, purpose, codeHash(secretKey, code)));
      return code;
    },

    async redeem(user, purpose, typed) {
      const until = await countTry(db, user);
      if (until) return { kind: "too_many", until };
      for (let tries = 1; ; tries++) {
        try {
          return await db.transaction((queries) => join(queries, user, purpose, typed), DATABASE_BACKGROUND_CALL_MS);
        } catch (error) {
          if (error instanceof LinkRefused) return { kind: error.reason };
          if (tries >= JOIN_TRIES || !(error instanceof MergeInterrupted || isDeadlock(error))) throw error;
        }
      }
    },

    async claim(claimer, typed, organisation) {
      const until = await countTry(db, claimer);
      if (until) return { kind: "too_many", until };
      return db.transaction(async (queries): Promise<Claimed> => {
        const code = await claimCode(queries, organisation);
        if (code === undefined || !isCode(secretKey, typed, code)) return { kind: "wrong" };
        const organisationId = await claimWorkspace(queries, claimer, organisation);
        return organisationId === undefined ? { kind: "already" } : { kind: "claimed", organisationId };
      }, DATABASE_BACKGROUND_CALL_MS);
    },

    async unlink(user) {
      try {
        return await db.transaction((queries) => unlinkIdentity(queries, user), DATABASE_BACKGROUND_CALL_MS);
      } catch (error) {
        if (error instanceof LinkRefused && error.reason === "full") return { kind: "full" };
        throw error;
      }
    },
  };
}
