import { sql, type SQL } from "drizzle-orm";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { SearchView, type SearchPlace } from "../../../src/platforms/console/api/search.ts";
import { lastQuery, REQUESTS_SEARCHED, resultsQuery } from "../../../src/platforms/console/store/search-results.ts";
import { startTestConsole, type TestConsole } from "../../support/console/console.ts";
import { createTestDatabase, type TestDatabase } from "../../support/database/postgres.ts";

/** Several times as many as one answer examines. */
const MANY = 6 * REQUESTS_SEARCHED;

let database: TestDatabase;
let server: TestConsole;
let client: postgres.Sql;

beforeAll(async () => {
  database = await createTestDatabase();
  server = await startTestConsole({ databaseUrl: database.url });
  client = postgres(database.url, { max: 1, onnotice: () => {} });
  await client`insert into organisations (id) values ('00000000-0000-4000-8000-000000000001')`;
  await client`
    insert into accounts (id, organisation_id, display_name)
    values ('00000000-0000-4000-8000-000000000002', '00000000-0000-4000-8000-000000000001', 'Max')`;
});
afterAll(async () => {
  await client.end();
  await server.stop();
  await database.drop();
});

interface Added {
  readonly count?: number;
  readonly channel?: string;
  readonly prompt?: string;
  readonly model?: string;
  readonly person?: string;
  /** How many days older than the first results. */
  readonly daysAgo?: number;
  readonly visibleTo?: string;
  readonly removed?: boolean;
  readonly state?: string;
  readonly files?: number;
  readonly kind?: string;
}

/** Adds results, a second apart, the newest first. */
async function add({
  count = 1,
  channel = "general",
  prompt = "a red fox",
  model = "provider-a/image-2",
  person = "Max (member)",
  daysAgo = 1,
  visibleTo,
  removed = false,
  state = "posted",
  files = 1,
  kind = "result",
}: Added): Promise<void> {
  const file = { id: "f", name: "a.png", mimeType: "image/png", bytes: 1, description: prompt };
  const content = JSON.stringify({ files: Array.from({ length: files }, () => file), buttons: [] });
  await client`
    with counter as (
      update console_counter set revision = revision + ${count}::integer returning revision - ${count}::integer as before
    ), batch as (
      insert into batches (id, platform, event_key, organisation_id, account_id, conversation, requester_id, requester_name, locale,
        service, request, count, sandbox, created_at, closed_at)
      select gen_random_uuid(), 'console', gen_random_uuid()::text, '00000000-0000-4000-8000-000000000001',
        '00000000-0000-4000-8000-000000000002', 'console:main:' || ${channel}::text, 'member', ${person}, 'en', 'image',
        jsonb_build_object('kind', 'image', 'model', ${model}::text, 'prompt', ${prompt}::text), 1, true, at, at
      from generate_series(1, ${count}::integer) n,
        lateral (select '2026-05-01T12:00:00Z'::timestamptz - ${daysAgo}::float8 * interval '1 day' - n * interval '1 second' as at) moments
      returning id, created_at
    ), numbered as (
      select id, created_at, row_number() over () as n from batch
    ), message as (
      insert into console_messages (id, channel_id, author, visible_to, position, revision, text, content, removed, created_at)
      select 'm' || id, ${channel}::text, 'easel', ${visibleTo ?? null}::text, before + n, before + n, 'done', ${content}::text::jsonb,
        ${removed}::boolean, created_at
      from numbered, counter
    )
    insert into posts (batch_id, kind, state, message_id) select id, ${kind}, ${state}, 'm' || id from batch`;
}

/** Adds a later post with a picture to the request with that prompt. */
async function addLate(prompt: string, kind: string): Promise<void> {
  const files = [{ id: "f", name: "late.png", mimeType: "image/png", bytes: 1, description: prompt }];
  await client`
    with counter as (update console_counter set revision = revision + 1 returning revision), batch as (
      select id from batches where request ->> 'prompt' = ${prompt}
    ), message as (
      insert into console_messages (id, channel_id, author, position, revision, text, content)
      select ${kind}::text || id, 'general', 'easel', revision, revision, 'late',
        ${JSON.stringify({ files, buttons: [] })}::text::jsonb
      from batch, counter
    )
    insert into posts (batch_id, kind, state, message_id) select id, ${kind}, 'posted', ${kind}::text || id from batch`;
}

async function search(
  words: string,
  more: Partial<SearchPlace> & { channel?: string; as?: string; starred?: string } = {},
) {
  const { channel = "general", as = "member", ...place } = more;
  const query = new URLSearchParams({ as, words, ...place });
  const response = await fetch(`${server.url}/api/channels/${channel}/results?${query.toString()}`);
  return { status: response.status, view: SearchView.safeParse(await response.json()).data };
}

async function prompts(...given: Parameters<typeof search>): Promise<readonly string[]> {
  return ((await search(...given)).view?.found ?? []).map(({ prompt }) => prompt);
}

describe("a search in a channel", () => {
  it("finds results by all words of the prompt, the model and the person, in any case, newest first", async () => {
    await add({ prompt: "a red fox at dusk", daysAgo: 3 });
    await add({ prompt: "a blue fox", model: "provider-b/image-9", daysAgo: 2 });
    await add({ prompt: "一只红色的狐狸", person: "Ada (admin)", daysAgo: 1 });
    await add({ prompt: "100% red_fox\\", daysAgo: 4 });
    expect(await prompts("")).toEqual(["一只红色的狐狸", "a blue fox", "a red fox at dusk", "100% red_fox\\"]);
    expect(await prompts("FOX  red")).toEqual(["a red fox at dusk", "100% red_fox\\"]);
    expect(await prompts("image-9")).toEqual(["a blue fox"]);
    expect(await prompts("ada 狐狸")).toEqual(["一只红色的狐狸"]);
    // Characters with a special meaning in a pattern.
    expect(await prompts("100%")).toEqual(["100% red_fox\\"]);
    expect(await prompts("d_f")).toEqual(["100% red_fox\\"]);
    expect(await prompts("%")).toEqual(["100% red_fox\\"]);
    expect(await prompts("\\")).toEqual(["100% red_fox\\"]);
    expect(await prompts("fox blue dusk")).toEqual([]);
    const { view } = await search("blue");
    expect(view?.found).toMatchObject([
      { model: "provider-b/image-9", person: "Max (member)", requestedAt: Date.UTC(2026, 3, 29, 11, 59, 59) },
    ]);
    expect(view?.found[0]?.files[0]?.url).toBe("/api/files/f/a.png");
    expect(view?.next).toBeUndefined();
  });

  it("leaves out requests after a given time", async () => {
    const at = "2026-04-29T00:00:00.000000Z";
    expect(await prompts("fox", { at })).toEqual(["a red fox at dusk", "100% red_fox\\"]);
    for (const wrong of ["yesterday", "2026-02-31T00:00:00.000000Z", "2026-04-29T00:00:00Z'"]) {
      expect((await search("fox", { at: wrong })).status).toBe(400);
    }
    expect((await search("a\0b")).status).toBe(400);
    expect((await search("x".repeat(201))).status).toBe(400);
    expect((await search("x", { id: "1" })).status).toBe(400);
  });

  it("finds nothing that the person can't see", async () => {
    await add({ prompt: "hidden owl", visibleTo: "admin" });
    await add({ prompt: "deleted owl", removed: true });
    await add({ prompt: "owl under way", state: "intended" });
    await add({ prompt: "owl without a picture", files: 0 });
    await add({ prompt: "owl elsewhere", channel: "studio" });
    expect(await prompts("owl")).toEqual([]);
    expect(await prompts("owl", { as: "admin" })).toEqual(["hidden owl"]);
    expect(await prompts("owl", { channel: "studio" })).toEqual(["owl elsewhere"]);
    expect((await search("owl", { channel: "nowhere" })).status).toBe(404);
    expect((await search("owl", { as: "nobody" })).status).toBe(400);
  });

  it("finds pictures that arrived after their result, and shows the result if it has pictures too", async () => {
    await add({ prompt: "a late lark", kind: "late-0" });
    await add({ prompt: "a lark, twice late", kind: "late-0", daysAgo: 2 });
    await addLate("a lark, twice late", "late-1");
    await add({ prompt: "a lark without pictures at first", files: 0, daysAgo: 3 });
    await addLate("a lark without pictures at first", "late-1");
    await add({ prompt: "a lark in time", daysAgo: 4 });
    await addLate("a lark in time", "late-1");
    await add({ prompt: "a lark's notice", kind: "notice" });
    const { view } = await search("lark");
    expect(view?.found.map(({ prompt, message }) => [prompt, message.id.startsWith("late-")])).toEqual([
      ["a late lark", false],
      ["a lark, twice late", false],
      ["a lark without pictures at first", true],
      ["a lark in time", false],
    ]);
  });

  it("returns each result once, page by page, even with equal times", async () => {
    await add({ count: 45, prompt: "a pigeon", daysAgo: 5 });
    await client`update batches set created_at = date_trunc('minute', created_at) where request ->> 'prompt' = 'a pigeon'`;
    const seen: string[] = [];
    const sizes: number[] = [];
    let next: SearchPlace | undefined;
    do {
      const { view } = await search("pigeon", { ...next });
      sizes.push(view?.found.length ?? 0);
      seen.push(...(view?.found ?? []).map(({ message }) => message.id));
      next = view?.next;
    } while (next);
    expect(sizes).toEqual([20, 20, 5]);
    expect(new Set(seen).size).toBe(45);
  });
});

describe("a search for starred results", () => {
  it("finds those that were starred in the channel, with the words", async () => {
    await add({ prompt: "a starred swan", daysAgo: 30 });
    await add({ prompt: "a starred goose", daysAgo: 31 });
    await add({ prompt: "a swan", daysAgo: 32 });
    await add({ prompt: "a swan that was starred elsewhere", channel: "studio", daysAgo: 33 });
    await client`
      insert into stars (organisation_id, account_id, batch_id, channel, event_key)
      select organisation_id, account_id, id, conversation, id::text from batches where request ->> 'prompt' like '%starred%'`;
    expect(await prompts("", { starred: "yes" })).toEqual(["a starred swan", "a starred goose"]);
    expect(await prompts("swan", { starred: "yes" })).toEqual(["a starred swan"]);
    expect(await prompts("", { starred: "yes", at: "2026-03-31T13:00:00.000000Z" })).toEqual(["a starred goose"]);
    expect((await search("", { starred: "no" })).status).toBe(400);
  });
});

describe("a search through a long history", () => {
  const Plan = z.array(z.object({ "QUERY PLAN": z.string() }));

  it("examines a bounded part of it at a time, by the channel's index", async () => {
    await add({ count: MANY, prompt: "one of many", channel: "studio", daysAgo: 10 });
    await add({ prompt: "a rare heron", channel: "studio", daysAgo: 100 });
    await client`analyze`;
    let next: SearchPlace | undefined;
    let parts = 0;
    let found: readonly string[] = [];
    do {
      const { view } = await search("heron", { channel: "studio", ...next });
      found = [...found, ...(view?.found ?? []).map(({ prompt }) => prompt)];
      next = view?.next;
      parts += 1;
    } while (next);
    expect(found).toEqual(["a rare heron"]);
    expect(parts).toBe(MANY / REQUESTS_SEARCHED + 1);

    const place = { at: "2026-05-01T00:00:00.000000Z", id: "00000000-0000-4000-8000-000000000000" };
    const asked = { channel: "studio", person: "member", words: "heron", isStarred: false } as const;
    const planOf = async (statement: SQL): Promise<string> => {
      const rows = await server.db.run((queries) => queries.execute(sql`explain (costs off) ${statement}`));
      return Plan.parse(rows)
        .map((row) => row["QUERY PLAN"])
        .join("\n");
    };
    for (const statement of [resultsQuery(asked, place), lastQuery(asked, place)]) {
      const plan = await planOf(statement);
      expect(plan).toContain("Index Scan Backward using batches_of_channel");
      // A scan of the channels is fine: there are few.
      expect(plan).not.toMatch(/Seq Scan on (?!console_channels)/);
    }
    const starred = await planOf(resultsQuery({ ...asked, isStarred: true }, place));
    expect(starred).toContain("Index Scan using batches_pkey");
    expect(starred).not.toMatch(/Seq Scan on (?!console_channels|stars)/);
  });
});
