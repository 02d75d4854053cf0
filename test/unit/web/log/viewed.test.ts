import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { MessageView } from "../../../../src/platforms/console/api/api.ts";
import type { HistoryView } from "../../../../src/platforms/console/api/history.ts";
import { createApiClient } from "../../../../src/web/state/api-client.ts";
import { createConsoleClient, type ConsoleClient } from "../../../../src/web/state/console-client.ts";
import { EMPTY_LOG, messagesIn } from "../../../../src/web/state/log/channel-log.ts";
import { viewedRange } from "../../../../src/web/state/log/viewed.ts";
import { view } from "../../../support/console/message-view.ts";
import { SpokenSource } from "../../../support/console/spoken-source.ts";

const author = { id: "admin", name: "Ada", isEasel: false };
/** Ten messages. A page has two. */
const ALL = Array.from({ length: 10 }, (_, n) => view(`m${n + 1}`, 10 * (n + 1), { author, createdAt: n * 1_000 }));

/** A page as the server answers. */
function answer(query: URLSearchParams): HistoryView | undefined {
  const before = Number(query.get("before") ?? Infinity);
  const at = Date.parse(query.get("at") ?? "");
  const around = query.get("around");
  const since = query.get("after");
  let from: number;
  if (since !== null) from = ALL.findIndex(({ position }) => position > Number(since));
  else if (around !== null) from = ALL.findIndex(({ id }) => id === around);
  else if (Number.isNaN(at)) from = Math.max(0, ALL.filter(({ position }) => position < before).length - 2);
  else from = ALL.findIndex(({ createdAt }) => createdAt >= at);
  if (from < 0) return undefined;
  const messages = ALL.slice(from, from + 2);
  const page = { messages, older: from > 0, newer: from + 2 < ALL.length };
  return Number.isNaN(at) ? page : { ...page, first: messages[0]?.position ?? 0 };
}

let client: ConsoleClient;
let stop: () => void;
let failures: number;

beforeEach(async () => {
  vi.stubGlobal("EventSource", SpokenSource);
  failures = 0;
  const api = createApiClient({
    async fetch(input) {
      const { pathname, searchParams } = new URL(
        typeof input === "string" ? input : expect.fail("not a path"),
        "http://127.0.0.1",
      );
      if (pathname === "/api/state") {
        const channels = [{ id: "general", revision: 0, createdBy: null }];
        return Response.json({
          people: [],
          channels,
          commands: [],
          revision: 100,
          canLogOut: false,
          streamsFull: false,
        });
      }
      if (searchParams.has("around") && failures-- > 0) return new Response("", { status: 503 });
      const page = answer(searchParams);
      return page
        ? Response.json(page)
        : Response.json({ error: { code: "message_gone", message: "" } }, { status: 404 });
    },
    onLogin: () => {},
    locale: () => "en",
  });
  client = createConsoleClient({ api, person: "member", onReach() {}, isHidden: () => false, onNews() {} });
  client.visit("general");
  stop = client.start();
  await vi.waitUntil(() => shown().length === 2);
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function shown(): string[] {
  const state = client.store.get();
  const log = state.logs.get("general") ?? EMPTY_LOG;
  return messagesIn(log, viewedRange(state, "general")).map(({ id }) => id);
}
const unread = () => client.store.get().unread.get("general") ?? 0;
const say = (message: MessageView): Promise<void> => SpokenSource.say(message, client);

describe("the part of a channel that the reader looks at", () => {
  it("is the one with the linked message, and grows both ways until it meets the newest messages", async () => {
    client.visit("general", "m4");
    expect(shown()).toEqual(["m9", "m10"]);
    await expect.poll(shown).toEqual(["m4", "m5"]);
    await client.loadOlder("general");
    expect(shown()).toEqual(["m2", "m3", "m4", "m5"]);
    await client.loadNewer("general");
    expect(shown()).toEqual(["m2", "m3", "m4", "m5", "m6", "m7"]);
    await client.loadNewer("general");
    expect(shown().slice(-3)).toEqual(["m8", "m9", "m10"]);
    await client.loadNewer("general");
    await client.loadOlder("general");
    expect(shown()).toEqual(ALL.map(({ id }) => id));
  });

  it("does not get what arrives, which is unread until the reader returns", async () => {
    client.visit("general", "m4");
    await expect.poll(shown).toEqual(["m4", "m5"]);
    await say(view("m11", 110, { author }));
    await say(view("own", 111));
    await say(view("answer", 112, { author, private: true, beside: "m4" }));
    expect([shown(), unread()]).toEqual([["m4", "m5", "answer"], 1]);
    client.look();
    expect(unread()).toBe(1);
    client.visit("general");
    expect([shown(), unread()]).toEqual([["m9", "m10", "m11", "own", "answer"], 0]);
    await say(view("m12", 113, { author }));
    expect(unread()).toBe(0);
  });

  it("is read to its end when the reader has scrolled down to the newest messages", async () => {
    client.visit("general", "m7");
    await expect.poll(shown).toEqual(["m7", "m8"]);
    await say(view("m11", 110, { author }));
    expect(unread()).toBe(1);
    await client.loadNewer("general");
    expect([shown(), unread()]).toEqual([["m7", "m8", "m9", "m10", "m11"], 0]);
  });

  it("is found by a day, and shown once the reader goes there", async () => {
    expect(await client.firstSince("general", 2_500)).toMatchObject({ id: "m4" });
    expect(shown()).toEqual(["m9", "m10"]);
    client.visit("general", "m4");
    expect(shown()).toEqual(["m4", "m5"]);
  });

  it("stays unchanged if the linked message is gone", async () => {
    client.visit("general", "m4");
    await expect.poll(shown).toEqual(["m4", "m5"]);
    client.visit("general", "no-such-message");
    expect(client.store.get().viewed?.search).toBe("running");
    await expect.poll(() => client.store.get().viewed?.search).toBe("gone");
    expect(shown()).toEqual(["m4", "m5"]);
  });

  it("is asked for again if the server could not be reached", async () => {
    vi.useFakeTimers();
    failures = 2;
    client.visit("general", "m4");
    await vi.advanceTimersByTimeAsync(4_000);
    expect([shown(), failures]).toEqual([["m4", "m5"], -1]);
  });
});
