import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { EventSourceMessage } from "eventsource-parser";
import type { Database } from "../../../src/db/connection.ts";
import { AnyMessageView } from "../../../src/platforms/console/api/api.ts";
import { consolePerson } from "../../support/console/console-person.ts";
import { startTestConsole, type TestConsole } from "../../support/console/console.ts";
import { openEventReader, type EventReader } from "../../support/event-reader.ts";
import { createTestDatabase, type TestDatabase } from "../../support/database/postgres.ts";
import { startTcpProxy } from "../../support/process/tcp-proxy.ts";

const conversation = { platform: "console", workspace: "main", channel: "general" } as const;

let database: TestDatabase;
let server: TestConsole;
const readers: EventReader[] = [];
let posted = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  server = await startTestConsole({ databaseUrl: database.url });
});
afterEach(() => {
  for (const reader of readers.splice(0)) reader.close();
});
afterAll(async () => {
  await server.stop();
  await database.drop();
});

async function follow(options: { as?: string; after?: string; lastEventId?: string; of?: TestConsole } = {}) {
  const { as = "member", after, lastEventId, of = server } = options;
  const query = new URLSearchParams({ as, ...(after === undefined ? {} : { after }) });
  const headers = lastEventId === undefined ? {} : { "last-event-id": lastEventId };
  const reader = await openEventReader(`${of.url}/api/events?${query.toString()}`, headers);
  readers.push(reader);
  await reader.until((events) => events.some((event) => event.event === "status"));
  return reader;
}

function messagesIn(events: readonly EventSourceMessage[]): AnyMessageView[] {
  return events
    .filter((event) => event.event === "message")
    .map((event) => AnyMessageView.parse(JSON.parse(event.data)));
}

function textsIn(events: readonly EventSourceMessage[]): string[] {
  return messagesIn(events).map((message) => (message.removed ? "(removed)" : message.text));
}

async function post(text: string, on: TestConsole = server) {
  posted += 1;
  return on.platform.post(conversation, { text }, `stream-${posted}`);
}

/** The same database, which answers nothing between `hold` and `release`. */
function holding(db: Database) {
  let held: PromiseWithResolvers<void> | undefined;
  let asked = 0;
  return {
    db: {
      ...db,
      run: async (work, deadlineMs) => {
        if (held) asked += 1;
        await held?.promise;
        return db.run(work, deadlineMs);
      },
    } satisfies Database,
    hold: () => (held = Promise.withResolvers()),
    release: () => held?.resolve(),
    asked: () => asked,
  };
}

describe("the limit of event streams", () => {
  it("holds for concurrent requests, and frees the place of a reader that leaves while waiting", async () => {
    let wakeup: ReturnType<typeof holding> | undefined;
    const wrap = (db: Database): Database => (wakeup = holding(db)).db;
    const slow = await startTestConsole({ databaseUrl: database.url, wrap });
    // `fetch` ends a stream when its response is collected as garbage.
    const kept: Response[] = [];
    const open = async (signal: AbortSignal): Promise<number> => {
      const response = await fetch(`${slow.url}/api/events?as=member`, { signal });
      kept.push(response);
      return response.status;
    };
    try {
      wakeup?.hold();
      const [leaving, staying] = [new AbortController(), new AbortController()];
      const early = Array.from({ length: 200 }, () => open(leaving.signal).catch(() => 0));
      await expect.poll(() => wakeup?.asked()).toBeGreaterThanOrEqual(200);
      expect(await open(staying.signal)).toBe(503);
      leaving.abort();
      await Promise.all(early);
      // The server notices a moment later.
      const isLetIn = async (): Promise<boolean> => {
        const before = wakeup?.asked();
        let isRefused = false;
        void open(staying.signal).then(
          (status) => (isRefused = status === 503),
          () => {},
        );
        await expect.poll(() => isRefused || wakeup?.asked() !== before).toBe(true);
        return !isRefused;
      };
      await expect.poll(isLetIn).toBe(true);

      const statuses: number[] = [];
      for (let n = 0; n < 737; n += 1)
        void open(staying.signal).then(
          (status) => statuses.push(status),
          () => {},
        );
      await expect.poll(() => statuses.filter((status) => status === 503).length, { timeout: 20_000 }).toBe(538);
      wakeup?.release();
      await expect.poll(() => statuses.filter((status) => status === 200).length, { timeout: 20_000 }).toBe(199);
      expect(await open(staying.signal)).toBe(503);
      staying.abort();
      await expect.poll(() => open(AbortSignal.timeout(1_000))).toBe(200);
    } finally {
      wakeup?.release();
      await slow.stop();
    }
  });
});

describe("the Console's event stream", () => {
  it("resumes after every break without losing or duplicating any of many concurrent posts", async () => {
    // A second process on the same database posts as well.
    const other = await startTestConsole({ databaseUrl: database.url });
    try {
      const start = await follow();
      await post("before the storm");
      await start.until((events) => textsIn(events).length === 1);
      let lastEventId = start.lastId ?? "";
      start.close();

      const expected = Array.from({ length: 120 }, (_, n) => `storm ${n}`);
      const storm = Promise.all(expected.map((text, n) => post(text, n % 2 === 0 ? server : other)));
      const heard: string[] = [];
      while (heard.length < expected.length) {
        const reader = await follow({ lastEventId });
        const goal = Math.min(25, expected.length - heard.length);
        await reader.until((events) => textsIn(events).length >= goal);
        // Posts that arrived after the goal count as well: the last id covers them.
        heard.push(...textsIn(reader.events));
        lastEventId = reader.lastId ?? "";
        reader.close();
      }
      await storm;
      expect(heard.toSorted()).toEqual(expected.toSorted());
    } finally {
      await other.stop();
    }
  });

  it("delivers revisions in the order of its ids", async () => {
    const reader = await follow();
    await Promise.all(Array.from({ length: 30 }, (_, n) => post(`order ${n}`)));
    await reader.until((events) => messagesIn(events).length === 30);
    const ids = reader.events.flatMap((event) => (event.id === undefined ? [] : [Number(event.id)]));
    expect(ids).toEqual(ids.toSorted((one, next) => one - next));
    expect(new Set(ids).size).toBe(30);
  });

  it("reports edits and removals that happened in between in their current state", async () => {
    const [edited, removed] = [await post("first words"), await post("soon gone")];
    const reader = await follow();
    await post("a mark");
    await reader.until((events) => textsIn(events).includes("a mark"));
    reader.close();
    await server.platform.edit(edited, { text: "second words" });
    await server.platform.edit(edited, { text: "third words" });
    await server.platform.remove(removed);
    const later = await follow({ lastEventId: reader.lastId ?? "" });
    await later.until((events) => messagesIn(events).length === 2);
    expect(textsIn(later.events)).toEqual(["third words", "(removed)"]);
  });

  it("hides a private answer and its command from everyone else", async () => {
    server.handleWith((_event, responder) => responder.answer({ text: "for Max alone" }));
    const [max, ada] = [await follow({ as: "member" }), await follow({ as: "admin" })];
    await consolePerson(server.url, "member").say("/imagine");
    await post("for all");
    await Promise.all([max, ada].map((reader) => reader.until((events) => textsIn(events).includes("for all"))));
    expect(textsIn(max.events)).toEqual(["/imagine", "for Max alone", "for all"]);
    expect(textsIn(ada.events)).toEqual(["for all"]);
  });

  it("shows other processes' posts even without a notification", async () => {
    const deaf = await startTestConsole({
      databaseUrl: database.url,
      wrap: (db) => ({ ...db, listen: () => Promise.resolve(() => Promise.resolve()) }),
    });
    try {
      const reader = await follow({ of: deaf });
      await post("unannounced");
      await reader.until((events) => messagesIn(events).length > 0);
      expect(textsIn(reader.events)).toEqual(["unannounced"]);
    } finally {
      await deaf.stop();
    }
  });

  it("reports that the database is unavailable and back, and then sends what was missed", async () => {
    const address = new URL(database.url);
    const wire = await startTcpProxy({ host: address.hostname, port: Number(address.port) });
    const proxied = new URL(address);
    proxied.port = String(wire.port);
    const cutOff = await startTestConsole({ databaseUrl: proxied.href });
    try {
      const statuses = (events: readonly EventSourceMessage[]) =>
        events.filter((event) => event.event === "status").map((event) => event.data);
      const reader = await follow({ of: cutOff });
      wire.cut();
      await reader.until((events) => statuses(events).includes('{"database":"away"}'));
      const answer = await consolePerson(cutOff.url, "member").say("/imagine while away");
      expect(answer).toEqual({ status: 503, code: "database_unavailable" });
      await post("missed");
      wire.heal();
      await reader.until((events) => textsIn(events).includes("missed"));
      expect(statuses(reader.events).at(-1)).toBe('{"database":"up"}');
    } finally {
      await cutOff.stop();
      await wire.close();
    }
  });

  it("makes a page that is ahead of the server start over", async () => {
    const reader = await openEventReader(`${server.url}/api/events?as=member&after=999999999`);
    readers.push(reader);
    await reader.until((events) => events.length === 2);
    expect(reader.events.map((event) => event.event)).toEqual(["status", "reset"]);
  });

  it("ends its streams when it stops", async () => {
    const ending = await startTestConsole({ databaseUrl: database.url });
    const reader = await follow({ of: ending });
    const ended = reader.until(() => false);
    await Promise.all([expect(ended).rejects.toThrow("ended"), ending.stop()]);
  });
});
