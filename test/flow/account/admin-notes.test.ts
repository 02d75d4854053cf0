import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { pino } from "pino";
import { afterAll, beforeAll, expect, it } from "vitest";
import { PlatformError } from "../../../src/core/chat/errors.ts";
import type { Platform } from "../../../src/core/chat/platform.ts";
import { createOrganisationStore } from "../../../src/db/accounts/organisation-store.ts";
import { createAdminNoteStore, addAdminNote } from "../../../src/db/delivery/admin-notes.ts";
import { connectDatabase, type Database } from "../../../src/db/connection.ts";
import { createAdminNotes } from "../../../src/worker/background/post-admin-notes.ts";
import { createManualClock } from "../../support/manual-clock.ts";
import { createTestDatabase, type TestDatabase } from "../../support/database/postgres.ts";

let database: TestDatabase;
let db: Database;
let organisationId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  db = connectDatabase(database.url, pino({ level: "silent" }));
  organisationId = await createOrganisationStore(db).consoleOrganisation();
  await createOrganisationStore(db).allow({ platform: "slack", workspace: "T1", organisation: "console" });
  await db.run((queries) =>
    queries.execute(sql`
      update workspaces set admin_channel = case platform when 'console' then 'console:main:admins' else 'slack:T1:C1' end`),
  );
});

afterAll(async () => {
  await db.close();
  await database.drop();
});

/** A platform that records posts and runs a scripted step for each. */
function somePlatform(name: "console" | "slack", acts: readonly ("fail" | "lose" | "refuse")[] = []) {
  const posts: { key: string; text: string }[] = [];
  const left = [...acts];
  const platform = {
    name,
    capabilities: { postOnce: false },
    async findPost(conversation: object, key: string) {
      return posts.some((post) => post.key === key) ? { conversation, id: key } : undefined;
    },
    async post(conversation: object, { text }: { text: string }, key: string) {
      const act = left.shift();
      if (act === "refuse") throw new PlatformError("forbidden", "not there");
      if (act !== "fail") posts.push({ key, text });
      if (act !== undefined) throw new PlatformError("unavailable", "no answer");
      return { conversation, id: key };
    },
  } as unknown as Platform;
  return { platform, posts };
}

const tell = (subject: string, workspace?: string) =>
  db.transaction((queries) =>
    addAdminNote(queries, {
      organisationId,
      subject,
      text: subject,
      ...(workspace === undefined ? {} : { workspace }),
    }),
  );

async function worker(): Promise<string> {
  const id = randomUUID();
  await db.run((queries) => queries.execute(sql`insert into workers (id) values (${id}::uuid)`));
  return id;
}

/** Runs this many rounds of posting due notes. */
async function rounds(count: number, platforms: readonly Platform[], workerId: string): Promise<void> {
  const clock = createManualClock();
  const stop = new AbortController();
  let left = count;
  const counted = {
    ...clock,
    sleep: async () => {
      left--;
      if (left <= 0) stop.abort(new Error("enough"));
      await db.run((queries) => queries.execute(sql`update admin_notes set not_before = now()`));
    },
  };
  const notes = createAdminNotes({
    filesOf: async () => [],
    store: createAdminNoteStore(db),
    platforms,
    clock: counted,
    random: () => 0,
    log: pino({ level: "silent" }),
  });
  await notes.run(workerId, stop.signal);
}

it("is posted once in each admin channel, however often it is reported", async () => {
  const [console, slack] = [somePlatform("console"), somePlatform("slack")];
  await tell("once");
  await tell("once");
  const me = await worker();
  await rounds(2, [console.platform, slack.platform], me);
  expect(console.posts.map(({ text }) => text)).toEqual(["once"]);
  expect(slack.posts.map(({ text }) => text)).toEqual(["once"]);
  await tell("here", "console:main");
  await rounds(1, [console.platform, slack.platform], me);
  expect(console.posts.map(({ text }) => text)).toEqual(["once", "here"]);
  expect(slack.posts).toHaveLength(1);
  // Another worker posts nothing while this one lives.
  await tell("later", "console:main");
  await rounds(1, [console.platform], await worker());
  expect(console.posts).toHaveLength(2);
  await rounds(1, [console.platform], me);
  expect(console.posts).toHaveLength(3);
  await db.run((queries) => queries.execute(sql`delete from workers`));
});

it("is retried, searched for where it may already be posted, and given up where it can't be posted", async () => {
  const { platform, posts } = somePlatform("console", ["fail", "lose"]);
  await tell("stubborn", "console:main");
  await rounds(4, [platform], await worker());
  expect(posts.map(({ text }) => text)).toEqual(["stubborn"]);
  const refusing = somePlatform("console", ["refuse"]);
  await db.run((queries) => queries.execute(sql`delete from workers`));
  await tell("refused", "console:main");
  await rounds(3, [refusing.platform], await worker());
  expect(refusing.posts).toEqual([]);
  const states = await db.run((queries) =>
    queries.execute(
      sql`select subject, state, failure from admin_notes where subject in ('stubborn', 'refused') order by subject`,
    ),
  );
  expect(states).toEqual([
    { subject: "refused", state: "undeliverable", failure: "forbidden" },
    { subject: "stubborn", state: "posted", failure: "unavailable" },
  ]);
});
