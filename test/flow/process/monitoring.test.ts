import { afterAll, beforeAll, expect, it } from "vitest";
import { ownProcessVersion } from "../../../src/db/schema-version.ts";
import { createConsoleClient, type ConsoleClient } from "../../support/console/console-client.ts";
import { hurriedClock } from "../../support/fault/hurried-clock.ts";
import { addFault } from "../../support/gateway/sandbox-calls.ts";
import { expressions, metricsOf } from "../../support/metrics/monitoring.ts";
import { metricsIn, seriesIn, totalOf } from "../../support/metrics/samples.ts";
import { until } from "../../support/process/processes.ts";
import { startSlackEasel, type SlackEasel } from "../../support/slack/slack-easel.ts";

/** Metrics that this load leaves unchanged, because they depend on the machine, on a fault, or on other processes. */
const UNCHANGED: ReadonlySet<string> = new Set([
  "easel_backup_age_seconds",
  "easel_build_info",
  "easel_chats_alive",
  "easel_console_sessions",
  "easel_database_calls",
  "easel_database_clock_ahead_seconds",
  "easel_database_connections",
  "easel_database_up",
  "easel_disk_free_bytes",
  "easel_disk_full",
  "easel_heartbeat_failures_total",
  "easel_job_takeovers_total",
  "easel_keys_refused",
  "easel_jobs_oldest_waiting_seconds",
  "easel_part_up",
  "easel_results_pending",
  "easel_results_undeliverable_total",
  "easel_slack_unsigned_requests_total",
  "easel_worker_leases_total",
  "easel_workers_alive",
  "nodejs_eventloop_lag_p99_seconds",
  "process_resident_memory_bytes",
]);

let world: SlackEasel;
let admin: ConsoleClient;
let before: string;
let after: string;

const scrape = async (): Promise<string> => (await fetch(new URL("/metrics", world.easel.url))).text();

beforeAll(async () => {
  world = await startSlackEasel("socket", {}, { clock: hurriedClock, random: () => 0 });
  admin = createConsoleClient(world.easel.url, "admin");
  before = await scrape();
  await makeLoad();
  await until(async () => {
    after = await scrape();
    return totalOf(after, "easel_jobs", { state: "running" }) === 1;
  });
});

afterAll(async () => {
  await admin.close();
  await world.stop();
});

/** Requests pictures and clips on two platforms that are made, are refused, fail or stay uncertain. */
async function makeLoad(): Promise<void> {
  const { easel, slack, max, channel } = world;
  const { console: room } = easel;
  const seen = (what: string, words: string): Promise<unknown> =>
    room.see(what, (messages) => messages.find((message) => message.author.isEasel && message.text.includes(words)));

  // The gateway temporarily refuses one create, and Slack one post.
  await addFault(easel.sandboxUrl, {
    match: { method: "POST", path: "/api/v1/images/*" },
    action: { type: "status", status: 429, code: "rate_limit_exceeded" },
  });
  await room.say("/imagine a fox in the Console --count 2");
  slack.fault("chat.postMessage", { kind: "ratelimited", retryAfter: 1 });
  await max.slash(channel.id, "/imagine", "a fox in Slack").outcome;
  await room.answerTo("/imagine a fox --colour red");
  await room.say("/imagine a fox [fail:moderation_blocked]");
  const result = await room.see("the pictures", (messages) =>
    messages.find(({ files }) => files.some((file) => file.description === "a fox in the Console")),
  );
  await fetch(new URL(`${result.files[0]?.url}?width=320`, easel.url));
  await world.result("a fox in Slack");
  await seen("the failure", "could not be made");

  await addFault(easel.sandboxUrl, {
    match: { method: "POST", path: "/v1/videos" },
    action: { type: "drop-after" },
  });
  await room.say("/video a lost boat --seconds 2");
  await seen("the uncertain clip", "not here yet");
  await room.say("/video a paper boat --seconds 2");
  await room.see("the clip", (messages) =>
    messages.find(({ files }) => files.some((file) => file.description === "a paper boat")),
  );

  const greeted = slack.sockets.greeted();
  slack.sockets.cut();
  await until(() => slack.sockets.greeted() > greeted);

  // This picture is still being made during the last scrape.
  await room.say("/imagine a slow fox [slow:600]");
  await admin.answerTo("/easel-admin quota set --amount 1 --unit images --span day");
  await room.answerTo("/imagine one fox too many");
}

it("every expression of the dashboard and the alert rules names metrics that a scrape has", async () => {
  const described = metricsIn(before);
  const unknown = (await expressions()).filter(({ expr }) => metricsOf(expr).some((name) => !described.has(name)));
  expect(unknown).toEqual([]);
});

it("every one of these metrics that requests can change does change", async () => {
  const names = new Set((await expressions()).flatMap(({ expr }) => metricsOf(expr)));
  const valuesOf = (text: string, metric: string): string =>
    JSON.stringify(
      seriesIn(text).filter(({ name }) => name.replace(/_(?:sum|count|bucket)$/, "") === metric || name === metric),
    );
  const moved = (name: string): boolean => valuesOf(before, name) !== valuesOf(after, name);
  expect([...names].filter((name) => !moved(name) && !UNCHANGED.has(name))).toEqual([]);
});

it("reports which Easel is running, that it takes requests, and how much its disk can hold", async () => {
  const { version, migrations, functions } = await ownProcessVersion();
  const labels = { version, schema: `${migrations}.${functions}` };
  expect(totalOf(after, "easel_build_info", labels)).toBe(1);
  expect(totalOf(after, "easel_chats_alive")).toBe(1);
  expect(totalOf(after, "easel_disk_free_bytes")).toBeGreaterThan(0);
});

it("counts what was requested, made, refused and delivered", () => {
  const total = (name: string, labels: Readonly<Record<string, string>> = {}) => totalOf(after, name, labels);
  expect(total("easel_requests_accepted_total", { platform: "slack" })).toBe(1);
  expect(total("easel_requests_accepted_total", { platform: "console", service: "video" })).toBe(2);
  expect(total("easel_requests_refused_total", { platform: "console", rule: "unknown_option" })).toBe(1);
  expect(total("easel_requests_refused_total", { platform: "console", rule: "over_quota" })).toBe(1);
  expect(total("easel_quota_refusals_total", { service: "image" })).toBe(1);
  expect(total("easel_job_transitions_total", { service: "image", state: "succeeded" })).toBe(3);
  expect(total("easel_job_transitions_total", { service: "image", state: "failed" })).toBe(1);
  expect(total("easel_job_transitions_total", { service: "video", state: "unknown" })).toBe(1);
  expect(total("easel_create_refusals_total", { service: "image", status: "429" })).toBe(1);
  expect(total("easel_create_seconds_count", { service: "video", outcome: "unknown" })).toBe(1);
  expect(total("easel_gateway_seconds_count", { service: "video", state: "succeeded" })).toBe(1);
  expect(total("easel_platform_rate_limits_total", { platform: "slack" })).toBeGreaterThanOrEqual(1);
  expect(total("easel_platform_reconnects_total", { platform: "slack" })).toBeGreaterThanOrEqual(1);
  expect(total("easel_result_own_seconds_count", { platform: "slack" })).toBe(1);
  // The test's pictures are too small for a thumbnail.
  expect(total("easel_thumbnail_seconds_count", { outcome: "none" })).toBe(1);
  expect(total("easel_key_slots", { service: "image", state: "used" })).toBe(1);
  expect(total("easel_key_slots", { service: "video", state: "unknown" })).toBe(1);
});

it("gives labels only values from known sets: no text by people, and no secret", () => {
  const values = new Set(seriesIn(after).flatMap(({ labels }) => Object.values(labels)));
  const { world: slackWorld } = world.slack;
  const told = [
    "fox",
    "boat",
    "Max",
    "max",
    "general",
    "sk-sandbox",
    world.channel.id,
    slackWorld.botToken,
    slackWorld.team.id,
  ];
  expect([...values].filter((value) => told.some((word) => value.includes(word)))).toEqual([]);
});
