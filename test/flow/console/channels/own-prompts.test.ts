import { sql } from "drizzle-orm";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { commands } from "../../../../commands/index.ts";
import { PromptsView } from "../../../../src/platforms/console/api/prompts.ts";
import {
  OWN_REQUESTS_EXAMINED,
  ownPrompts,
  ownPromptsQuery,
  PROMPTS_AT_ONCE,
} from "../../../../src/platforms/console/store/own-prompts.ts";
import { CONSOLE_READ_BYTES } from "../../../../src/platforms/console/store/bounded-messages.ts";
import { consolePerson } from "../../../support/console/console-person.ts";
import { startTestConsole, type TestConsole } from "../../../support/console/console.ts";
import { createTestDatabase, type TestDatabase } from "../../../support/database/postgres.ts";

const ORGANISATION = "00000000-0000-4000-8000-000000000001";
const ACCOUNTS = { member: "00000000-0000-4000-8000-000000000002", admin: "00000000-0000-4000-8000-000000000003" };
const NOON = Date.UTC(2026, 4, 1, 12);

let database: TestDatabase;
let server: TestConsole;
let client: postgres.Sql;

beforeAll(async () => {
  database = await createTestDatabase();
  server = await startTestConsole({ databaseUrl: database.url });
  client = postgres(database.url, { max: 1, onnotice: () => {} });
  await client`insert into organisations (id) values (${ORGANISATION})`;
  for (const [person, account] of Object.entries(ACCOUNTS)) {
    await client`insert into accounts (id, organisation_id, display_name) values (${account}, ${ORGANISATION}, ${person})`;
    await client`
      insert into identities (platform, workspace, user_id, account_id) values ('console', 'main', ${person}, ${account})`;
  }
});
afterAll(async () => {
  await client.end();
  await server.stop();
  await database.drop();
});

interface Asked {
  readonly prompt: string;
  readonly by?: "member" | "admin";
  readonly account?: string;
  readonly conversation?: string;
  readonly daysAgo?: number;
  readonly request?: object;
  readonly count?: number;
}

/** Stores requests, a second apart, the newest first. With several, each prompt ends in a number. */
async function ask({ prompt, by = "member", daysAgo = 1, count = 1, ...more }: Asked): Promise<void> {
  const { account = ACCOUNTS[by], conversation = "console:main:general" } = more;
  const image = { kind: "image", model: "provider-a/image-2", prompt, count: 1, references: [], ...more.request };
  await client`
    insert into batches (id, platform, event_key, organisation_id, account_id, conversation, requester_id, requester_name, locale,
      service, request, count, sandbox, created_at, closed_at)
    select gen_random_uuid(), split_part(${conversation}::text, ':', 1), gen_random_uuid()::text, ${ORGANISATION}, ${account},
      ${conversation}::text, ${by}, ${by}, 'en', 'image',
      ${JSON.stringify(image)}::text::jsonb ||
        case when ${count}::integer > 1 then jsonb_build_object('prompt', ${prompt}::text || n) else '{}' end,
      1, true, at, at
    from generate_series(1, ${count}::integer) n,
      lateral (select to_timestamp(${NOON / 1000}::float8 - ${daysAgo}::float8 * 86400 - n + 1) as at) moments`;
}

async function read(words = "", as = "member"): Promise<{ readonly status: number; readonly view: PromptsView }> {
  const response = await fetch(`${server.url}/api/prompts?${new URLSearchParams({ as, words }).toString()}`);
  const view = PromptsView.safeParse(await response.json()).data ?? { prompts: [], more: false };
  return { status: response.status, view };
}

async function lines(words?: string, as?: string): Promise<readonly string[]> {
  return (await read(words, as)).view.prompts.map(({ line }) => line);
}

const imagine = (prompt: string): string => `/imagine ${prompt} --model provider-a/image-2 --count 1`;

describe("a person's own prompts", () => {
  it("are lines to type again, from all channels, newest first, each prompt once", async () => {
    await ask({ prompt: "a red fox", daysAgo: 3, request: { size: "2K" } });
    await ask({ prompt: "a blue owl", daysAgo: 2, conversation: "console:main:studio" });
    await ask({ prompt: "a red fox", daysAgo: 1, request: { size: "1K", count: 2 } });
    expect((await read()).view).toEqual({
      prompts: [
        {
          line: "/imagine a red fox --model provider-a/image-2 --size 1K --count 2",
          files: [],
          channel: "general",
          requestedAt: NOON - 86_400_000,
        },
        { line: imagine("a blue owl"), files: [], channel: "studio", requestedAt: NOON - 2 * 86_400_000 },
      ],
      more: false,
    });
  });

  it("can be filtered by words in the prompt or the model, in any case", async () => {
    expect(await lines("FOX  red")).toHaveLength(1);
    expect(await lines("owl image-2")).toEqual([imagine("a blue owl")]);
    expect(await lines("fox owl")).toEqual([]);
    expect(await lines("%")).toEqual([]);
    expect((await read("x".repeat(201))).status).toBe(400);
    expect((await read("a\0b")).status).toBe(400);
    expect((await read("", "nobody")).status).toBe(400);
  });

  it("are never another person's, nor those from elsewhere, even of the same account", async () => {
    await ask({ prompt: "a secret badger", by: "admin" });
    await ask({ prompt: "a badger of the same account", by: "admin", account: ACCOUNTS.member });
    await ask({ prompt: "a badger on Discord", conversation: "discord:1:2" });
    expect(await lines("badger")).toEqual([]);
    expect(await lines("badger", "admin")).toEqual([imagine("a secret badger")]);
  });

  it("leave out those of a removed channel, even after a late message has reopened it", async () => {
    const max = consolePerson(server.url, "member");
    const made = await fetch(`${server.url}/api/channels`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ id: "颜色", as: "member" }),
    });
    expect(made.status).toBe(200);
    const conversation = `console:main:${encodeURIComponent("颜色")}`;
    await ask({ prompt: "a heron", conversation });
    expect((await read("heron")).view.prompts).toMatchObject([{ channel: "颜色" }]);
    const removal = `${server.url}/api/channels/${encodeURIComponent("颜色")}?as=member`;
    expect((await fetch(removal, { method: "DELETE" })).status).toBe(200);
    expect(await lines("heron")).toEqual([]);
    await server.platform.post({ platform: "console", workspace: "main", channel: "颜色" }, { text: "late" }, "late");
    expect(await max.read()).toEqual([]);
    expect(await lines("heron")).toEqual([]);
    await client`update batches set created_at = now() + interval '1 s' where request ->> 'prompt' = 'a heron'`;
    expect(await lines("heron")).toEqual([imagine("a heron")]);
  });

  it("name the files that the line lacks, and use the command that takes them", async () => {
    const file = { kind: "image", hash: "h", mimeType: "image/png", name: "photo.png", bytes: 1 };
    await ask({ prompt: "a lynx", request: { references: [file], mask: { ...file, name: "mask.png" } } });
    const specs = commands.map(({ spec }) => spec);
    const { prompts } = await ownPrompts(server.db, specs, { person: "member", words: "lynx" });
    expect(prompts).toMatchObject([{ line: imagine("a lynx").replace("imagine", "edit"), files: ["photo.png"] }]);
    // The Console of this test has no such command.
    expect(await lines("lynx")).toEqual([]);
  });

  it("are at most a hundred, of bounded size", async () => {
    await ask({ prompt: "pigeon ", count: PROMPTS_AT_ONCE + 1, daysAgo: 5 });
    const all = await read("pigeon");
    expect(all.view.prompts).toHaveLength(PROMPTS_AT_ONCE);
    expect(all.view.prompts[0]?.line).toBe(imagine("pigeon 1"));
    expect(all.view.more).toBe(true);
    const long = "heavy ".padEnd(30_000, "x");
    await ask({ prompt: long, count: 50, daysAgo: 6 });
    const { prompts, more } = (await read("heavy")).view;
    expect(JSON.stringify(prompts).length).toBeLessThan(CONSOLE_READ_BYTES + long.length);
    expect(prompts.length).toBeGreaterThan(10);
    expect(more).toBe(true);
  });

  it("are found in a bounded part of a long history, by the account's index", async () => {
    await ask({ prompt: "one of many ", count: 3 * OWN_REQUESTS_EXAMINED, daysAgo: 10 });
    await ask({ prompt: "long ago", daysAgo: 100 });
    await client`analyze`;
    expect(await lines("long ago")).toEqual([]);
    const Plan = z.array(z.object({ "QUERY PLAN": z.string() }));
    const query = ownPromptsQuery({ person: "member", words: "long" }, []);
    const rows = await server.db.run((queries) => queries.execute(sql`explain (costs off) ${query}`));
    const plan = Plan.parse(rows)
      .map((row) => row["QUERY PLAN"])
      .join("\n");
    expect(plan).toContain("Index Scan using batches_of_account");
    expect(plan).toContain("Index Scan using batches_pkey");
    expect(plan).not.toMatch(/Seq Scan on (?!identities)/);
  });
});
