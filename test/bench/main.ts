import { parseArgs } from "node:util";
import { acceptToWire } from "./accept-to-wire.ts";
import { base64Result } from "./base64-result.ts";
import type { Bench } from "./harness/bench.ts";
import { busyAck } from "./busy-ack.ts";
import { decided } from "./decided.ts";
import { discordAck } from "./discord-ack.ts";
import { eventStreams } from "./event-streams.ts";
import { fairness } from "./fairness.ts";
import { fitClip } from "./fit-clip.ts";
import { growth, GROWTH_SIZE } from "./growth.ts";
import { idleMemory } from "./idle-memory.ts";
import { largeClip } from "./large-clip.ts";
import { lifecycle } from "./lifecycle.ts";
import { longLog } from "./long-log.ts";
import { logPictures } from "./log-pictures.ts";
import { measure } from "./harness/measure.ts";
import { manyVideos } from "./many-videos.ts";
import { slackAck } from "./slack-ack.ts";
import { start } from "./start.ts";
import { validation } from "./validation.ts";

const BENCHES: readonly Bench[] = [
  validation,
  base64Result,
  eventStreams,
  start,
  acceptToWire,
  decided,
  discordAck,
  busyAck,
  slackAck,
  lifecycle,
  fitClip,
  manyVideos,
  idleMemory,
  largeClip,
  logPictures,
  longLog,
  growth,
  fairness,
];
const USAGE = `npm run bench -- [--json] [--size N] [--only ${BENCHES.map(({ name }) => name).join("|")}]`;

await main();

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { json: { type: "boolean" }, only: { type: "string", multiple: true }, size: { type: "string" } },
  });
  const chosen = BENCHES.filter(({ name, onlyIfNamed }) => values.only?.includes(name) ?? onlyIfNamed !== true);
  const size = Number(values.size ?? GROWTH_SIZE);
  if (chosen.length < (values.only?.length ?? 1) || !Number.isSafeInteger(size) || size < 1) {
    process.stderr.write(`There is no such bench, or no such size. ${USAGE}\n`);
    process.exitCode = 1;
    return;
  }
  await measure(chosen, { size, asJson: values.json ?? false });
}
