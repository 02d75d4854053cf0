import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openTestSandbox, KEY } from "../../support/gateway/sandbox.ts";

/** Acknowledged jobs survive a kill: the sandbox runs in a separate process, which is killed. */
let dataDir: string;
const running = new Set<ChildProcess>();

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "easel-sandbox-"));
});
afterEach(async () => {
  for (const child of running) await end(child, "SIGKILL");
  await rm(dataDir, { recursive: true, force: true });
});

async function start(...extra: string[]): Promise<{ child: ChildProcess; url: string }> {
  const argv = ["src/sandbox/main.ts", "--port", "0", "--data", dataDir, "--media", "tiny", ...extra];
  const child = spawn(process.execPath, argv, { stdio: ["ignore", "pipe", "inherit"] });
  running.add(child);
  const [line] = await once(createInterface({ input: child.stdout }), "line");
  const url = /^Sandbox gateway on (http:\/\/127\.0\.0\.1:\d+)$/.exec(String(line))?.[1];
  if (url === undefined) throw new Error(`unexpected: ${String(line)}`);
  return { child, url };
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  running.delete(child);
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const exited = once(child, "exit");
  child.kill(signal);
  await exited;
  return child.exitCode;
}

async function submit(url: string, key: string): Promise<unknown> {
  const response = await fetch(`${url}/api/v1/images/generations/jobs`, {
    method: "POST",
    headers: { authorization: `Bearer ${KEY}`, "content-type": "application/json", "idempotency-key": key },
    body: JSON.stringify({ model: "provider-a/image-2", prompt: `a fox ${key}` }),
  });
  const body: unknown = await response.json();
  return typeof body === "object" && body !== null && "jobId" in body ? body.jobId : undefined;
}

const read = async (url: string, path: string): Promise<unknown> =>
  (await fetch(new URL(path, url), { headers: { authorization: `Bearer ${KEY}` } })).json();

describe("a sandbox that was killed", () => {
  it("has every acknowledged job, on the same port, with the same links", async () => {
    const first = await start("--speed", "0");
    const ids: unknown[] = [];
    // Kills it while submissions are under way: those that were answered must be kept.
    const submitting = Promise.allSettled(
      Array.from({ length: 200 }, async (_, index) => {
        ids[index] = await submit(first.url, `k${index}`);
      }),
    );
    await expect.poll(() => ids.filter(Boolean).length).toBeGreaterThan(20);
    await end(first.child, "SIGKILL");
    await submitting;

    const second = await start("--speed", "0");
    expect(second.url).toBe(first.url);
    const answered = ids.flatMap((id, index) => (typeof id === "string" ? [{ id, index }] : []));
    for (const { id, index } of answered) expect(await submit(second.url, `k${index}`)).toBe(id);
    const [some] = answered;
    const result = await read(second.url, `/api/v1/images/jobs/${some?.id}/result`);
    await end(second.child, "SIGKILL");
    const third = await start("--speed", "0");
    expect(await read(third.url, `/api/v1/images/jobs/${some?.id}/result`)).toEqual(result);
    const calls = await read(third.url, "/sandbox/calls");
    const creates = Array.isArray(calls)
      ? calls.filter(({ method, status }) => method === "POST" && status === 202)
      : [];
    expect(creates.length).toBeGreaterThanOrEqual(2 * answered.length);
  });

  it("stops cleanly on SIGTERM, with a stream open", async () => {
    const { child, url } = await start();
    const id = await submit(url, "k1");
    const stream = await fetch(`${url}/api/v1/images/jobs/${String(id)}/events`, {
      headers: { authorization: `Bearer ${KEY}` },
    });
    expect(await end(child, "SIGTERM")).toBe(0);
    await expect(stream.text()).resolves.toMatch(/^event: queued/);
  });
});

describe("a start", () => {
  it("on a used port is refused in one line that says how to fix it", async () => {
    const taken = createServer();
    taken.listen(0, "127.0.0.1");
    await once(taken, "listening");
    const address = taken.address();
    const port = typeof address === "object" ? String(address?.port) : "";
    const child = spawn(process.execPath, ["src/sandbox/main.ts", "--port", port, "--data", dataDir], {
      stdio: "pipe",
    });
    running.add(child);
    let said = "";
    child.stderr.on("data", (chunk: Buffer) => (said += chunk.toString()));
    await once(child, "exit");
    expect(child.exitCode).toBe(1);
    expect(said).toBe(
      `port ${port} is in use: stop what uses it, or choose another with --port (0 takes any that is free).\n`,
    );
    taken.close();
  });

  it("takes another port if the remembered one is in use", async () => {
    const sandbox = await openTestSandbox();
    const before = sandbox.url;
    await sandbox.restart();
    expect(sandbox.url).toBe(before);
    const squatter = createServer();
    await sandbox.restart(async () => {
      squatter.listen(Number(new URL(before).port), "127.0.0.1");
      await once(squatter, "listening");
    });
    expect(sandbox.url).not.toBe(before);
    expect((await sandbox.generate()).status).toBe(202);
    squatter.close();
    await sandbox.close();
  });
});
