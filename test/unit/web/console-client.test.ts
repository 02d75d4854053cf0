import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createApiClient } from "../../../src/web/state/api-client.ts";
import { createConsoleClient } from "../../../src/web/state/console-client.ts";
import { loadedMessages } from "../../../src/web/state/log/channel-log.ts";
import { view } from "../../support/console/message-view.ts";
import { SpokenSource } from "../../support/console/spoken-source.ts";

const CHANNELS = ["general", "constructor"];

/** A browser's stream in which nothing happens. */
class SilentSource extends EventTarget {
  close(): void {}
}

beforeEach(() => void vi.stubGlobal("EventSource", SilentSource));
afterEach(() => void vi.unstubAllGlobals());

it.each(CHANNELS)("loads the newest messages of a channel that is visited, once: #%s", async (channel) => {
  const asked: string[] = [];
  const api = createApiClient({
    async fetch(input) {
      const path = typeof input === "string" ? input : expect.fail("not a path");
      asked.push(path);
      if (!path.startsWith("/api/state")) {
        return Response.json({ messages: [view("one", 1, { channel })], older: false, newer: false });
      }
      const channels = CHANNELS.map((id, revision) => ({ id, revision, createdBy: null }));
      return Response.json({ people: [], channels, commands: [], revision: 2, canLogOut: false, streamsFull: false });
    },
    onLogin: () => {},
    locale: () => "en",
  });
  const client = createConsoleClient({
    api,
    person: "member",
    onReach: () => {},
    isHidden: () => false,
    onNews: () => {},
  });
  const { store } = client;
  client.visit(channel);
  const stop = client.start();
  await expect.poll(() => store.get().logs.get(channel)?.messages.size).toBe(1);
  client.visit(channel);
  stop();
  expect(loadedMessages(store.get().logs.get(channel) ?? expect.fail("no messages"))).toMatchObject([{ id: "one" }]);
  expect(asked).toEqual(["/api/state?locale=en", `/api/channels/${channel}/messages?as=member`]);
});

const author = { id: "admin", name: "Ada", isEasel: false };

it.each([
  ["a new message", view("new", 9, { author }), 1],
  ["a command that has just been published", view("published", 6, { author, revision: 9 }), 1],
  ["the reader's own published command", view("own", 6, { revision: 9 }), 0],
  ["an edit of a known message", view("one", 5, { author, revision: 9, editedAt: 1 }), 0],
  ["a known message that is published again", view("one", 5, { author, revision: 9 }), 0],
  ["an edit of a message that is not known", view("edited", 6, { author, revision: 9, editedAt: 1 }), 0],
  ["a publication from before the loaded history", view("old", 4, { author, revision: 9 }), 0],
  ["a publication in a channel that is not loaded", view("two", 4, { author, revision: 9, channel: "constructor" }), 1],
  [
    "an edit in a channel that is not loaded",
    view("two", 4, { author, revision: 9, channel: "constructor", editedAt: 1 }),
    0,
  ],
  ["a removal", { id: "one", channel: "general", position: 5, revision: 9, removed: true } as const, 0],
])("counts and reports only what is new: %s", async (_what, message, count) => {
  vi.stubGlobal("EventSource", SpokenSource);
  const api = createApiClient({
    async fetch(input) {
      const path = typeof input === "string" ? input : expect.fail("not a path");
      if (!path.startsWith("/api/state"))
        return Response.json({ messages: [view("one", 5, { author })], older: true, newer: false });
      const channels = CHANNELS.map((id, revision) => ({ id, revision, createdBy: null }));
      return Response.json({ people: [], channels, commands: [], revision: 8, canLogOut: false, streamsFull: false });
    },
    onLogin: () => {},
    locale: () => "en",
  });
  const news: string[] = [];
  const { store, visit, start } = createConsoleClient({
    api,
    person: "member",
    onReach: () => {},
    isHidden: () => true,
    onNews: ({ id }) => void news.push(id),
  });
  visit("general");
  const stop = start();
  await expect.poll(() => store.get().logs.get("general")?.ranges[0]?.from).toBe(5);
  await SpokenSource.say(message, { store });
  stop();
  expect(store.get().unread.get(message.channel) ?? 0).toBe(count);
  expect(news).toEqual(count === 1 ? [message.id] : []);
});
