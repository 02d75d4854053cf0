import { subscribe } from "node:diagnostics_channel";
import { flushCompileCache } from "node:module";
import { createApp } from "../../../src/app/app.ts";
import { systemClock, type Clock } from "../../../src/lib/clock.ts";
import { readConfig, secretsIn } from "../../../src/config/config.ts";
import { createLog } from "../../../src/lib/log/log.ts";
import { STEP_CHANNEL, type Step } from "../../../src/lib/crash-points.ts";
import type { Arming, FaultPoint, Order } from "./fault-points.ts";

/** Caps every wait, so that polls, heartbeats and retries happen sooner than in production. */
const LONGEST_MS = 2_000;

/** How far this process's clock is wrong, in milliseconds. */
let wrongMs = 0;

const hurried: Clock = {
  now: () => systemClock.now() + wrongMs,
  elapsed: () => systemClock.elapsed(),
  sleep: (ms, signal) => systemClock.sleep(Math.min(ms, LONGEST_MS), signal),
  after: (ms, act) => systemClock.after(Math.min(ms, LONGEST_MS), act),
};

let armed: Arming | undefined;
let hits = 0;

function reach(point: FaultPoint): void {
  if (armed?.point !== point) return;
  hits += 1;
  if (hits < armed.hit) return;
  const { signal } = armed;
  armed = undefined;
  // Both take effect before the call returns.
  process.kill(process.pid, signal);
}

subscribe(STEP_CHANNEL, (step) => reach(step as Step));
subscribe("undici:request:bodySent", (message) => {
  const { request } = message as { request: { method: string } };
  if (request.method === "POST") reach("create:sent");
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
// The parent process has ended.
process.on("disconnect", () => process.exit());

/** Gives the Console another platform's file limit. */
const { CONSOLE_FILE_BYTES } = process.env;
const config = readConfig(process.env, process.cwd());
const log = createLog(config.logLevel, undefined, { secrets: secretsIn(config), role: config.role });
const app = await createApp(config, log, stopping.signal, {
  clock: hurried,
  ...(CONSOLE_FILE_BYTES === undefined ? {} : { consoleFileBytes: Number(CONSOLE_FILE_BYTES) }),
});
process.on("SIGTERM", () => {
  void app.stop().then(() => process.exit());
});
process.send?.({ url: app.ready.url });
// Most processes are killed, and would lose what they have compiled.
flushCompileCache();
