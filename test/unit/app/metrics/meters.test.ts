import { expect, it } from "vitest";
import { createMeters } from "../../../../src/app/metrics/meters.ts";
import { METRICS, type Metric } from "../../../../src/app/metrics/metric-table.ts";
import { metricsIn, totalOf } from "../../../support/metrics/samples.ts";

it("describes every metric of the table before anything has happened", async () => {
  const described = metricsIn(await createMeters().text());
  expect(Object.keys(METRICS).filter((name) => !described.has(name))).toEqual([]);
  expect(described).toContain("nodejs_eventloop_lag_p99_seconds");
});

it("names metrics as Prometheus recommends: units in full, counters with _total", () => {
  for (const [name, { type, labels, buckets }] of Object.entries<Metric>(METRICS)) {
    expect.soft(name).toMatch(/^easel_[a-z]+(?:_[a-z]+)*$/);
    expect.soft(name.endsWith("_total"), name).toBe(type === "counter");
    expect.soft(name, name).not.toMatch(/_(?:ms|millis|s|kb|mb)(?:_|$)/);
    if (type === "histogram") expect.soft(name).toMatch(/_seconds$/);
    expect.soft(buckets !== undefined, name).toBe(type === "histogram");
    expect.soft([...(buckets ?? [])], name).toEqual([...(buckets ?? [])].toSorted((a, b) => a - b));
    expect.soft(labels, name).not.toContain("le");
  }
});

it("counts, and sorts times into buckets", async () => {
  const meters = createMeters();
  meters.count("easel_job_takeovers_total", {}, 7);
  meters.count("easel_job_takeovers_total", {}, 3);
  meters.count("easel_quota_refusals_total", { service: "image" });
  meters.observe("easel_create_seconds", { service: "video", outcome: "created" }, 0.3);
  const text = await meters.text();
  expect(totalOf(text, "easel_job_takeovers_total")).toBe(10);
  expect(totalOf(text, "easel_quota_refusals_total", { service: "image" })).toBe(1);
  const bucket = (le: string) => totalOf(text, "easel_create_seconds_bucket", { service: "video", le });
  expect([bucket("0.25"), bucket("0.5"), bucket("+Inf")]).toEqual([0, 1, 1]);
});

it("reads gauges at each scrape, and forgets series that are gone", async () => {
  const meters = createMeters();
  let leases = ["post", "sweep"];
  meters.show("easel_leases", () => leases.map((lease) => ({ labels: { lease }, value: 1 })));
  expect(totalOf(await meters.text(), "easel_leases")).toBe(2);
  leases = ["post"];
  const text = await meters.text();
  expect([totalOf(text, "easel_leases"), totalOf(text, "easel_leases", { lease: "sweep" })]).toEqual([1, undefined]);
});

it("omits metrics that can't be read, and still shows the rest", async () => {
  const meters = createMeters();
  meters.show("easel_workers_alive", () => Promise.reject(new Error("the database is away")));
  meters.show("easel_database_up", () => [{ labels: {}, value: 0 }]);
  const text = await meters.text();
  expect(totalOf(text, "easel_workers_alive")).toBeUndefined();
  expect(totalOf(text, "easel_database_up")).toBe(0);
});

it("shows a platform's own counter", async () => {
  const meters = createMeters();
  let count = 2;
  meters.add({ name: "easel_slack_unsigned_requests_total", help: "requests", count: () => count });
  expect(totalOf(await meters.text(), "easel_slack_unsigned_requests_total")).toBe(2);
  count = 5;
  expect(totalOf(await meters.text(), "easel_slack_unsigned_requests_total")).toBe(5);
});
