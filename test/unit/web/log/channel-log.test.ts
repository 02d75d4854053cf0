import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { AnyMessageView } from "../../../../src/platforms/console/api/api.ts";
import {
  EMPTY_LOG,
  messagesIn,
  shownRange,
  takeHistory,
  takeMessages,
  type ChannelLog,
} from "../../../../src/web/state/log/channel-log.ts";

function view(id: string, position: number, revision = position, removed = false): AnyMessageView {
  const place = { id, channel: "general", position, revision };
  if (removed) return { ...place, removed };
  return {
    ...place,
    removed,
    author: { id: "member", name: "Max", isEasel: false },
    text: `${id} at ${revision}`,
    private: false,
    createdAt: 0,
    files: [],
    buttons: [],
  };
}

/** The shown messages of the part with an anchor, or of the newest part. */
const shownMessages = (log: ChannelLog, anchor?: number) => messagesIn(log, shownRange(log, anchor));
const whole = (messages: AnyMessageView[], older = false) => takeHistory(EMPTY_LOG, { messages, older, newer: false });

describe("the page's copy of a channel", () => {
  it("is the same in whatever order and however often changes arrive", () => {
    const changes = [view("a", 1), view("b", 2), view("a", 1, 3), view("c", 4), view("b", 2, 5, true), view("a", 1, 6)];
    const expected = shownMessages(takeMessages(whole([]), changes)).map((message) => message.text);
    expect(expected).toEqual(["a at 6", "c at 4"]);
    const orders = fc.shuffledSubarray([...changes, ...changes], { minLength: changes.length * 2 });
    fc.assert(
      fc.property(orders, (order) => {
        const log = order.reduce((before, change) => takeMessages(before, [change]), whole([]));
        expect(shownMessages(log).map((message) => message.text)).toEqual(expected);
      }),
    );
  });

  it("does not restore a removed message from an older page of history", () => {
    const log = takeHistory(takeMessages(EMPTY_LOG, [view("a", 1, 9, true)]), {
      messages: [view("a", 1)],
      older: false,
      newer: false,
    });
    expect(shownMessages(log)).toEqual([]);
  });

  it("does not show an edit of a message from before the loaded history, until that is loaded", () => {
    const log = takeMessages(whole([view("c", 30)], true), [view("a", 10, 40)]);
    expect(shownMessages(log).map((message) => message.id)).toEqual(["c"]);
    const page = { messages: [view("a", 10), view("b", 20)], older: false, newer: true };
    const older = takeHistory(log, page, { before: 30 });
    expect(shownMessages(older).map((message) => message.text)).toEqual(["a at 40", "b at 20", "c at 30"]);
  });

  it("stays the same object if nothing is new", () => {
    const log = whole([view("a", 1)]);
    expect(takeMessages(log, [view("a", 1)])).toBe(log);
  });

  it("shows a part with a gap after it without what arrives, until the newer pages meet the newest one", () => {
    const newest = whole([view("y", 90), view("z", 91)], true);
    const old = takeHistory(newest, { messages: [view("b", 20), view("c", 30)], older: true, newer: true });
    const arrived = takeMessages(old, [view("news", 99)]);
    const ids = (log: ChannelLog, anchor?: number) => shownMessages(log, anchor).map(({ id }) => id);
    expect(ids(arrived, 20)).toEqual(["b", "c"]);
    expect(ids(arrived)).toEqual(["y", "z", "news"]);
    const further = takeHistory(arrived, { messages: [view("d", 40)], older: true, newer: true }, { after: 30 });
    expect(ids(further, 20)).toEqual(["b", "c", "d"]);
    const met = takeHistory(
      further,
      { messages: [view("e", 50), view("y", 90)], older: true, newer: true },
      { after: 40 },
    );
    expect(ids(met, 20)).toEqual(["b", "c", "d", "e", "y", "z", "news"]);
    const all = takeHistory(met, { messages: [view("a", 10)], older: false, newer: true }, { before: 20 });
    expect(all.ranges).toEqual([{ from: 0, to: Infinity }]);
  });

  it("shows an answer below a message of an old part, although it came later", () => {
    const log = takeHistory(whole([view("z", 90)], true), { messages: [view("b", 20)], older: true, newer: true });
    const answer = { ...view("answer", 95), removed: false, beside: "b" } as AnyMessageView;
    const further = { ...view("further", 96), removed: false, beside: "answer" } as AnyMessageView;
    const ids = shownMessages(takeMessages(log, [answer, further]), 20).map(({ id }) => id);
    expect(ids).toEqual(["b", "answer", "further"]);
  });

  it("shows the newest part while the part of an anchor is not loaded", () => {
    expect(shownMessages(whole([view("z", 90)], true), 20)).toMatchObject([{ id: "z" }]);
    expect(shownMessages(EMPTY_LOG, 20)).toEqual([]);
  });
});
