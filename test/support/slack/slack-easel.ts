import { setTimeout as sleep } from "node:timers/promises";
import type { Overrides } from "../../../src/app/app.ts";
import { startFakeSlack, type FakeSlack } from "../fake-slack/fake-slack.ts";
import type { Member } from "../fake-slack/member.ts";
import type { FakeChannel, FakeMessage } from "../fake-slack/world.ts";
import { allSettled } from "../database/settled.ts";
import { startTestEasel, type TestEasel } from "../easel.ts";

export type SlackMode = "socket" | "http";

/** All of Easel, connected to a local Slack with a channel and two people. */
export interface SlackEasel {
  readonly easel: TestEasel;
  readonly slack: FakeSlack;
  /** The newest channel. */
  readonly channel: FakeChannel;
  /** Creates another channel, so that a test need not wait: Slack accepts one message per second and channel. */
  nextChannel(): void;
  /** An admin and a member. */
  readonly ada: Member;
  readonly max: Member;
  /** Waits until `look` returns something; gives up eventually. */
  see<T>(what: string, look: () => T | undefined): Promise<T>;
  /** The bot's message with files for a prompt that only this test uses. */
  result(prompt: string): Promise<FakeMessage>;
  /** Resolves when all requests are finished and posted, and the posts are stored. */
  settled(): Promise<void>;
  stop(): Promise<void>;
}

const LOOK_MS = 20;
const GIVE_UP_MS = 60_000;

export async function startSlackEasel(
  mode: SlackMode,
  environment: Record<string, string> = {},
  overrides: Overrides = {},
): Promise<SlackEasel> {
  const slack = await startFakeSlack();
  let channels = 1;
  let channel = slack.addChannel({ name: "studio" });
  const ada = slack.join({ name: "ada", displayName: "Ada", isAdmin: true });
  const max = slack.join({ name: "max", displayName: "Max" });
  const easel = await startTestEasel({ ...slackEnvironment(slack, mode), ...environment }, overrides);
  if (mode === "http") slack.deliverTo(eventsAddress(easel));

  const see = watching(slack);
  return {
    easel,
    slack,
    get channel() {
      return channel;
    },
    nextChannel() {
      channel = slack.addChannel({ name: `studio-${++channels}` });
    },
    ada,
    max,
    see,
    result: (prompt) => see(`the result for ${prompt}`, () => resultsFor(slack, prompt)[0]),
    settled: () => allSettled(easel),
    async stop() {
      await easel.stop();
      await slack.close();
    },
  };
}

/** Watches Slack until `look` returns something; gives up eventually. */
export function watching(slack: FakeSlack): SlackEasel["see"] {
  return async (what, look) => {
    for (let waitedMs = 0; waitedMs < GIVE_UP_MS; waitedMs += LOOK_MS) {
      const seen = look();
      if (seen !== undefined) return seen;
      await sleep(LOOK_MS);
    }
    const there = slack.messages().map((message) => `${slack.read(message)} [${message.files.length} files]`);
    throw new Error(`never saw ${what}; there is: ${JSON.stringify(there, undefined, 1)}`);
  };
}

/** The environment that connects Easel to a fake Slack. */
export function slackEnvironment(slack: FakeSlack, mode: SlackMode): Record<string, string> {
  const { botToken, appToken, signingSecret, team } = slack.world;
  return {
    SLACK_BOT_TOKEN: botToken,
    ...(mode === "socket" ? { SLACK_APP_TOKEN: appToken } : { SLACK_SIGNING_SECRET: signingSecret, PUBLIC_PORT: "0" }),
    SLACK_API_URL: slack.apiUrl,
    ALLOWED_WORKSPACES: `console/slack:${team.id}`,
  };
}

function eventsAddress(easel: TestEasel): string {
  return /http:\/\/\S+\/slack\/events/.exec(easel.app.ready.platforms.slack?.how ?? "")?.[0] ?? "";
}

/** The files of Easel's message, as its metadata names them. */
export function filesOf(slack: FakeSlack, message: FakeMessage) {
  const ids = message.metadata?.event_payload["files"];
  return (Array.isArray(ids) ? ids : []).flatMap((id) => {
    const file = slack.world.files.get(String(id));
    return file && !file.isDeleted ? [file] : [];
  });
}

/** The bot's messages whose files were made for a prompt. */
export function resultsFor(slack: FakeSlack, prompt: string): FakeMessage[] {
  return slack.said().filter((message) => filesOf(slack, message).some((file) => file.altText === prompt));
}
