import { randomUUID } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { sql } from "drizzle-orm";
import { pino } from "pino";
import { afterAll, beforeAll, expect, it } from "vitest";
import { AUDIT_PAGE_BYTES, auditFile } from "../../../src/command/admin/audit-file.ts";
import type { Reply } from "../../../src/command/reply.ts";
import type { AuditLog } from "../../../src/core/account/audit-log.ts";
import { createAuditLog } from "../../../src/db/accounts/audit-log.ts";
import { connectDatabase, type Database } from "../../../src/db/connection.ts";
import { SMALLEST_FILE_LIMIT_BYTES } from "../../../src/lib/limits.ts";
import { textsFor } from "../../../src/text/texts.ts";
import { createTestDatabase, type TestDatabase } from "../../support/database/postgres.ts";

/** The size of each of an entry's two states, as JSON. */
const STATE_BYTES = 80_000;

const texts = textsFor("en");
let database: TestDatabase;
let db: Database;
let log: AuditLog;

beforeAll(async () => {
  database = await createTestDatabase();
  db = connectDatabase(database.url, pino({ level: "silent" }));
  log = createAuditLog(db);
});

afterAll(async () => {
  await db.close();
  await database.drop();
});

/** Creates an organisation with this many entries; `letters` is the length of each state. */
async function withEntries(count: number, letters: number): Promise<string> {
  const organisationId = randomUUID();
  await db.run((queries) =>
    queries.execute(sql`
      insert into audit (organisation_id, actor_name, workspace, action, before, after)
      select ${organisationId}::uuid, 'Ada', 'console:main', 'policy.set', state, state
      from generate_series(1, ${count}) n, jsonb_build_object('n', n, 'words', repeat('x', ${letters})) state`),
  );
  return organisationId;
}

/** The log, recording the sizes of the pages that are read. */
function counted(): { readonly audit: AuditLog; readonly pages: number[] } {
  const pages: number[] = [];
  const recent: AuditLog["recent"] = async (...asked) => {
    const page = await log.recent(...asked);
    pages.push(JSON.stringify(page).length);
    return page;
  };
  return { audit: { ...log, recent }, pages };
}

function messageOf(reply: Reply) {
  if (reply.kind !== "answer") throw new Error(`not an answer: ${reply.kind}`);
  return reply.message;
}

it("reads large entries page by page, and only as much as fits into the file", async () => {
  const organisationId = await withEntries(200, STATE_BYTES);
  const { audit, pages } = counted();
  const { text, files = [] } = messageOf(await auditFile(organisationId, {}, { audit, texts }));
  expect(text).toBe(texts.audit.some);
  expect(files).toHaveLength(1);
  expect(files[0]?.bytes).toBeGreaterThan(SMALLEST_FILE_LIMIT_BYTES - 4 * STATE_BYTES);
  expect(Math.max(...pages)).toBeLessThan(AUDIT_PAGE_BYTES + 4 * STATE_BYTES);
  const read = pages.reduce((sum, bytes) => sum + bytes, 0);
  expect(read).toBeLessThan(SMALLEST_FILE_LIMIT_BYTES + AUDIT_PAGE_BYTES + 4 * STATE_BYTES);
});

it("has every entry once, newest first, over many pages", async () => {
  const organisationId = await withEntries(1_100, 2_000);
  const { text, files = [] } = messageOf(await auditFile(organisationId, {}, { audit: log, texts }));
  expect(text).toBe(texts.audit.all(1_100));
  const lines = String(files[0] && (await buffer(await files[0].open())))
    .trim()
    .split("\r\n");
  const ids = lines.slice(1).map((line) => Number(line.split(",")[0]));
  expect(ids).toEqual(ids.toSorted((one, other) => other - one));
  expect(new Set(ids).size).toBe(1_100);
});

it("is written one at a time per organisation, and a second request is refused", async () => {
  const [mine, theirs] = [await withEntries(3, 1), await withEntries(2, 1)];
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  const waiting: AuditLog = { ...log, recent: (...asked) => opened.then(() => log.recent(...asked)) };
  const first = auditFile(mine, {}, { audit: waiting, texts });
  expect(messageOf(await auditFile(mine, {}, { audit: log, texts })).text).toBe(texts.audit.busy);
  expect(messageOf(await auditFile(theirs, {}, { audit: log, texts })).text).toBe(texts.audit.all(2));
  open();
  expect(messageOf(await first).text).toBe(texts.audit.all(3));
  const away: AuditLog = { ...log, recent: () => Promise.reject(new Error("away")) };
  await expect(auditFile(mine, {}, { audit: away, texts })).rejects.toThrow("away");
  expect(messageOf(await auditFile(mine, {}, { audit: log, texts })).text).toBe(texts.audit.all(3));
  expect(messageOf(await auditFile(mine, { action: "key" }, { audit: log, texts })).text).toBe(texts.audit.none);
});

it("filters by time even though the entries of an organisation that joined later have higher ids", async () => {
  const organisationId = randomUUID();
  const write = (days: number, action: string) =>
    db.run((queries) =>
      queries.execute(sql`
        insert into audit (organisation_id, at, actor_name, workspace, action)
        values (${organisationId}::uuid, now() - ${days}::integer * interval '1 day', 'Ada', 'console:main', ${action})`),
    );
  await write(3, "policy.set");
  await write(10, "key.added");
  await write(2, "group.created");
  const since = new Date(Date.now() - 7 * 24 * 3_600_000);
  const acts = await log.recent(organisationId, { since }, 15);
  expect(acts.map(({ action }) => action)).toEqual(["group.created", "policy.set"]);
});
