import { afterEach, beforeEach, expect, it } from "vitest";
import type { MessageView } from "../../../src/platforms/console/api/api.ts";
import { type Clock, systemClock } from "../../../src/lib/clock.ts";
import { GUIDANCE_GRACE_MS } from "../../../src/lib/limits.ts";
import { startTestEasel, type TestEasel } from "../../support/easel.ts";
import { hurriedClock } from "../../support/fault/hurried-clock.ts";
import { openPlayedGateway, snapshotIn, type PlayedGateway } from "../../support/gateway/played-gateway.ts";

/** `docs/gateway.md#images-job-snapshot` and `#images-states`. */
let gateway: PlayedGateway;
let easel: TestEasel | undefined;

beforeEach(async () => {
  gateway = await openPlayedGateway();
});

afterEach(async () => {
  await easel?.stop();
  await gateway.close();
  easel = undefined;
});

const resultOf =
  (prompt: string) =>
  (messages: MessageView[]): MessageView | undefined =>
    messages.find((message) => message.author.isEasel && message.files.some((file) => file.description === prompt));

const deletes = (): string[] => gateway.calls.filter((call) => call.startsWith("DELETE"));

it("notices the end of a picture whose event stream stays open and silent", async () => {
  easel = await startTestEasel(gateway.environment, { clock: hurriedClock });
  await easel.console.say("/imagine a silent fox");
  await easel.console.see("the picture", resultOf("a silent fox"));
  expect(gateway.calls.some((call) => call.endsWith("/events"))).toBe(true);
});

it("uses the time-out from the snapshot, and polls once more before it cancels", async () => {
  const skewed = { by: 0 };
  const clock: Clock = { ...hurriedClock, now: () => systemClock.now() + skewed.by };
  easel = await startTestEasel(gateway.environment, { clock });
  const guidance = { tier: "4K", timeoutSeconds: 3_600, milestones: [] };
  gateway.play({ snapshot: snapshotIn("running", { durationGuidance: guidance }) });
  await easel.console.say("/imagine a patient fox");
  const looks = (): number => gateway.calls.filter((call) => /^GET .*\/jobs\/job_\d+$/.test(call)).length;
  const moreLooks = async (): Promise<void> => {
    const before = looks();
    await expect.poll(looks, { timeout: 10_000 }).toBeGreaterThan(before + 1);
  };
  await moreLooks();
  // Without guidance it would be overdue by now.
  skewed.by = 30 * 60_000;
  await moreLooks();
  expect(deletes()).toEqual([]);
  // It ends just as its time is up: a poll notices, and nothing is cancelled.
  gateway.play({ snapshot: snapshotIn("completed") });
  skewed.by = guidance.timeoutSeconds * 1_000 + GUIDANCE_GRACE_MS + 1_000;
  await easel.console.see("the picture", resultOf("a patient fox"));
  expect(deletes()).toEqual([]);
});
