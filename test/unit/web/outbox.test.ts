import { describe, expect, it } from "vitest";
import type { NewMessage } from "../../../src/platforms/console/api/api.ts";
import { ApiError } from "../../../src/web/state/api-client.ts";
import { createOutbox, type OutboxFile, type OutboxItem, type OutboxShelf } from "../../../src/web/state/outbox.ts";
import { createManualClock } from "../../support/manual-clock.ts";
import { until } from "../../support/process/processes.ts";

const away = new ApiError("unreachable", "no network", true);

function createShelf(items: OutboxItem[] = []): OutboxShelf & { ids(): string[] } {
  const kept = new Map(items.map((item) => [item.message.id, item]));
  return {
    load: () => [...kept.values()],
    save: (item) => void kept.set(item.message.id, item),
    update: (item) => void (kept.has(item.message.id) && kept.set(item.message.id, item)),
    drop: (id) => void kept.delete(id),
    clear: () => kept.clear(),
    ids: () => [...kept.keys()],
  };
}

/** An outbox with a server whose answers the test sets. */
function setup(
  send: (message: NewMessage) => Promise<void>,
  shelf = createShelf(),
  sizeOf: (file: Blob) => Promise<{ width: number; height: number } | undefined> = async () => undefined,
) {
  const clock = createManualClock();
  const seen: { items: readonly OutboxItem[] } = { items: [] };
  const uploads: string[] = [];
  const outbox = createOutbox({
    api: {
      send,
      upload: async (_blob, name) => {
        uploads.push(name);
        return `upload of ${name}`;
      },
      sizeOf,
    },
    shelf,
    sleep: (ms, signal) => clock.sleep(ms, signal),
    onChange: (items) => {
      seen.items = items;
    },
  });
  const add = (id: string, files: OutboxFile[] = []): void =>
    outbox.add({
      message: { id, as: "member", locale: "en", channel: "general", text: id },
      files,
      writtenAt: 0,
    });
  return { outbox, add, clock, seen, shelf, uploads };
}

describe("the outbox", () => {
  it("sends a message until it is acknowledged, always under its own id, and keeps the order", async () => {
    const sent: string[] = [];
    let failures = 3;
    const { add, clock, seen, shelf } = setup(async (message) => {
      sent.push(message.id);
      failures -= 1;
      if (failures >= 0) throw away;
    });
    add("one");
    add("two");
    for (let n = 0; n < 3; n += 1) {
      await until(() => clock.sleepers() === 1);
      expect(seen.items[0]?.state).toBe("retrying");
      clock.advance(8_000);
    }
    await until(() => seen.items.length === 0);
    expect(sent).toEqual(["one", "one", "one", "one", "two"]);
    expect(shelf.ids()).toEqual([]);
  });

  it("keeps unacknowledged messages across a reload", async () => {
    const first = setup(() => Promise.reject(away));
    first.add("kept");
    await until(() => first.clock.sleepers() === 1);
    first.outbox.stop();
    const sent: string[] = [];
    const second = setup(async (message) => void sent.push(message.id), first.shelf);
    await until(() => second.seen.items.length === 0);
    expect(sent).toEqual(["kept"]);
  });

  it("sets a refused message aside, says why, and continues with the others", async () => {
    const sent: string[] = [];
    let strict = true;
    const { add, outbox, seen } = setup(async (message) => {
      if (message.id === "bad" && strict) throw new ApiError("too_large", "too large", false);
      sent.push(message.id);
    });
    add("bad");
    add("good");
    await until(() => sent.length === 1);
    expect(seen.items).toMatchObject([{ message: { id: "bad" }, state: "refused", reason: "too large" }]);
    strict = false;
    outbox.again("bad");
    await until(() => seen.items.length === 0);
    expect(sent).toEqual(["good", "bad"]);
  });

  it("retries immediately when the server can be reached", async () => {
    let reachable = false;
    const { add, outbox, clock, seen } = setup(() => (reachable ? Promise.resolve() : Promise.reject(away)));
    add("soon");
    await until(() => clock.sleepers() === 1);
    const began = clock.now();
    reachable = true;
    outbox.wake();
    await until(() => seen.items.length === 0);
    expect(clock.now()).toBe(began);
  });

  it("uploads each file once, however often the message is sent", async () => {
    const sent: NewMessage[] = [];
    let failures = 2;
    const send = async (message: NewMessage): Promise<void> => {
      sent.push(message);
      failures -= 1;
      if (failures >= 0) throw away;
    };
    const { add, clock, seen, uploads } = setup(send, createShelf(), async () => ({ width: 3, height: 2 }));
    add("files", [{ name: "a.png", blob: new Blob(["a"]) }]);
    for (let n = 0; n < 2; n += 1) {
      await until(() => clock.sleepers() === 1);
      clock.advance(8_000);
    }
    await until(() => seen.items.length === 0);
    expect(uploads).toEqual(["a.png"]);
    expect(sent.at(-1)?.attachments).toEqual([{ upload: "upload of a.png", width: 3, height: 2 }]);
  });

  it("says in the message's language that a file was lost with its page", async () => {
    const message = { id: "one", as: "member", locale: "zh-CN", channel: "general", text: "看" } as const;
    const shelf = createShelf([{ message, files: [{ name: "a.png" }], state: "sending", writtenAt: 0 }]);
    const { seen } = setup(() => Promise.resolve(), shelf);
    await until(() => seen.items[0]?.state === "refused");
    expect(seen.items[0]?.reason).toBe("请重新添加 a.png。");
  });

  it("keeps nothing after a log-out, neither here nor in another tab that is still trying", async () => {
    const here = setup(() => Promise.reject(away));
    const elsewhere = setup(() => Promise.reject(away), here.shelf);
    here.add("written here");
    elsewhere.add("written elsewhere");
    await until(() => here.clock.sleepers() === 1 && elsewhere.clock.sleepers() === 1);
    here.outbox.discardAll();
    expect(here.seen.items).toEqual([]);
    expect(here.shelf.ids()).toEqual([]);
    for (const { clock } of [here, elsewhere]) clock.advance(8_000);
    await until(() => elsewhere.clock.sleepers() === 1);
    expect(here.shelf.ids()).toEqual([]);
  });
});
