import { sql, type SQL } from "drizzle-orm";
import type { CodeUser, Linking, Redeemed } from "../../../src/core/account/linking.ts";
import { createSeal } from "../../../src/core/account/keys/seal.ts";
import { createLinking } from "../../../src/db/accounts/linking-store.ts";
import { addEndedJobs } from "./ended-jobs.ts";
import { openStoredJobs, type StoredJobs } from "./stored-jobs.ts";

const SECRET = "a secret key that is used by tests alone";

/** People of one organisation, each with their own account and workspace. */
export interface LinkedPeople {
  readonly stored: StoredJobs;
  readonly linking: Linking;
  /** The linking of another process. */
  again(): Linking;
  /** `workspace`: the `identity.workspace` of another person, to share it. */
  newPerson(name?: string, workspace?: string): Promise<CodeUser>;
  rows(query: SQL): Promise<Record<string, unknown>[]>;
  /** The second person enters the first one's code. */
  join(maker: CodeUser, other: CodeUser): Promise<Redeemed>;
  /** Separates a person; returns them with their new account. */
  unlink(person: CodeUser): Promise<CodeUser>;
  /** Requests that many pictures with a person's account. */
  ask(person: CodeUser, count: number): Promise<string>;
  /** Adds that many ended jobs to a person's account, in one batch. */
  addEnded(person: CodeUser, count: number): Promise<void>;
}

export async function openLinkedPeople(): Promise<LinkedPeople> {
  const stored = await openStoredJobs();
  const again = () =>
    createLinking(stored.db, { secretKey: SECRET, operatorCode: "OPERATOR-1", seal: createSeal(SECRET) });
  const linking = again();
  const rows = (query: SQL) => stored.db.run(async (queries) => [...(await queries.execute(query))]);
  let people = 0;

  async function newPerson(name = "Max", workspace = `T${people + 1}`): Promise<CodeUser> {
    const identity = { platform: "slack", workspace, userId: `u-${++people}` };
    await rows(sql`insert into workspaces (platform, external_id, organisation_id)
      values ('slack', ${workspace}, ${stored.organisationId}) on conflict do nothing`);
    const accountId = await stored.account(name);
    await rows(sql`update identities set platform = 'slack', workspace = ${workspace}, user_id = ${identity.userId}
      where account_id = ${accountId}::uuid`);
    const actor = { accountId, name, workspace: "console:main" };
    return { organisationId: stored.organisationId, accountId, actor, identity };
  }

  return {
    stored,
    linking,
    again,
    newPerson,
    rows,
    join: async (maker, other) => linking.redeem(other, "account", await linking.makeCode(maker, "account")),

    async unlink(person) {
      const unlinked = await linking.unlink(person);
      if (unlinked.kind !== "unlinked") throw new Error(`not unlinked: ${unlinked.kind}`);
      return { ...person, accountId: unlinked.accountId };
    },

    ask({ accountId }, count) {
      const scopes = ["organisation", "workspace:console:main", `account:${accountId}`];
      return stored.accept(accountId, count, undefined, undefined, { scopes, cost: 1 });
    },

    addEnded: (person, count) => addEndedJobs(stored.db, person, count),
  };
}
