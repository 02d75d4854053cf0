import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { AnyMessageView } from "../../../src/platforms/console/api/api.ts";
import { EMPTY_LOG, shownMessages, takeHistory, takeMessages } from "../../../src/web/state/log/channel-log.ts";

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
    const older = takeHistory(log, { messages: [view("a", 10), view("b", 20)], older: false, newer: true });
    expect(shownMessages(older).map((message) => message.text)).toEqual(["a at 40", "b at 20", "c at 30"]);
  });

  it("stays the same object if nothing is new", () => {
    const log = whole([view("a", 1)]);
    expect(takeMessages(log, [view("a", 1)])).toBe(log);
  });
});
