import { and, eq, sql } from "drizzle-orm";
import type { AccountStore } from "../../core/account/account-store.ts";
import type { Database } from "../connection.ts";
import { createCredentialStore } from "../keys/credential-store.ts";
import { accounts, identities } from "../schema/people.ts";

/** The account store on PostgreSQL. It caches nothing: any process may change who owns a workspace or an identity. */
export function createAccountStore(db: Database): AccountStore {
  return {
    async accountOf(organisationId, { platform, workspace, userId, displayName }) {
      const key = JSON.stringify([platform, workspace, userId]);
      return db.transaction(async (queries) => {
        const find = () =>
          queries
            .select({ id: identities.accountId, organisationId: accounts.organisationId })
            .from(identities)
            .innerJoin(accounts, eq(accounts.id, identities.accountId))
            .where(
              and(
                eq(identities.platform, platform),
                eq(identities.workspace, workspace),
                eq(identities.userId, userId),
              ),
            );
        const [existing] = await find();
        if (existing) return ownId(existing, organisationId);
        await queries.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`);
        const [meanwhile] = await find();
        if (meanwhile) return ownId(meanwhile, organisationId);
        const [account] = await queries
          .insert(accounts)
          .values({ organisationId, displayName })
          .returning({ id: accounts.id });
        if (!account) throw new Error("inserting an account returned no row");
        await queries.insert(identities).values({ platform, workspace, userId, accountId: account.id });
        return account.id;
      });
    },

    ...createCredentialStore(db),
  };
}

/** An identity belongs to one workspace and so to one organisation. Other organisations must not see its account. */
function ownId(account: { readonly id: string; readonly organisationId: string }, organisationId: string): string {
  if (account.organisationId !== organisationId) throw new Error("the identity belongs to another organisation");
  return account.id;
}
