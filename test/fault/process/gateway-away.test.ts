import { GATEWAY_CHECK_MS } from "../../../src/app/context/check-gateways.ts";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { App } from "../../../src/app/app.ts";
import type { Role } from "../../../src/config/config.ts";
import { systemClock, type Clock } from "../../../src/lib/clock.ts";
import { startTestEasel, type TestEasel } from "../../support/easel.ts";
import { openFleet } from "../../support/fault/fleet.ts";
import { openTestSandbox, type TestSandbox } from "../../support/gateway/sandbox.ts";
import { startTcpProxy, type TcpProxy } from "../../support/process/tcp-proxy.ts";
import { httpAnswer, refusedUrl, startTcpServer } from "../../support/process/tcp-server.ts";

let sandbox: TestSandbox;
let wire: TcpProxy;
let gateway: Record<string, string>;
let easel: TestEasel | undefined;

beforeEach(async () => {
  sandbox = await openTestSandbox({ speed: 0 });
  const { hostname, port } = new URL(sandbox.url);
  wire = await startTcpProxy({ host: hostname, port: Number(port) });
  const url = `http://127.0.0.1:${wire.port}`;
  gateway = {
    IMAGE_BASE_URL: url,
    IMAGE_API_KEY: "sk-sandbox",
    VIDEO_BASE_URL: url,
    VIDEO_API_KEY: "sk-sandbox",
  };
});
afterEach(async () => {
  await easel?.stop();
  easel = undefined;
  await wire.close();
  await sandbox.close();
});

/** A clock that shortens the wait for a gateway that does not answer. */
const hurried: Clock = {
  now: () => systemClock.now(),
  elapsed: () => systemClock.elapsed(),
  sleep: (ms, signal) => systemClock.sleep(ms, signal),
  after: (ms, act) => systemClock.after(ms === GATEWAY_CHECK_MS ? 300 : ms, act),
};

async function readiness(): Promise<{ state: string; parts: Record<string, string> }> {
  const answer = await fetch(`${easel?.url}/readyz`);
  expect(answer.status).toBe(200);
  const body: { status: string; parts: Record<string, string> } = JSON.parse(await answer.text());
  return { state: body.status, parts: body.parts };
}

const UP = { state: "ready", parts: { images: "up", clips: "up" } };

const UNAVAILABLE = { action: { type: "status", status: 503, code: "api_error" }, times: 10_000 };

async function control(route: "faults" | "reset", body: object): Promise<void> {
  expect((await sandbox.call("POST", `/sandbox/${route}`, body)).status).toBeLessThan(300);
}

async function madeAtConsole(prompt: string): Promise<void> {
  await easel?.console.see(`the result for ${prompt}`, (messages) =>
    messages.find((message) => message.files.some((file) => file.description === prompt)),
  );
}

describe("a start while the gateway is away", () => {
  it.each<[string, () => Promise<void> | void, () => Promise<void> | void, string]>([
    ["drops connections", () => wire.cut(), () => wire.heal(), "away ("],
    ["refuses connections", () => wire.refuse(), () => wire.accept(), "ECONNREFUSED"],
    ["does not answer", () => wire.swallow(), () => wire.healForNew(), "no answer within 10 seconds"],
    ["answers 503", () => control("faults", UNAVAILABLE), () => control("reset", {}), "HTTP 503"],
  ])("succeeds although it %s, and requests from the meantime are made", async (_, away, back, words) => {
    await away();
    easel = await startTestEasel(gateway, { clock: hurried });
    const trouble = { images: expect.stringContaining(words), clips: expect.stringContaining(words) };
    expect(await readiness()).toEqual({ state: "degraded", parts: trouble });
    await easel.console.say("/imagine a fox");
    await back();
    await expect.poll(readiness, { timeout: 20_000 }).toEqual(UP);
    await madeAtConsole("a fox");
  });

  it("uses the alternate address immediately if only that one answers", async () => {
    const main = await refusedUrl();
    const { IMAGE_BASE_URL: alternate = "", ...rest } = gateway;
    easel = await startTestEasel({ ...rest, IMAGE_BASE_URL: main, IMAGE_ALT_BASE_URL: alternate });
    expect(await readiness()).toMatchObject({
      state: "ready",
      parts: { images: expect.stringContaining("up at IMAGE_ALT_BASE_URL; IMAGE_BASE_URL is away (") },
    });
    await easel.console.say("/imagine a fox by the other way");
    await madeAtConsole("a fox by the other way");
  });
});

describe("a start that only a person can fix", () => {
  it("ends if the key is refused", async () => {
    await expect(startTestEasel({ ...gateway, VIDEO_API_KEY: "sk-unknown" })).rejects.toMatchObject({
      code: "config",
      variable: "VIDEO_API_KEY",
    });
  });

  it("ends if something other than the gateway answers", async () => {
    const other = await startTcpServer((socket) =>
      socket.end(httpAnswer(404, "<p>Not here</p>", { "content-type": "text/html" })),
    );
    await expect(startTestEasel({ ...gateway, IMAGE_BASE_URL: other.url })).rejects.toMatchObject({
      code: "config",
      variable: "IMAGE_BASE_URL",
    });
    await other.close();
  });
});

describe("a gateway that goes away while Easel runs", () => {
  it("is reported until it is back", async () => {
    easel = await startTestEasel(gateway);
    expect(await readiness()).toEqual(UP);
    wire.cut();
    await easel.console.say("/imagine a patient fox");
    await expect.poll(readiness, { timeout: 20_000 }).toMatchObject({ state: "degraded" });
    wire.heal();
    await expect.poll(readiness, { timeout: 20_000 }).toEqual(UP);
    await madeAtConsole("a patient fox");
  });
});

/** A slow gateway behind a proxy. */
interface SlowGateway {
  readonly slow: TestSandbox;
  readonly proxy: TcpProxy;
}

type Change = (gateway: SlowGateway) => Promise<unknown> | void;

describe("a process that starts while the gateway is away", () => {
  it.each<[string, readonly Role[], Change, Change, string]>([
    ["refuses connections", ["all"], ({ proxy }) => proxy.refuse(), ({ proxy }) => proxy.accept(), "ECONNREFUSED"],
    [
      "does not answer",
      ["worker", "chat"],
      ({ proxy }) => proxy.swallow(),
      ({ proxy }) => {
        // Calls that the proxy swallowed fail immediately instead of running into their time limit.
        proxy.cut();
        proxy.heal();
      },
      "no answer within 10 seconds",
    ],
    [
      "answers 503",
      ["worker", "chat"],
      ({ slow }) => slow.call("POST", "/sandbox/faults", UNAVAILABLE),
      ({ slow }) => slow.call("DELETE", "/sandbox/faults"),
      "HTTP 503",
    ],
  ])("delivers the picture of a stopped process: it %s", async (_how, roles, leave, comeBack, words) => {
    const slow = await openTestSandbox();
    const proxy = await startTcpProxy({ host: "127.0.0.1", port: Number(new URL(slow.url).port) });
    const fleet = await openFleet({ IMAGE_BASE_URL: `http://127.0.0.1:${proxy.port}`, IMAGE_API_KEY: "sk-sandbox" });
    const first = await fleet.start("all");
    const before = fleet.visit(first);
    await before.say("/imagine an unfinished fox");
    await expect
      .poll(async () => (await fleet.sql`select state from jobs`).map(({ state }) => String(state)))
      .toEqual(["running"]);
    await leave({ slow, proxy });
    await before.close();
    await first.stop();
    const started: App[] = [];
    for (const role of roles) started.push(await fleet.start(role, { clock: hurried }));
    const away = { name: "images", isUp: false, summary: expect.stringContaining(words) };
    expect(started.map(({ ready }) => ready.parts)).toEqual(roles.map(() => [away]));
    const after = fleet.visit(started.at(-1) ?? first);
    slow.clock.advance(60_000);
    await comeBack({ slow, proxy });
    await after.see("the result", (messages) => messages.find(({ files }) => files.length > 0));
    await fleet.close();
    await proxy.close();
    await slow.close();
  });
});
