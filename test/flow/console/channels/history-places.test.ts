import { sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ErrorView } from "../../../../src/platforms/console/api/api.ts";
import { HistoryView } from "../../../../src/platforms/console/api/history.ts";
import type { PersonId } from "../../../../src/platforms/console/api/people.ts";
import { readHistory } from "../../../../src/platforms/console/store/history.ts";
import { consolePerson } from "../../../support/console/console-person.ts";
import { startTestConsole, type TestConsole } from "../../../support/console/console.ts";
import { createTestDatabase, type TestDatabase } from "../../../support/database/postgres.ts";

const BEGINNING = Date.UTC(2026, 0, 1);
const HOUR = 3_600_000;

let database: TestDatabase;
let server: TestConsole;

beforeAll(async () => {
  database = await createTestDatabase();
  server = await startTestConsole({ databaseUrl: database.url });
});
afterAll(async () => {
  await server.stop();
  await database.drop();
});

interface Written {
  /** Hours since `BEGINNING`. */
  readonly hour: number;
  readonly visibleTo?: PersonId;
  readonly removed?: boolean;
}

/** Adds a channel with these messages, in this order. Each message's text is its index. */
async function addChannel(id: string, messages: readonly Written[]): Promise<void> {
  const rows = messages.map(({ hour, visibleTo, removed }, n) => ({
    n,
    at: new Date(BEGINNING + hour * HOUR).toISOString(),
    visible_to: visibleTo ?? null,
    removed: removed ?? false,
  }));
  await server.db.run((queries) =>
    queries.execute(sql`
      with counter as (
        update console_counter set revision = revision + ${rows.length + 1}::integer
        returning revision - ${rows.length}::integer as before
      ), channel as (
        insert into console_channels (id, revision) select ${id}::text, before from counter returning id
      )
      insert into console_messages (id, channel_id, author, visible_to, position, revision, text, content, removed, created_at)
      select ${id} || '-' || n, channel.id, 'admin', visible_to, before + n + 1, before + n + 1, n::text,
        '{"files":[],"buttons":[]}'::jsonb, removed, at
      from counter, channel, jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as given (n integer, at timestamptz, visible_to text, removed boolean)`),
  );
}

async function ask(channel: string, query: string): Promise<Response> {
  return fetch(`${server.url}/api/channels/${channel}/messages?${query}`);
}

/** A page: the numbers of its messages, the number of the one that was asked for, and whether there are more on either side. */
async function page(channel: string, query: string) {
  const response = await ask(channel, query);
  expect(response.status).toBe(200);
  const { messages, first, ...around } = HistoryView.parse(await response.json());
  const numbers = messages.map((message) => (message.removed ? Number.NaN : Number(message.text)));
  const found = messages.findIndex(({ position }) => position === first);
  return { ...around, numbers, first: numbers[found], position: (n: number) => messages[n]?.position };
}
const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, n) => from + n);

describe("a page of a channel's history", () => {
  beforeAll(() =>
    addChannel(
      "year",
      range(0, 119).map((hour) => ({ hour })),
    ),
  );

  it("continues from a position to newer messages until it reaches the newest", async () => {
    const newest = await page("year", "as=member");
    expect(newest).toMatchObject({ numbers: range(70, 119), older: true, newer: false, first: undefined });
    const before = await page("year", `as=member&before=${newest.position(0)}`);
    expect(before).toMatchObject({ numbers: range(20, 69), older: true, newer: true });
    const after = await page("year", `as=member&after=${before.position(0)}`);
    expect(after).toMatchObject({ numbers: range(21, 70), older: true, newer: true });
    const last = await page("year", `as=member&after=${after.position(49)}`);
    expect(last).toMatchObject({ numbers: range(71, 119), newer: false });
    expect(await page("year", "as=member&after=0")).toMatchObject({ numbers: range(0, 49), older: false, newer: true });
  });

  it.each([
    ["2026-01-03", 48],
    ["2026-01-03T00:00:00.001Z", 49],
    ["2026-01-03T02:00:00+02:00", 48],
    ["2026-01-02T23:30:00Z", 48],
  ])("surrounds the first message at or after %s", async (at, first) => {
    const query = new URLSearchParams({ as: "member", at }).toString();
    expect(await page("year", query)).toMatchObject({
      numbers: range(first - 25, first + 24),
      first,
      older: true,
      newer: true,
    });
  });

  it("begins or ends with the channel's history, if the day is near its start or end", async () => {
    const first = { numbers: range(0, 24), first: 0, older: false, newer: true };
    expect(await page("year", "as=member&at=0001-01-01")).toMatchObject(first);
    expect(await page("year", "as=member&at=2026-01-05T22:00:00Z")).toMatchObject({
      numbers: range(93, 119),
      first: 118,
      older: true,
      newer: false,
    });
  });

  it("is the newest one if there is no message at or after a time", async () => {
    const newest = { numbers: range(70, 119), first: undefined, older: true, newer: false };
    expect(await page("year", "as=member&at=2026-01-06")).toMatchObject(newest);
    expect(await page("year", "as=member&at=9999-12-31T23:59:59.999Z")).toMatchObject(newest);
  });

  it("surrounds a message", async () => {
    expect(await page("year", "as=member&around=year-30")).toMatchObject({
      numbers: range(5, 54),
      first: undefined,
      older: true,
      newer: true,
    });
  });
});

describe("a message that a person can't see", () => {
  it("is neither found nor counted: messages for others, removed ones, and those of other channels", async () => {
    await addChannel("shared", [
      { hour: 0 },
      { hour: 30, visibleTo: "admin" },
      { hour: 31, removed: true },
      { hour: 32, visibleTo: "member" },
      { hour: 33 },
    ]);
    const secondDay = async (as: PersonId) => page("shared", `as=${as}&at=2026-01-02`);
    expect(await secondDay("admin")).toMatchObject({ numbers: [0, 1, 4], first: 1 });
    expect(await secondDay("member")).toMatchObject({ numbers: [0, 3, 4], first: 3 });
    expect(await page("shared", "as=member&around=shared-3")).toMatchObject({ numbers: [0, 3, 4] });
    const gone: unknown[] = [];
    for (const [channel, id] of [
      ["shared", "shared-1"],
      ["shared", "shared-2"],
      ["shared", "no-such-message"],
      ["year", "shared-3"],
    ] as const) {
      const response = await ask(channel, `as=member&around=${id}`);
      gone.push([response.status, ErrorView.parse(await response.json()).error.code]);
    }
    expect(gone).toEqual(gone.map(() => [404, "message_gone"]));
    for (const query of ["at=2026-01-01", "after=1", "around=year-3"]) {
      const response = await ask("nowhere", `as=member&${query}`);
      expect([response.status, ErrorView.parse(await response.json()).error.code]).toEqual([404, "channel_unknown"]);
    }
  });

  it("leaves an empty channel empty, whatever the day", async () => {
    await addChannel("empty", []);
    expect(await page("empty", "as=member&at=2026-01-01")).toMatchObject({ numbers: [], older: false, newer: false });
  });
});

it("the first message since any time is the one that reading the whole channel finds", async () => {
  const message = fc.record({
    hour: fc.integer({ min: 0, max: 40 }),
    visibleTo: fc.constantFrom("admin", "member", undefined),
    removed: fc.boolean(),
  });
  const channels = fc.sample(fc.array(message, { maxLength: 40 }), { numRuns: 12, seed: 22 });
  for (const [turn, unordered] of channels.entries()) {
    const messages = unordered.toSorted((one, other) => one.hour - other.hour);
    const channel = `any-${turn}`;
    await addChannel(
      channel,
      messages.map(({ visibleTo, ...rest }) => ({ ...rest, ...(visibleTo && { visibleTo }) })),
    );
    for (const hour of [0, 7, 20, 33, 41]) {
      const expected = messages.findIndex(
        (one) => one.hour >= hour && !one.removed && (one.visibleTo ?? "member") === "member",
      );
      const place = { channel, person: "member", at: BEGINNING + hour * HOUR } as const;
      const read = await readHistory(server.db, place, 50);
      const found = read?.messages.find(({ position }) => position === read.first);
      expect(found?.id).toBe(expected < 0 ? undefined : `${channel}-${expected}`);
    }
  }
});

it.each([
  "at=yesterday",
  "at=2026-02-30",
  "at=2026-01-01T10:00:00",
  "at=",
  "after=-1",
  "after=1.5",
  "after=9007199254740993",
  "before=1&before=2",
  "before=1&after=2",
  "at=2026-01-01&around=general-1",
  "around=a%00",
  "since=2026-01-01",
])("a query that the API doesn't have is refused: %s", async (query) => {
  const response = await ask("general", `as=member&${query}`);
  expect([response.status, ErrorView.parse(await response.json()).error.code]).toEqual([400, "bad_request"]);
});

it("messages are found by the time at which they arrived", async () => {
  const max = consolePerson(server.url, "member");
  await addChannel("today", [{ hour: 0 }]);
  const since = new Date().toISOString();
  await max.say("just now", { channel: "today" });
  const response = await ask("today", new URLSearchParams({ as: "member", at: since }).toString());
  const { messages, first } = HistoryView.parse(await response.json());
  expect(messages).toMatchObject([{ text: "0" }, { text: "just now", position: first }]);
});
