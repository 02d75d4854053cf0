import { expect, it } from "vitest";
import { measuredDeliveries, measuredPlatform } from "../../../../src/app/metrics/delivery.ts";
import { createMeters } from "../../../../src/app/metrics/meters.ts";
import { PlatformError } from "../../../../src/core/chat/errors.ts";
import { createDeliveryWorld } from "../../../support/database/memory-delivery.ts";
import { EPOCH } from "../../../support/database/jobs.ts";
import { totalOf } from "../../../support/metrics/samples.ts";

const later = (seconds: number): Date => new Date(EPOCH.getTime() + seconds * 1_000);
const world = () => createDeliveryWorld({ now: () => later(60).getTime() });
const PLACE = { platform: "console", workspace: "main", channel: "general" } as const;

it("measures a platform's calls by outcome, and passes results and errors on", async () => {
  const { platform } = world();
  const meters = createMeters();
  const gone = new PlatformError("gone", "no such channel");
  const measured = measuredPlatform({ ...platform, edit: () => Promise.reject(gone) }, meters);
  const ref = await measured.post(PLACE, { text: "hello" }, "key-1");
  expect(ref.conversation).toEqual(PLACE);
  await expect(measured.edit(ref, { text: "hello again" })).rejects.toBe(gone);
  const text = await meters.text();
  const count = (call: string, outcome: string) =>
    totalOf(text, "easel_platform_call_seconds_count", { platform: platform.name, call, outcome });
  expect([count("post", "ok"), count("edit", "gone"), count("edit", "ok")]).toEqual([1, 1, undefined]);
});

/** Posts the result of a job that was at the gateway from the 10th to the 50th second; it is posted in the 60th. */
async function posted(kind: string, state: "posted" | "undeliverable"): Promise<string> {
  const { store, batch, changeJob } = world();
  changeJob(0, { state: "succeeded", waitingSince: EPOCH, submittedAt: later(10), endedAt: later(50) });
  const meters = createMeters();
  const measured = measuredDeliveries(store, { now: () => later(60).getTime() }, meters);
  const view = await measured.view(batch.id);
  if (!view) throw new Error("there is no batch");
  await measured.intendPost(view, kind, []);
  await measured.postDone(batch.id, kind, state, state === "posted" ? { messageId: "m-1" } : { failure: "gone" });
  // A second report, as after a crash.
  await measured.postDone(batch.id, kind, state, { messageId: "m-1" });
  return meters.text();
}

it("measures the time of a result without the gateway's share, once", async () => {
  const text = await posted("result", "posted");
  const labels = { platform: "console", service: "image" };
  expect(totalOf(text, "easel_result_own_seconds_count", labels)).toBe(1);
  expect(totalOf(text, "easel_result_own_seconds_sum", labels)).toBe(20);
});

it("measures neither other posts nor results that could not be delivered", async () => {
  expect(totalOf(await posted("undo", "posted"), "easel_result_own_seconds_count")).toBeUndefined();
  expect(totalOf(await posted("result", "undeliverable"), "easel_result_own_seconds_count")).toBeUndefined();
});

it("counts a result that could not be delivered once, and no other post", async () => {
  const counted = (text: string) => totalOf(text, "easel_results_undeliverable_total", { platform: "console" });
  expect(counted(await posted("result", "undeliverable"))).toBe(1);
  expect(counted(await posted("undo", "undeliverable"))).toBeUndefined();
  expect(counted(await posted("result", "posted"))).toBeUndefined();
});
