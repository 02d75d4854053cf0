import { join } from "node:path";
import { startFakeSlack, type FakeSlack } from "../support/fake-slack/fake-slack.ts";
import type { Member } from "../support/fake-slack/member.ts";
import { slackEnvironment } from "../support/slack/slack-easel.ts";
import { atMost, type Bench, type BenchContext, type Figure } from "./harness/bench.ts";
import { createDatabase } from "./database.ts";
import { startPart, type Part } from "./harness/part.ts";
import type { SlackAppGiven } from "./part/slack-app.ts";
import type { SlackBoltGiven } from "./part/slack-bolt.ts";
import { startSandboxProcess } from "./sandbox-process.ts";
import { quantile } from "./harness/statistics.ts";

const WARM_UP = 100;
const SAMPLES = 400;
const MODES = ["socket", "http"] as const;
type Mode = (typeof MODES)[number];

/** An app with its own fake Slack, so that its commands can't reach the other app. */
interface Side {
  readonly slack: FakeSlack;
  readonly max: Member;
  readonly channel: string;
  readonly part: Part;
}

export const slackAck: Bench = {
  name: "slack-ack",
  floor: "plain Bolt with one handler that commits one row and acknowledges; both take turns, each in its own process",
  async run(context) {
    const sandbox = await startSandboxProcess(context.folder, "slack-sandbox");
    try {
      const figures: Figure[] = [];
      for (const mode of MODES) figures.push(...(await measure(mode, context, sandbox.url)));
      return { figures, notes: [`${SAMPLES} commands to each, one at a time, from a Slack in another process.`] };
    } finally {
      await sandbox.stop();
    }
  },
};

async function measure(mode: Mode, { folder, server }: BenchContext, gatewayUrl: string): Promise<Figure[]> {
  const [ours, floor] = [await openSide("slack-app"), await openSide("slack-bolt")];
  try {
    const { url } = await server();
    const { world, apiUrl } = floor.slack;
    const app: SlackAppGiven = {
      databaseUrl: await createDatabase(url, `slack_app_${mode}`),
      gatewayUrl,
      dataDir: join(folder, `slack-${mode}`),
      environment: slackEnvironment(ours.slack, mode),
    };
    const bolt: SlackBoltGiven = {
      databaseUrl: await createDatabase(url, `slack_bolt_${mode}`),
      token: world.botToken,
      apiUrl,
      botId: world.bot.botId,
      botUserId: world.bot.userId,
      ...(mode === "socket" ? { appToken: world.appToken } : { signingSecret: world.signingSecret }),
    };
    const told = await ours.part.ask<string>("start", app);
    const address = await floor.part.ask<string>("start", bolt);
    if (mode === "http") {
      ours.slack.deliverTo(/http:\/\/\S+/.exec(told)?.[0] ?? "");
      floor.slack.deliverTo(address);
    }
    const oursMs: number[] = [];
    const floorMs: number[] = [];
    for (let sample = 0; sample < WARM_UP + SAMPLES; sample++) {
      const [one, other] = [await acknowledgement(floor, sample), await acknowledgement(ours, sample)];
      if (sample < WARM_UP) continue;
      floorMs.push(one);
      oursMs.push(other);
    }
    const figure = (name: string, share: number, mayAdd: number): Figure[] => {
      const [value, bare] = [quantile(oursMs, share), quantile(floorMs, share)];
      return [
        { what: `Slack ack by ${mode}, ${name}`, unit: "ms", value, floor: bare },
        { what: `of that over the floor, ${name}`, unit: "ms", value: value - bare, aims: [atMost(mayAdd)] },
      ];
    };
    return [...figure("p50", 0.5, 1), ...figure("p99", 0.99, 25)];
  } finally {
    for (const { part, slack } of [ours, floor]) {
      await part.stop();
      await slack.close();
    }
  }
}

async function openSide(part: "slack-app" | "slack-bolt"): Promise<Side> {
  const slack = await startFakeSlack();
  const channel = slack.addChannel({ name: "studio" });
  return { slack, channel: channel.id, max: slack.join({ name: "max" }), part: startPart(part) };
}

/** Milliseconds from a command on the wire to its acknowledgement. */
async function acknowledgement({ max, channel, slack }: Side, sample: number): Promise<number> {
  const began = performance.now();
  const { acknowledged } = await max.slash(channel, "/imagine", `a lighthouse at dusk, number ${sample}`).outcome;
  const ms = performance.now() - began;
  if (!acknowledged) throw new Error(`a command was not acknowledged: ${slack.privately(max.user.id).at(-1) ?? ""}`);
  return ms;
}
