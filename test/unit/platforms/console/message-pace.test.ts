import { expect, it } from "vitest";
import { createMessagePace } from "../../../../src/platforms/console/receive/message-pace.ts";
import { createManualClock } from "../../../support/manual-clock.ts";

it("takes a thousand messages of each person in a minute", () => {
  const clock = createManualClock();
  const pace = createMessagePace(clock);
  for (let n = 0; n < 1_000; n += 1) expect(pace.take("member", 1)).toBe(true);
  expect(pace.take("member", 1)).toBe(false);
  expect(pace.take("admin", 1)).toBe(true);
  clock.advance(59_999);
  expect(pace.take("member", 1)).toBe(false);
  clock.advance(1);
  expect(pace.take("member", 1)).toBe(true);
});
