import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { openEventLink } from "../../../../src/web/state/stream/event-link.ts";

/** A browser's stream that the test opens and refuses. */
class FakeSource extends EventTarget {
  static readonly CLOSED = 2;
  readyState = 0;

  constructor() {
    super();
    opened.push(this);
  }

  accept(): void {
    this.readyState = 1;
    this.dispatchEvent(new Event("open"));
  }

  refuse(): void {
    this.readyState = FakeSource.CLOSED;
    this.dispatchEvent(new Event("error"));
  }

  close(): void {
    this.readyState = FakeSource.CLOSED;
  }
}

let opened: FakeSource[];
let close: () => void;

beforeEach(() => {
  opened = [];
  vi.useFakeTimers();
  vi.stubGlobal("EventSource", FakeSource);
  const nothing = (): void => {};
  close = openEventLink("member", 1, {
    message: nothing,
    channel: nothing,
    status: nothing,
    open: nothing,
    refused: nothing,
    reset: nothing,
  });
});
afterEach(() => {
  close();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Refuses the stream. Returns the milliseconds until it is opened again. */
function waitAfterRefusal(): number {
  const before = opened.length;
  opened.at(-1)?.refuse();
  const from = Date.now();
  vi.advanceTimersToNextTimer();
  expect(opened.length).toBe(before + 1);
  return Date.now() - from;
}

it("reopens a stream after growing pauses while it is refused, and soon once it was accepted", () => {
  expect(Array.from({ length: 5 }, waitAfterRefusal)).toEqual([1_500, 3_000, 6_000, 12_000, 12_000]);
  opened.at(-1)?.accept();
  expect(waitAfterRefusal()).toBe(1_500);
});
