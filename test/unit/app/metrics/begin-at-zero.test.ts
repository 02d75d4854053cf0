import { expect, it } from "vitest";
import { beginAtZero } from "../../../../src/app/metrics/begin-at-zero.ts";
import { createMeters } from "../../../../src/app/metrics/meters.ts";
import { readAlerts } from "../../../support/metrics/monitoring.ts";
import { createHistory, vector } from "../../../support/metrics/promql/evaluate.ts";
import { parsePromql } from "../../../support/metrics/promql/parse.ts";
import { seriesIn, totalOf } from "../../../support/metrics/samples.ts";

const MINUTE_MS = 60_000;

it("shows the counters of rare events before the first event, for the platforms that are enabled", async () => {
  const meters = createMeters();
  beginAtZero(meters, ["slack"]);
  const text = await meters.text();
  expect(totalOf(text, "easel_quota_refusals_total", { service: "video" })).toBe(0);
  expect(totalOf(text, "easel_create_refusals_total", { service: "image", status: "429" })).toBe(0);
  expect(totalOf(text, "easel_platform_reconnects_total", { platform: "slack" })).toBe(0);
  expect(totalOf(text, "easel_requests_accepted_total", { platform: "slack", service: "image" })).toBe(0);
  expect(totalOf(text, "easel_requests_accepted_total", { platform: "discord" })).toBeUndefined();
});

it("lets the alert see one refused key", async () => {
  const expr = (await readAlerts()).find(({ name }) => name === "EaselKeyRefused")?.expr ?? "";
  const meters = createMeters();
  beginAtZero(meters, ["slack"]);
  const history = createHistory();
  meters.show("easel_keys_refused", () => []);
  const look = async (at: number) => {
    history.add({ at, instance: "a", series: seriesIn(await meters.text()) });
    return vector(parsePromql(expr), history, at).map(({ labels }) => labels);
  };
  expect(await look(0)).toEqual([]);
  meters.count("easel_create_refusals_total", { service: "image", status: "401" });
  expect(await look(MINUTE_MS)).toEqual([{ service: "image" }]);
});
