import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createAccountStore } from "../../../src/db/accounts/account-store.ts";
import { mergeAccounts } from "../../../src/db/accounts/merge-accounts.ts";
import { PROPOSAL_KEPT_MS } from "../../../src/lib/limits.ts";
import { createProposalStore, PROPOSAL_MS, QUESTIONS_KEPT } from "../../../src/db/jobs/proposal-store.ts";
import { proposalKey, type Proposal } from "../../../src/core/job/proposal.ts";
import { openStoredJobs, type StoredJobs } from "../../support/database/stored-jobs.ts";

let stored: StoredJobs;
let organisationId: string;

beforeAll(async () => {
  stored = await openStoredJobs();
  const [row] = await stored.db.run((queries) => queries.execute(sql`select id::text from organisations`));
  organisationId = String(row?.["id"]);
});

afterAll(() => stored.close());

const proposals = () => createProposalStore(stored.db);

async function aProposal(changes: Partial<Proposal> = {}): Promise<Proposal> {
  const proposal: Proposal = {
    id: randomUUID(),
    kind: "confirm",
    organisationId,
    accountId: await stored.account("Max"),
    conversation: { platform: "console", workspace: "main", channel: "general" },
    requestMessage: "m-1",
    parent: { batchId: randomUUID(), ordinals: [2] },
    isPrivate: true,
    request: { kind: "image", model: "provider-a/image-2", prompt: "a fox", count: 1, references: [] },
    ...changes,
  };
  await proposals().keep(proposal);
  return proposal;
}

describe("a request that waits for a yes", () => {
  it("is stored unchanged, for its member only", async () => {
    const proposal = await aProposal();
    const { id, accountId } = proposal;
    expect(await proposals().find(organisationId, accountId, id)).toEqual({ proposal, taken: false });
    expect(await proposals().find(organisationId, await stored.account("Eve"), id)).toBeUndefined();
    expect(await proposals().find(randomUUID(), accountId, id)).toBeUndefined();
    expect(await proposals().find(organisationId, accountId, randomUUID())).toBeUndefined();
  });

  it("counts as accepted once its yes is committed", async () => {
    const { id, accountId } = await aProposal();
    await stored.accept(accountId, 1, proposalKey(id));
    expect(await proposals().find(organisationId, accountId, id)).toMatchObject({ taken: true });
    expect(await stored.accept(accountId, 1, proposalKey(id))).toBe("");
  });

  it("about asking an admin stays open until its member says yes, or a day has passed", async () => {
    const accountId = await stored.account("Tom");
    const asks = (eventKey = "other", requestMessage = "m-2") =>
      proposals().isAsked({ organisationId, accountId, platform: "console", eventKey, requestMessage });
    await aProposal({ accountId });
    expect(await asks()).toBe(false);
    const { id } = await aProposal({ accountId, kind: "ask" });
    expect(await asks()).toBe(true);
    // A redelivery of the same message doesn't count.
    expect(await asks("other", "m-1")).toBe(false);
    await stored.accept(accountId, 1, "accepted");
    expect(await asks("accepted")).toBe(false);
    await stored.accept(accountId, 1, proposalKey(id));
    expect(await asks()).toBe(false);
    const { id: old } = await aProposal({ accountId, kind: "ask" });
    expect(await asks()).toBe(true);
    await stored.db.run((queries) =>
      queries.execute(sql`
        update proposals set created_at = created_at - ${PROPOSAL_MS} * interval '1 millisecond' where id = ${old}`),
    );
    expect(await asks()).toBe(false);
  });

  it("expires after a day, and is kept a while for a yes that is still being stored", async () => {
    const { id, accountId } = await aProposal();
    const rowsAt = async (age: number): Promise<number> => {
      await stored.db.run((queries) =>
        queries.execute(sql`
          update proposals set created_at = now() - ${age} * interval '1 millisecond' where id = ${id}`),
      );
      await aProposal();
      const rows = await stored.db.run((queries) => queries.execute(sql`select from proposals where id = ${id}`));
      return rows.length;
    };
    expect(await rowsAt(PROPOSAL_MS)).toBe(1);
    expect(await proposals().find(organisationId, accountId, id)).toBeUndefined();
    expect(await rowsAt(PROPOSAL_KEPT_MS)).toBe(0);
  });

  it("is displaced by its member's later questions of the same kind in its channel and its threads", async () => {
    const accountId = await stored.account("Ann");
    const isKept = async ({ id }: Proposal): Promise<boolean> =>
      (await proposals().find(organisationId, accountId, id)) !== undefined;
    const many = async (kind: Proposal["kind"]): Promise<Proposal[]> => {
      const made: Proposal[] = [];
      for (let n = 0; n < QUESTIONS_KEPT + 2; n += 1) {
        // In Slack, each mention in a channel begins a new thread.
        const thread = n === 2 ? {} : { thread: `${n}.5` };
        const conversation = { platform: "slack", workspace: "T1", channel: "C1", ...thread } as const;
        made.push(await aProposal({ accountId, kind, conversation }));
      }
      return made;
    };
    const attic = { platform: "console", workspace: "main", channel: "attic" } as const;
    const elsewhere = { platform: "slack", workspace: "T1", channel: "C2", thread: "1.5" } as const;
    const others = [
      await aProposal({ accountId, conversation: attic }),
      await aProposal({ accountId, conversation: elsewhere }),
      await aProposal({ accountId, kind: "ask" }),
      ...(await many("make")),
    ];
    const questions = await many("confirm");
    expect(await Promise.all(questions.map(isKept))).toEqual(questions.map((_, index) => index >= 2));
    expect(await Promise.all(others.map(isKept))).toEqual(others.map(() => true));
  });

  it("moves to the remaining account in a merge", async () => {
    const { id, accountId } = await aProposal();
    const elsewhere = { platform: "slack", workspace: "T1", userId: "U1", displayName: "Max elsewhere" };
    const survivor = await createAccountStore(stored.db).accountOf(organisationId, elsewhere);
    await stored.db.transaction((queries) => mergeAccounts(queries, { organisationId, absorbed: accountId, survivor }));
    expect(await proposals().find(organisationId, survivor, id)).toMatchObject({ proposal: { id } });
  });
});
