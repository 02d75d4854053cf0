import { expect, it } from "vitest";
import { createLog } from "../../../../src/lib/log/log.ts";
import {
  createWatch,
  type PartState,
  PART_AGAIN_CAP_MS,
  PART_AGAIN_MS,
  PART_FAILURES,
} from "../../../../src/app/http/watch.ts";
import { createSteppedClock } from "../../../support/fault/stepped-clock.ts";

function watched(first: PartState, answers: readonly PartState[]) {
  const clock = createSteppedClock();
  const stop = new AbortController();
  let asked = 0;
  const ask = async (): Promise<PartState> => answers[Math.min(asked++, answers.length - 1)] ?? first;
  const watch = createWatch("part", first, { clock, random: () => 1, log: createLog("silent") });
  const running = watch.run(ask, stop.signal);
  return {
    clock,
    watch,
    asked: () => asked,
    async end() {
      stop.abort();
      await running;
    },
  };
}

const AWAY: PartState = { kind: "away", reason: "HTTP 503" };
const UP: PartState = { kind: "up" };

it("checks an unavailable part with growing pauses until it is back", async () => {
  const { clock, watch, asked, end } = watched(AWAY, [AWAY, AWAY, UP]);
  await clock.until(() => watch.state().kind === "up");
  expect(clock.sleeps).toEqual([PART_AGAIN_MS, PART_AGAIN_MS * 2, PART_AGAIN_MS * 4]);
  expect(asked()).toBe(3);
  expect(await clock.step()).toBe(false);
  await end();
});

it("counts a part as unavailable after several failed calls in a row, and as back at the first answer", async () => {
  const { watch, end } = watched(UP, [AWAY]);
  for (let call = 1; call < PART_FAILURES; call++) watch.heard("HTTP 503");
  watch.heard(undefined);
  for (let call = 1; call < PART_FAILURES; call++) watch.heard("HTTP 503");
  expect(watch.state()).toEqual(UP);
  watch.heard("HTTP 503");
  expect(watch.state()).toEqual(AWAY);
  watch.heard(undefined);
  expect(watch.state()).toEqual(UP);
  await end();
});

it("keeps checking a part that refuses Easel, regardless of answers to other calls", async () => {
  const refused: PartState = { kind: "refused", reason: "IMAGE_API_KEY is not accepted" };
  const { clock, watch, end } = watched(refused, [refused, UP]);
  watch.heard(undefined);
  expect(watch.state()).toEqual(refused);
  await clock.until(() => watch.state().kind === "up");
  expect(clock.sleeps).toEqual([PART_AGAIN_CAP_MS, PART_AGAIN_CAP_MS]);
  await end();
});
