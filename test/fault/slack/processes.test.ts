import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { runEaselProcess, startEaselProcess } from "../../support/process/easel-process.ts";
import { startFakeSlack, type FakeSlack } from "../../support/fake-slack/fake-slack.ts";
import type { Member } from "../../support/fake-slack/member.ts";
import type { FakeChannel } from "../../support/fake-slack/world.ts";
import { openFleet } from "../../support/fault/fleet.ts";
import { filesOf, resultsFor, slackEnvironment } from "../../support/slack/slack-easel.ts";

let slack: FakeSlack;
let channel: FakeChannel;
let max: Member;

beforeEach(async () => {
  slack = await startFakeSlack();
  channel = slack.addChannel({ name: "studio" });
  max = slack.join({ name: "max", displayName: "Max" });
});
afterEach(() => slack.close());

const LONG = { timeout: 30_000, interval: 50 };

it("a worker that receives no events posts for a process that makes nothing", async () => {
  const fleet = await openFleet(slackEnvironment(slack, "socket"));
  await fleet.start("worker");
  expect(slack.sockets.open()).toBe(0);
  const chat = await fleet.start("chat");
  expect(chat.ready.platforms.slack).toMatchObject({ how: "Socket Mode", state: { kind: "connected" } });
  const prompt = "made elsewhere";
  expect((await max.slash(channel.id, "/imagine", prompt).outcome).acknowledged).toBe(true);
  await expect.poll(() => resultsFor(slack, prompt).length, LONG).toBe(1);
  await fleet.close();
}, 40_000);

it("a result is posted once, even if its process is killed while sharing files and the next one before it finds their message", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "easel-slack-kill-"));
  const environment = { DATA_DIR: dataDir, PORT: "0", LOG_LEVEL: "warn", ...slackEnvironment(slack, "socket") };
  const prompt = "killed twice";
  const hold = (method: string): Promise<void> => {
    const reached = Promise.withResolvers<void>();
    slack.fault(method, { kind: "hold-after", until: new Promise(() => {}), reached: reached.resolve });
    return reached.promise;
  };

  await using first = await startEaselProcess(environment);
  const sharing = hold("files.completeUploadExternal");
  await max.slash(channel.id, "/imagine", `${prompt} --count 2`).outcome;
  await sharing;
  await first.end("SIGKILL");

  const posting = hold("chat.postMessage");
  await using second = await startEaselProcess(environment);
  await posting;
  await second.end("SIGKILL");

  await using third = await startEaselProcess(environment);
  await slack.sockets.untilOpen(1);
  await max.slash(channel.id, "/imagine", "the next one").outcome;
  await expect.poll(() => resultsFor(slack, "the next one").length, LONG).toBe(1);
  await expect.poll(() => slack.said(channel.id).length, LONG).toBe(2);
  const results = resultsFor(slack, prompt);
  expect(results).toHaveLength(1);
  expect(results.flatMap((message) => filesOf(slack, message))).toHaveLength(2);
  const shown = slack.messages(channel.id).flatMap((message) => message.files);
  expect(new Set(shown).size).toBe(shown.length);
  expect(shown).toHaveLength(3);
  expect(await third.end("SIGTERM")).toBe(0);
  await rm(dataDir, { recursive: true, force: true });
}, 90_000);

describe("a start with Slack", () => {
  it.each([
    ["a bot token that Slack refuses", "auth.test", "SLACK_BOT_TOKEN"],
    ["an app-level token that Slack refuses", "apps.connections.open", "SLACK_APP_TOKEN"],
  ])(
    "fails for %s, with one line that names the variable",
    async (_name, method, variable) => {
      slack.fault(method, { kind: "error", error: "invalid_auth" });
      const dataDir = await mkdtemp(join(tmpdir(), "easel-slack-start-"));
      const { code, out, err } = await runEaselProcess({
        DATA_DIR: dataDir,
        PORT: "0",
        LOG_LEVEL: "silent",
        ...slackEnvironment(slack, "socket"),
      });
      expect({ code, out }).toEqual({ code: 1, out: "" });
      expect(err.trimEnd().split("\n")).toHaveLength(1);
      expect(err).toContain(`Slack refuses ${variable}`);
      expect(err).not.toContain(slack.world.botToken);
      expect(err).not.toContain(slack.world.appToken);
      await rm(dataDir, { recursive: true, force: true });
    },
    40_000,
  );

  it("does not wait for Slack while it is down, and receives events once it is back", async () => {
    slack.fault("auth.test", { kind: "http", status: 503 });
    slack.fault("apps.connections.open", { kind: "http", status: 503 }, 2);
    const dataDir = await mkdtemp(join(tmpdir(), "easel-slack-down-"));
    await using easel = await startEaselProcess({
      DATA_DIR: dataDir,
      PORT: "0",
      LOG_LEVEL: "silent",
      ...slackEnvironment(slack, "socket"),
    });
    expect(easel.block).toContain("Socket Mode, not connected (no connection to Slack: it answered with HTTP 503)");
    await slack.sockets.untilOpen(1);
    expect((await max.slash(channel.id, "/jobs").outcome).acknowledged).toBe(true);
    expect(await easel.end("SIGTERM")).toBe(0);
    await rm(dataDir, { recursive: true, force: true });
  }, 40_000);
});
