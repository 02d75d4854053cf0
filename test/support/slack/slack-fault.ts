import { startFakeSlack, type FakeSlack } from "../fake-slack/fake-slack.ts";
import type { Member } from "../fake-slack/member.ts";
import type { FakeChannel } from "../fake-slack/world.ts";
import { openFaultWorld, within, type FaultWorld, type Replica, type WorldOptions } from "../fault/fault-world.ts";
import { slackEnvironment } from "./slack-easel.ts";

/** Easel replicas that may die, with a Slack, a gateway and a database that outlive them. */
export interface SlackFaultWorld {
  readonly world: FaultWorld;
  readonly slack: FakeSlack;
  readonly channel: FakeChannel;
  readonly max: Member;
  /** Resolves when the new process is connected to Slack. */
  start(): Promise<Replica>;
  /** Waits until a process is dead, and until Slack has noticed. Afterwards, others can take over its work immediately. */
  buried(gone: Replica): Promise<void>;
  /** Replaces a dead process, without waiting until it counts as dead. */
  replace(gone: Replica): Promise<Replica>;
  close(): Promise<void>;
}

export async function openSlackFaultWorld(options: WorldOptions = {}): Promise<SlackFaultWorld> {
  const world = await openFaultWorld(options);
  const slack = await startFakeSlack();
  const channel = slack.addChannel({ name: "studio" });
  const max = slack.join({ name: "max", displayName: "Max" });

  async function start(): Promise<Replica> {
    const replica = await world.start(undefined, slackEnvironment(slack, "socket"));
    await within(30_000, "connected to Slack", slack.sockets.untilOpen(1));
    return replica;
  }

  async function buried(gone: Replica): Promise<void> {
    await gone.gone;
    await world.declareAllDead();
    await slack.sockets.untilOpen(0);
  }

  return {
    world,
    slack,
    channel,
    max,
    start,
    buried,
    async replace(gone) {
      await buried(gone);
      return start();
    },
    async close() {
      await world.close();
      await slack.close();
    },
  };
}
