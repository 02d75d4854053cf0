import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createApiClient } from "../../../src/web/state/api-client.ts";
import { createConsoleClient } from "../../../src/web/state/console-client.ts";
import { shownMessages } from "../../../src/web/state/log/channel-log.ts";
import { view } from "../../support/console/message-view.ts";

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
        return Response.json({ messages: [view("one", 1, { channel })], older: false });
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
  expect(shownMessages(store.get().logs.get(channel) ?? expect.fail("no messages"))).toMatchObject([{ id: "one" }]);
  expect(asked).toEqual(["/api/state?locale=en", `/api/channels/${channel}/messages?as=member`]);
});
