import { expect, it } from "vitest";
import { createFollowers } from "../../../src/lib/child-signals.ts";

it("ends all who follow with the signal's own reason, and those who come too late as well", () => {
  const parent = new AbortController();
  const follower = createFollowers(parent.signal);
  const followers = Array.from({ length: 3 }, () => follower());
  expect(followers.some(({ signal }) => signal.aborted)).toBe(false);
  const reason = new Error("stopping");
  parent.abort(reason);
  for (const { signal } of [...followers, follower()]) expect(signal.reason).toBe(reason);
});

it("leaves alone who has ended", () => {
  const parent = new AbortController();
  const { signal, end } = createFollowers(parent.signal)();
  end();
  parent.abort(new Error("stopping"));
  expect(signal.aborted).toBe(false);
});
