import { and, eq, sql } from "drizzle-orm";
import type { People } from "../../core/account/people.ts";
import type { AccountStore } from "../../core/account/account-store.ts";
import type { Database } from "../connection.ts";
import { listed } from "../jobs/sql-arrays.ts";
import { accounts, identities } from "../schema/people.ts";

/** The people of an organisation, on PostgreSQL. */
export function createPeopleStore(db: Database, store: Pick<AccountStore, "accountOf">): People {
  return {
    accountOf: store.accountOf,

    async names(organisationId, accountIds) {
      if (accountIds.length === 0) return new Map();
      const rows = await db.run((queries) =>
        queries
          .select({ id: accounts.id, name: accounts.displayName })
          .from(accounts)
          .where(and(eq(accounts.organisationId, organisationId), sql`${accounts.id} in ${listed(accountIds)}`)),
      );
      return new Map(rows.map(({ id, name }) => [id, name]));
    },

    async userIds(organisationId, accountIds, { platform, workspace }) {
      if (accountIds.length === 0) return new Map();
      const rows = await db.run((queries) =>
        queries
          .select({ id: accounts.id, userId: identities.userId })
          .from(identities)
          .innerJoin(accounts, eq(accounts.id, identities.accountId))
          .where(
            and(
              eq(accounts.organisationId, organisationId),
              eq(identities.platform, platform),
              eq(identities.workspace, workspace),
              sql`${accounts.id} in ${listed(accountIds)}`,
            ),
          ),
      );
      return new Map(rows.map(({ id, userId }) => [id, userId]));
    },
  };
}
