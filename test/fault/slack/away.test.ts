import { SLACK_START_MS } from "../../../src/platforms/slack/limits.ts";
import { SLACK_WATCH_MS } from "../../../src/platforms/slack/connect/connection-state.ts";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { systemClock, type Clock } from "../../../src/lib/clock.ts";
import { createConsoleClient } from "../../support/console/console-client.ts";
import { startTestEasel, type TestEasel } from "../../support/easel.ts";
import { startFakeSlack, type FakeSlack } from "../../support/fake-slack/fake-slack.ts";
import type { Fault } from "../../support/fake-slack/ledger.ts";
import type { Member } from "../../support/fake-slack/member.ts";
import type { FakeChannel } from "../../support/fake-slack/world.ts";
import { resultsFor, slackEnvironment, watching } from "../../support/slack/slack-easel.ts";
import { refusedUrl } from "../../support/process/tcp-server.ts";

let slack: FakeSlack;
let channel: FakeChannel;
let max: Member;
let easel: TestEasel | undefined;

beforeEach(async () => {
  slack = await startFakeSlack();
  channel = slack.addChannel({ name: "studio" });
  max = slack.join({ name: "max", displayName: "Max" });
});
afterEach(async () => {
  await easel?.stop();
  easel = undefined;
  await slack.close();
});

/** A clock that shortens these waits, in milliseconds. */
function hurried(...waits: readonly number[]): Clock {
  const hurry = (ms: number): number => (waits.includes(ms) ? 300 : ms);
  return {
    now: () => systemClock.now(),
    elapsed: () => systemClock.elapsed(),
    sleep: (ms, signal) => systemClock.sleep(hurry(ms), signal),
    after: (ms, act) => systemClock.after(hurry(ms), act),
  };
}

const start = async (environment: Record<string, string> = {}, clock = hurried()): Promise<TestEasel> =>
  (easel = await startTestEasel({ ...slackEnvironment(slack, "socket"), ...environment }, { clock }));

async function readiness(): Promise<{ state: string; slack: string }> {
  const answer = await fetch(`${easel?.url}/readyz`);
  expect(answer.status).toBe(200);
  const body: { status: string; parts: { slack: string } } = JSON.parse(await answer.text());
  return { state: body.status, slack: body.parts.slack };
}

async function isMade(prompt: string): Promise<void> {
  await expect
    .poll(async () => (await max.slash(channel.id, "/imagine", prompt).outcome).acknowledged, { timeout: 20_000 })
    .toBe(true);
  await watching(slack)("the result", () => resultsFor(slack, prompt)[0]);
}

describe("a start while Slack is away", () => {
  it.each<[string, Fault, string]>([
    ["answers 503", { kind: "http", status: 503 }, "HTTP 503"],
    ["drops connections", { kind: "drop-before" }, "no connection to Slack"],
    ["does not answer", { kind: "hold-before", until: new Promise(() => {}), reached: () => {} }, "not connected"],
  ])("succeeds although it %s, and Slack is connected once it is back", async (_, fault, words) => {
    slack.faultAll(fault);
    await start({}, hurried(SLACK_START_MS));
    expect(easel?.app.ready.platforms.slack).toMatchObject({ account: undefined, state: { kind: "connecting" } });
    expect(await readiness()).toEqual({ state: "degraded", slack: expect.stringContaining(words) });
    await easel?.console.say("/imagine a fox in the Console");
    await easel?.console.see("a result", (messages) => messages.find((message) => message.files.length > 0));
    slack.faultAll(undefined);
    await isMade("a fox");
    await expect.poll(readiness, { timeout: 30_000 }).toEqual({ state: "ready", slack: "connected" });
  });

  it("succeeds even if nothing listens, and the doctor reports it", async () => {
    await start({ SLACK_API_URL: `${await refusedUrl()}/api/` });
    expect(await readiness()).toEqual({ state: "degraded", slack: expect.stringContaining("ECONNREFUSED") });
    const ada = createConsoleClient(easel?.url ?? "", "admin");
    expect((await ada.answerTo("/easel-admin doctor")).text).toContain("⚠ Slack is not connected");
    await ada.close();
  });

  it("ends if something other than Slack answers", async () => {
    await expect(start({ SLACK_API_URL: `${slack.apiUrl}of-another/` })).rejects.toMatchObject({
      code: "config",
      variable: "SLACK_API_URL",
    });
  });
});

describe("a token that becomes invalid while Easel runs", () => {
  it.each([
    ["socket", "token_revoked"],
    ["http", "account_inactive"],
    ["http", "invalid_auth"],
  ] as const)("is reported (%s, %s), ends nothing, and works again once it is valid", async (mode, error) => {
    await start({ ...slackEnvironment(slack, mode), ...OTHER[mode] }, hurried(SLACK_WATCH_MS));
    expect(await readiness()).toEqual({ state: "ready", slack: "connected" });
    slack.faultAll({ kind: "error", error });
    await expect.poll(readiness, { timeout: 10_000 }).toEqual({
      state: "degraded",
      slack: expect.stringContaining(`refused: Slack refuses SLACK_BOT_TOKEN (${error})`),
    });
    const ada = createConsoleClient(easel?.url ?? "", "admin");
    expect((await ada.answerTo("/easel-admin doctor")).text).toContain("⚠ Slack refuses the bot's token");
    await ada.close();
    slack.faultAll(undefined);
    await expect.poll(readiness, { timeout: 10_000 }).toEqual({ state: "ready", slack: "connected" });
  });

  it("is reported if it is the app-level token", async () => {
    await start();
    slack.fault("apps.connections.open", { kind: "error", error: "invalid_auth" }, 100);
    slack.sockets.cut();
    await expect.poll(readiness).toEqual({
      state: "degraded",
      slack: expect.stringContaining("refused: Slack refuses SLACK_APP_TOKEN"),
    });
  });
});

/** Unsets the other mode's variable. */
const OTHER = { socket: {}, http: { SLACK_APP_TOKEN: "" } } as const;
