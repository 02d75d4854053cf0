import { randomUUID } from "node:crypto";
import postgres from "postgres";
import { afterAll, beforeAll, expect, it } from "vitest";
import { insertBatch } from "../../../src/db/jobs/insert-batch.ts";
import { bodyOf } from "../../../src/core/request/request.ts";
import { startTestEasel, type TestEasel } from "../../support/easel.ts";
import { aRequest } from "../../support/database/jobs.ts";

let easel: TestEasel;
let sql: postgres.Sql;

beforeAll(async () => {
  easel = await startTestEasel();
  sql = postgres(easel.databaseUrl, { max: 1, onnotice: () => {} });
});

afterAll(async () => {
  await sql.end();
  await easel.stop();
});

/** Writes a batch as Easel does, but loses the answer. `claimed`: also claims its job. */
async function commitUnheard(prompt: string, claimed: boolean): Promise<void> {
  const request = aRequest({ prompt });
  const { path, body } = bodyOf(request, () => "");
  const jobId = randomUUID();
  await sql.begin(async (transaction) => {
    const [found] = await transaction<{ worker: string; organisation: string; account: string }[]>`
      select workers.id as worker, organisations.id as organisation, accounts.id as account
      from workers, organisations, accounts`;
    if (!found) throw new Error("Easel is not working");
    const batch = {
      id: randomUUID(),
      eventKey: randomUUID(),
      organisationId: found.organisation,
      accountId: found.account,
      conversation: { platform: "console", workspace: "main", channel: "general" },
      requesterId: "member",
      requesterName: "Max",
      locale: "en",
      requestMessage: undefined,
      parent: undefined,
      service: "image",
      request,
      sandbox: true,
      workerId: found.worker,
      scopes: ["organisation"],
      atOnce: undefined,
      mostWaiting: undefined,
      ownKeys: false,
      cost: 1,
      unit: "images",
      jobs: [{ id: jobId, ordinal: 1, path, body, idempotencyKey: `easel-${jobId}` }],
    } as const;
    await insertBatch(transaction, batch);
    if (!claimed) return;
    const jobs = await transaction`
      select from claim_jobs(${found.worker}, ${easel.sandboxUrl ?? ""}, null, 1, array(select id from organisations))`;
    expect(jobs).toHaveLength(1);
  });
}

it.each([
  ["an acceptance", false],
  ["a claim", true],
])("a request gets its result even if the database's answer to %s is lost", async (what, claimed) => {
  const seeResult = (prompt: string) =>
    easel.console.see("the result", (messages) => messages.find((message) => message.files[0]?.description === prompt));
  await easel.console.say(`/imagine somebody who is known before ${what}`);
  await seeResult(`somebody who is known before ${what}`);
  const prompt = `kept after ${what}`;
  await commitUnheard(prompt, claimed);
  const result = await seeResult(prompt);
  expect(result.files).toHaveLength(1);
});
