import { subscribe } from "node:diagnostics_channel";
import { flushCompileCache } from "node:module";
import { pino } from "pino";
import { createApp } from "../../../src/app/app.ts";
import { systemClock, type Clock } from "../../../src/lib/clock.ts";
import { readConfig } from "../../../src/config/config.ts";
import { STEP_CHANNEL, type Step } from "../../../src/lib/steps.ts";
import type { Arming, FaultPoint, Order } from "./fault-points.ts";

/** Nobody sleeps longer than this here: polls, beats and waits for another try come sooner than in earnest. */
const LONGEST_MS = 2_000;

/** How far the clock on the wall is from the world's. */
let wrongMs = 0;

const hurried: Clock = {
  now: () => systemClock.now() + wrongMs,
  elapsed: () => systemClock.elapsed(),
  sleep: (ms, signal) => systemClock.sleep(Math.min(ms, LONGEST_MS), signal),
  after: (ms, act) => systemClock.after(Math.min(ms, LONGEST_MS), act),
};

let armed: Arming | undefined;
let hits = 0;

function come(point: FaultPoint): void {
  if (armed?.point !== point) return;
  hits += 1;
  if (hits < armed.hit) return;
  const { signal } = armed;
  armed = undefined;
  // Both take effect before the call returns.
  process.kill(process.pid, signal);
}

subscribe(STEP_CHANNEL, (step) => come(step as Step));
subscribe("undici:request:bodySent", (message) => {
  const { request } = message as { request: { method: string } };
  if (request.method === "POST") come("create:sent");
});
process.on("message", (order: Order) => {
  if ("wrongMs" in order) wrongMs = order.wrongMs;
  else {
    armed = order;
    hits = 0;
  }
  process.send?.("done");
});
const stopping = new AbortController();
// Whoever started us is gone.
process.on("disconnect", () => process.exit());

/** A Console as narrow as another platform. */
const { CONSOLE_FILE_BYTES } = process.env;
const config = readConfig(process.env, process.cwd());
const app = await createApp(config, pino({ level: config.logLevel }, pino.destination(2)), stopping.signal, {
  clock: hurried,
  ...(CONSOLE_FILE_BYTES === undefined ? {} : { consoleFileBytes: Number(CONSOLE_FILE_BYTES) }),
});
process.on("SIGTERM", () => {
  void app.stop().then(() => process.exit());
});
process.send?.({ url: app.ready.url });
// Most are killed, and what they compiled would go with them.
flushCompileCache();
