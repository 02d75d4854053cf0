import { expect, it } from "vitest";
import { measuredRemote } from "../../../../src/app/metrics/gateway.ts";
import { createMeters } from "../../../../src/app/metrics/meters.ts";
import type { CreateOutcome } from "../../../../src/core/job/remote.ts";
import { aFault } from "../../../support/database/jobs.ts";
import { createScriptedRemote } from "../../../support/gateway/scripted-remote.ts";
import { totalOf } from "../../../support/metrics/samples.ts";

const CREATE = { baseUrl: "http://gateway.test", apiKey: "k", path: "/", body: "{}", idempotencyKey: "i" };
const refused = (status: number | undefined, later: boolean): CreateOutcome => ({
  kind: "refused",
  fault: aFault({ status }),
  later,
  retryAfterMs: undefined,
});

/** The metrics after one create with that outcome. */
async function after(outcome: CreateOutcome): Promise<string> {
  const meters = createMeters();
  const remote = measuredRemote("video", createScriptedRemote({ create: () => outcome }), meters);
  expect(await remote.create(CREATE, new AbortController().signal)).toBe(outcome);
  return meters.text();
}

it.each<[string, CreateOutcome]>([
  ["created", { kind: "created", remoteId: "r", requestId: undefined, guidance: undefined }],
  ["refused", refused(400, false)],
  ["refused_for_now", refused(429, true)],
  ["not_sent", { kind: "not_sent", reason: "no connection" }],
  ["unknown", { kind: "unknown", reason: "reset" }],
])("measures a create that is %s", async (label, outcome) => {
  const text = await after(outcome);
  expect(totalOf(text, "easel_create_seconds_count", { service: "video", outcome: label })).toBe(1);
});

it.each([
  [401, "401"],
  [429, "429"],
  [418, "4xx"],
  [599, "5xx"],
  [undefined, "none"],
])("counts a refusal with status %s as %s", async (status, label) => {
  const text = await after(refused(status, false));
  expect(totalOf(text, "easel_create_refusals_total", { service: "video", status: label })).toBe(1);
});

it("counts no refusal for a create whose outcome is unknown", async () => {
  const text = await after({ kind: "unknown", reason: "HTTP 502", fault: aFault({ status: 502 }) });
  expect(totalOf(text, "easel_create_refusals_total")).toBeUndefined();
});
